// Runs the built program as a user would and collects what it says.
#pragma once

#include <csignal>
#include <string>
#include <utility>
#include <vector>

namespace heedmap::test {

struct Finished {
    int status = -1; // exit status; 128 + number where a signal ended it
    std::string output;
    std::string errors;
};

struct RunOptions {
    std::string folder;                                           // to run in; empty: this one
    std::vector<std::pair<std::string, std::string>> environment; // added to this one
    long largestFile = 0;                                         // bytes it may write into a file; 0: any number
    long memory = 0;                                              // bytes it may have; 0: any number
    bool startsThreads = true;                                    // whether the system lets it
    bool closesOutput = false;                                    // no standard output at all
    std::string output;                                           // a device for standard output; empty: collected
};

// Without a display: DISPLAY and WAYLAND_DISPLAY are not passed on.
Finished runHeedmap(const std::vector<std::string>& arguments, const RunOptions& options = {});

// Another program, found by PATH; a status of 127 where there is none.
Finished runTool(const std::vector<std::string>& command);
bool hasTool(const std::string& name);

// Whether a pseudo-terminal can be opened: not where /dev/pts is absent.
bool hasTerminal();

// The program running, to be interrupted.
class Running {
public:
    // Its standard output is a pipe that nobody reads; with `terminal` its standard error is a terminal.
    explicit Running(const std::vector<std::string>& arguments, bool terminal = false, const RunOptions& options = {});
    ~Running();
    Running(const Running&) = delete;
    Running& operator=(const Running&) = delete;

    // Reads standard error until it holds `text` or has ended; what was read.
    std::string errorsUntil(const std::string& text) const;
    // Reads one byte of standard output: the program has begun to write.
    bool readsByte() const;
    void interrupt(int signal = SIGINT) const;
    void closeOutput(); // as a reader who has seen enough
    // Reads the rest of standard output and gives the exit status.
    int wait();

private:
    int process_ = -1;
    int output_ = -1;
    int errors_ = -1;
};

} // namespace heedmap::test
