#include "tests/support/core/skip.h"

#include "tests/support/core/places.h"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string_view>

namespace heedmap::test {

namespace {

constexpr bool isSanitized() {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    return true;
#elif defined(__has_feature)
    return __has_feature(address_sanitizer) || __has_feature(thread_sanitizer);
#else
    return false;
#endif
}

} // namespace

std::vector<AllowedSkip> allowedSkips() {
    std::vector<AllowedSkip> allowed;
    std::ifstream file(sourceFolder() + "/tests/support/allowed_skips.txt");
    for (std::string line; std::getline(file, line);) {
        if (line.empty() || line.front() == '#')
            continue;
        std::istringstream words(line);
        AllowedSkip skip;
        std::string when;
        words >> skip.test >> when >> std::ws;
        std::getline(words, skip.explanation);
        skip.onlySanitized = when == "sanitized";
        allowed.push_back(skip);
    }
    return allowed;
}

bool maySkip() {
    const char* const all = std::getenv("HEEDMAP_REQUIRE_ALL");
    if (!all || std::string_view(all).empty() || std::string_view(all) == "0")
        return true;
    const testing::TestInfo* const running = testing::UnitTest::GetInstance()->current_test_info();
    const std::string name = std::string(running->test_suite_name()) + "." + running->name();
    const auto allowed = allowedSkips();
    return std::any_of(allowed.begin(), allowed.end(), [&](const AllowedSkip& skip) {
        return skip.test == name && (!skip.onlySanitized || isSanitized());
    });
}

} // namespace heedmap::test
