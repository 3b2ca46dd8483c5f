#include "tests/support/cli/program.h"
#include "tests/support/core/places.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstddef>
#include <cstdlib>
#include <filesystem>
#include <sstream>

#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <pty.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace heedmap::test {

namespace {

std::vector<char*> pointersTo(std::vector<std::string>& texts) {
    std::vector<char*> pointers;
    for (std::string& text : texts)
        pointers.push_back(text.data());
    pointers.push_back(nullptr);
    return pointers;
}

// The system refuses every further thread, as at a limit of processes, which would not hold for root.
void refuseThreads() {
    std::array<sock_filter, 8> filter{
        sock_filter BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
        sock_filter BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_clone3, 0, 1),
        sock_filter BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS), // then clone is tried
        sock_filter BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_clone, 0, 3),
        sock_filter BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, args)),
        sock_filter BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, CLONE_THREAD, 0, 1),
        sock_filter BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EAGAIN),
        sock_filter BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)};
    const sock_fprog program{static_cast<unsigned short>(filter.size()), filter.data()};
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0)
        return;
    const rlimit none{0, 0};
    setrlimit(RLIMIT_NPROC, &none);
}

// In the child: becomes the program, or ends with 127.
[[noreturn]] void become(std::vector<std::string> command, const RunOptions& options) {
    unsetenv("DISPLAY");
    unsetenv("WAYLAND_DISPLAY");
    for (const auto& [name, value] : options.environment)
        setenv(name.c_str(), value.c_str(), 1);
    if (options.largestFile > 0) {
        const rlimit limit{static_cast<rlim_t>(options.largestFile), static_cast<rlim_t>(options.largestFile)};
        setrlimit(RLIMIT_FSIZE, &limit);
        signal(SIGXFSZ, SIG_IGN); // the write fails instead, as on a full disk
    }
    if (options.memory > 0) {
        const rlimit limit{static_cast<rlim_t>(options.memory), static_cast<rlim_t>(options.memory)};
        setrlimit(RLIMIT_AS, &limit);
    }
    if (!options.startsThreads)
        refuseThreads();
    if (options.closesOutput)
        close(STDOUT_FILENO);
    if (!options.folder.empty() && chdir(options.folder.c_str()) != 0)
        _exit(127);
    execvp(command.front().c_str(), pointersTo(command).data());
    _exit(127);
}

struct Pipe {
    int ends[2] = {-1, -1};
    Pipe() {
        if (pipe2(ends, O_CLOEXEC) != 0)
            std::abort();
    }
};

int statusOf(int process) {
    int status = 0;
    waitpid(process, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

// Reads both until they end.
void collect(int output, int errors, Finished& finished) {
    std::array<pollfd, 2> open{pollfd{output, POLLIN, 0}, pollfd{errors, POLLIN, 0}};
    std::array<std::string*, 2> texts{&finished.output, &finished.errors};
    while (open[0].fd >= 0 || open[1].fd >= 0) {
        poll(open.data(), open.size(), -1);
        for (std::size_t i = 0; i < open.size(); ++i) {
            if (open[i].fd < 0 || open[i].revents == 0)
                continue;
            std::array<char, 65536> buffer{};
            const ssize_t count = read(open[i].fd, buffer.data(), buffer.size());
            if (count > 0)
                texts[i]->append(buffer.data(), static_cast<std::size_t>(count));
            else
                open[i].fd = -1;
        }
    }
}

Finished run(const std::vector<std::string>& command, const RunOptions& options) {
    const Pipe output;
    const Pipe errors;
    const int process = fork();
    if (process == 0) {
        const int target = options.output.empty() ? output.ends[1] : open(options.output.c_str(), O_WRONLY);
        dup2(target, STDOUT_FILENO);
        dup2(errors.ends[1], STDERR_FILENO);
        become(command, options);
    }
    close(output.ends[1]);
    close(errors.ends[1]);
    Finished finished;
    collect(output.ends[0], errors.ends[0], finished);
    close(output.ends[0]);
    close(errors.ends[0]);
    finished.status = statusOf(process);
    return finished;
}

std::vector<std::string> withProgram(const std::vector<std::string>& arguments) {
    std::vector<std::string> command{builtProgram()};
    command.insert(command.end(), arguments.begin(), arguments.end());
    return command;
}

} // namespace

Finished runHeedmap(const std::vector<std::string>& arguments, const RunOptions& options) {
    return run(withProgram(arguments), options);
}

Finished runTool(const std::vector<std::string>& command) {
    return run(command, {});
}

bool hasTool(const std::string& name) {
    std::istringstream folders(std::getenv("PATH") ? std::getenv("PATH") : "");
    for (std::string folder; std::getline(folders, folder, ':');) {
        if (access((std::filesystem::path(folder) / name).c_str(), X_OK) == 0)
            return true;
    }
    return false;
}

bool hasTerminal() {
    int ends[2] = {-1, -1};
    if (openpty(&ends[0], &ends[1], nullptr, nullptr, nullptr) != 0)
        return false;
    close(ends[0]);
    close(ends[1]);
    return true;
}

Running::Running(const std::vector<std::string>& arguments, bool terminal, const RunOptions& options) {
    const Pipe output;
    Pipe errors;
    if (terminal && openpty(&errors.ends[0], &errors.ends[1], nullptr, nullptr, nullptr) != 0)
        std::abort();
    process_ = fork();
    if (process_ == 0) {
        dup2(output.ends[1], STDOUT_FILENO);
        dup2(errors.ends[1], STDERR_FILENO);
        become(withProgram(arguments), options);
    }
    close(output.ends[1]);
    close(errors.ends[1]);
    output_ = output.ends[0];
    errors_ = errors.ends[0];
}

Running::~Running() {
    if (process_ > 0) {
        kill(process_, SIGKILL);
        statusOf(process_);
    }
    close(output_);
    close(errors_);
}

std::string Running::errorsUntil(const std::string& text) const {
    std::string all;
    std::array<char, 4096> buffer{};
    while (all.find(text) == std::string::npos) {
        const ssize_t count = read(errors_, buffer.data(), buffer.size());
        if (count <= 0)
            break;
        all.append(buffer.data(), static_cast<std::size_t>(count));
    }
    return all;
}

bool Running::readsByte() const {
    char byte = 0;
    return read(output_, &byte, 1) == 1;
}

void Running::interrupt(int signal) const {
    kill(process_, signal);
}

void Running::closeOutput() {
    close(output_);
    output_ = -1;
}

int Running::wait() {
    std::array<char, 65536> buffer{};
    while (read(output_, buffer.data(), buffer.size()) > 0) {
    }
    const int status = statusOf(process_);
    process_ = -1;
    return status;
}

} // namespace heedmap::test
