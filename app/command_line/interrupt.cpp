#include "app/command_line/interrupt.h"

#include "app/command_line/exit_code.h"
#include "core/files/output_file.h"

#include <csignal>

#include <unistd.h>

namespace heedmap::command_line {

namespace {

void leave(int) {
    files::removeUnfinishedOutputs();
    _exit(static_cast<int>(ExitCode::interrupted));
}

} // namespace

void leaveCleanlyWhenInterrupted() {
    struct sigaction present {};
    sigaction(SIGINT, nullptr, &present);
    if (present.sa_handler == SIG_IGN) // a job in the background, which is not to be interrupted
        return;
    struct sigaction action {};
    action.sa_handler = leave;
    sigaction(SIGINT, &action, nullptr);
}

} // namespace heedmap::command_line
