// What is being done, on standard error: only where that is a terminal, and only once the work takes longer than a
// second. Erased when the work is done.
#pragma once

#include <atomic>
#include <string>
#include <thread>

namespace heedmap::command_line {

class Progress {
public:
    explicit Progress(std::string work);
    ~Progress();

    void set(double fraction) { fraction_ = fraction; }

private:
    void draw(const std::stop_token& stop);

    std::string work_;
    std::atomic<double> fraction_ = 0;
    std::jthread drawer_;
};

} // namespace heedmap::command_line
