// The valid word that a mistyped one most likely meant.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace heedmap {

// The candidate that the fewest insertions, removals, replacements and swaps of neighbours turn `word` into, capitals
// aside; the first of equals; "" where there is no candidate.
std::string nearestWord(std::string_view word, std::span<const std::string> candidates);

// The same, but "" where so few letters agree that nobody can have meant it: more than a third of them would have to be
// changed, and `word` is not the beginning of the candidate either.
std::string meantWord(std::string_view word, std::span<const std::string> candidates);

} // namespace heedmap
