// What the parser of the options has to say, in our words.
#pragma once

#include "core/result.h"

#include <CLI/CLI.hpp>

namespace heedmap::command_line {

Error errorOf(const CLI::ParseError& wrong);

// A value that was given as "" where only text may be empty. Errors: emptyWord.
Result<void> checkNoEmptyWords(const CLI::App& command);

} // namespace heedmap::command_line
