// The words of a command line without a command: files for the window, and options of the toolkit.
#pragma once

#include "core/result.h"

#include <CLI/CLI.hpp>

#include <string>
#include <vector>

namespace heedmap::command_line {

// Options that no command was given for. Errors: commandMissing, unknownOption.
Result<void> checkWindowWords(const std::vector<std::string>& words, const std::vector<CLI::App*>& commands);

} // namespace heedmap::command_line
