#include "core/nearest_word.h"

#include <algorithm>
#include <limits>
#include <vector>

namespace heedmap {

namespace {

std::string lowered(std::string_view text) {
    std::string lower(text);
    for (char& c : lower)
        if (c >= 'A' && c <= 'Z')
            c = static_cast<char>(c - 'A' + 'a');
    return lower;
}

// Optimal string alignment distance, or something ≥ limit as soon as it cannot be less.
std::size_t distance(const std::string& a, const std::string& b, std::size_t limit) {
    std::vector<std::size_t> beforeLast(b.size() + 1);
    std::vector<std::size_t> last(b.size() + 1);
    std::vector<std::size_t> row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j)
        last[j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t replaced = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
            row[j] = std::min({last[j] + 1, row[j - 1] + 1, replaced});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                row[j] = std::min(row[j], beforeLast[j - 2] + 1);
        }
        const std::size_t least =
            std::min(*std::min_element(row.begin(), row.end()), *std::min_element(last.begin(), last.end()));
        if (least >= limit)
            return limit;
        beforeLast.swap(last);
        last.swap(row);
    }
    return last[b.size()];
}

} // namespace

std::string nearestWord(std::string_view word, std::span<const std::string> candidates) {
    const std::string wanted = lowered(word);
    const std::string* nearest = nullptr;
    std::size_t least = std::numeric_limits<std::size_t>::max();
    for (const std::string& candidate : candidates) {
        const std::size_t longer = std::max(wanted.size(), candidate.size());
        const std::size_t shorter = std::min(wanted.size(), candidate.size());
        if (longer - shorter >= least)
            continue;
        const std::size_t edits = distance(wanted, lowered(candidate), least);
        if (edits < least) {
            least = edits;
            nearest = &candidate;
        }
    }
    return nearest ? *nearest : std::string();
}

std::string meantWord(std::string_view word, std::span<const std::string> candidates) {
    const std::string wanted = lowered(word);
    for (const std::string& candidate : candidates) {
        if (!wanted.empty() && lowered(candidate).starts_with(wanted))
            return candidate;
    }
    const std::string nearest = nearestWord(word, candidates);
    const std::string found = lowered(nearest);
    const std::size_t longer = std::max(wanted.size(), found.size());
    const std::size_t most = std::max<std::size_t>(longer / 3, 1);
    return longer > most && distance(wanted, found, most + 1) <= most ? nearest : std::string();
}

} // namespace heedmap
