// What the commands print on standard output, and how text of files and of the user is shown to people.
#pragma once

#include "core/result.h"

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>

namespace heedmap::command_line {

void print(std::string_view text);
// null where there is none.
nlohmann::ordered_json jsonOrNull(std::optional<double> value);
// One line for people: printable(), and the end of the line.
void printLine(std::string_view text);
// Whether everything printed has arrived. Errors: outputLost.
Result<void> finishPrinting();

// Control characters, and bytes that are no UTF-8, as \n or \x1b: one line, and nothing that a terminal obeys.
std::string printable(std::string_view text);

inline constexpr ErrorKind outputLost{"it cannot be written: %1"};

} // namespace heedmap::command_line
