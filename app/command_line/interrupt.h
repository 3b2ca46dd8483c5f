// Ctrl+C, a hangup and a request to end do so at once: nothing half-written is left behind, and the status is 128 and
// the number of the signal (130 for Ctrl+C). A reader who has gone is an output that cannot be written (status 4), but
// not worth a line.
#pragma once

namespace heedmap::command_line {

void leaveCleanlyWhenInterrupted();

} // namespace heedmap::command_line
