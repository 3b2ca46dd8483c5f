#include "app/command_line/progress.h"

#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <system_error>

#include <unistd.h>

namespace heedmap::command_line {

Progress::Progress(std::string work)
    : work_(std::move(work)) {
    if (isatty(STDERR_FILENO) == 0)
        return;
    try {
        drawer_ = std::jthread([this](const std::stop_token& stop) { draw(stop); });
    } catch (const std::system_error&) { // no thread may start: the work goes on without being drawn
    }
}

Progress::~Progress() = default;

void Progress::draw(const std::stop_token& stop) {
    using namespace std::chrono_literals;
    std::mutex mutex;
    std::unique_lock lock(mutex);
    std::condition_variable_any stopped;
    const auto waits = [&](std::chrono::milliseconds time) {
        stopped.wait_for(lock, stop, time, [] { return false; });
        return !stop.stop_requested();
    };
    if (!waits(1s))
        return;
    do {
        std::fprintf(stderr, "\r\033[Kheedmap: %s, %.0f %%", work_.c_str(), 100 * fraction_.load());
    } while (waits(100ms));
    std::fprintf(stderr, "\r\033[K");
}

} // namespace heedmap::command_line
