// Commands: what the program does without a window.
#pragma once

#include <optional>

namespace heedmap::command_line {

// Runs the command that the arguments name and gives the exit status; none where the window is asked for (no
// arguments, files, or options of the toolkit).
std::optional<int> run(int argc, char** argv);

} // namespace heedmap::command_line
