// Ctrl+C ends a command at once, with status 130 and nothing half-written left behind.
#pragma once

namespace heedmap::command_line {

void leaveCleanlyWhenInterrupted();

} // namespace heedmap::command_line
