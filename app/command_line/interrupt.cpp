#include "app/command_line/interrupt.h"

#include "core/files/output_file.h"

#include <csignal>

#include <unistd.h>

namespace heedmap::command_line {

namespace {

void leave(int number) {
    files::removeUnfinishedOutputs();
    _exit(128 + number);
}

} // namespace

void leaveCleanlyWhenInterrupted() {
    for (const int number : {SIGINT, SIGTERM, SIGHUP, SIGQUIT}) {
        struct sigaction present {};
        sigaction(number, nullptr, &present);
        if (present.sa_handler == SIG_IGN) // a job in the background (nohup), which is not to be interrupted
            continue;
        struct sigaction action {};
        action.sa_handler = leave;
        sigaction(number, &action, nullptr);
    }
    std::signal(SIGPIPE, SIG_IGN);
    std::signal(SIGXFSZ, SIG_IGN); // beyond the limit of a file's size writing fails, and says so
}

} // namespace heedmap::command_line
