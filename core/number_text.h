// Numbers in text, with a point whatever the locale.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace heedmap {

// "0.5", "+1e-3", "nan", "-Infinity"; all of the text or nothing. What is too large is infinite, too small is 0.
std::optional<double> numberFrom(std::string_view text);

// Shortest text that reads back as the same number: "0.4011120926797834", "1e-30", "nan", "inf", "-inf".
std::string shortestText(double value);
std::string shortestText(float value);

} // namespace heedmap
