#include "core/kernels/target.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <hwy/highway.h>

namespace heedmap::kernels {

namespace {

std::string inSmallLetters(std::string_view text) {
    std::string small(text);
    std::transform(small.begin(), small.end(), small.begin(),
                   [](unsigned char letter) { return static_cast<char>(std::tolower(letter)); });
    return small;
}

std::int64_t best(std::int64_t targets) {
    return targets & -targets; // Highway numbers them from the best on
}

std::int64_t available() {
    static const std::int64_t targets = hwy::SupportedTargets() & HWY_TARGETS;
    return targets;
}

// Once before main(): Highway chooses when the first of the loops runs.
[[maybe_unused]] const bool applied = [] {
    const char* const wanted = std::getenv("HEEDMAP_TARGET");
    return available() != 0 && (wanted == nullptr || useTarget(wanted));
}();

} // namespace

std::vector<std::string> availableTargets() {
    std::vector<std::string> names;
    for (std::int64_t rest = available(); rest != 0; rest &= rest - 1)
        names.push_back(inSmallLetters(hwy::TargetName(best(rest))));
    return names;
}

std::string currentTarget() {
    return inSmallLetters(hwy::TargetName(best(hwy::SupportedTargets() & HWY_TARGETS)));
}

bool useTarget(std::string_view name) {
    std::int64_t chosen = 0;
    for (std::int64_t rest = available(); rest != 0; rest &= rest - 1)
        if (inSmallLetters(hwy::TargetName(best(rest))) == inSmallLetters(name))
            chosen = best(rest);
    if (chosen == 0 && !name.empty())
        return false;
    hwy::SetSupportedTargetsForTest(chosen);
    hwy::GetChosenTarget().Update(hwy::SupportedTargets());
    return true;
}

} // namespace heedmap::kernels
