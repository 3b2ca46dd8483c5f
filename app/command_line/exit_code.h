// How a command ends: its exit status and the one line on standard error.
#pragma once

#include "core/result.h"

namespace heedmap::command_line {

enum class ExitCode { done = 0, wrongUsage = 2, badInput = 3, badOutput = 4 };

// What a kind of error means: wrong words on the command line, an output that cannot be written, else an input.
ExitCode exitCodeOf(const Error& error);

// Prints "heedmap: WHAT: WHY (WHERE)", unless the reader of standard output has left (heedmap … | head), and gives the
// exit status that belongs to it.
ExitCode report(const Error& error);
// Something worth a sentence that did not stop the work: "heedmap: note: …".
void remark(const std::string& text);

} // namespace heedmap::command_line
