// The program from its words to its exit status.
#pragma once

namespace heedmap::command_line {

class Toolkit;

// Runs a command, or the window where the words name none. `toolkit` may be null: then there is neither a window nor a
// drawn picture, and a sentence says so.
int run(int argc, char** argv, const Toolkit* toolkit);

} // namespace heedmap::command_line
