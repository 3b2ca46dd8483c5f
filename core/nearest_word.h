// The valid word that a mistyped one most likely meant.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace heedmap {

// The candidate that the fewest insertions, removals, replacements and swaps of neighbours turn `word` into, capitals
// aside; the first of equals; "" where there is no candidate.
std::string nearestWord(std::string_view word, std::span<const std::string> candidates);

} // namespace heedmap
