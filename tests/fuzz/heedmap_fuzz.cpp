// heedmap_fuzz READER [--runs N] [--seed S] [--first N] [--corpus FOLDER] [--keep FOLDER]
// Gives a reader changed files, each made from its corpus by seed and number, so that any can be made again. A run that
// crashes, takes more than 2 s of processor time or more than 1 GiB of memory is reported, and its file kept; the
// runs go on behind it. Exit status: 0 nothing was found, 1 something was, 2 the command line is wrong.
#include "tests/fuzz/readers.h"

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <signal.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace heedmap::fuzz;

namespace {

[[maybe_unused]] constexpr std::uint64_t mostMemory = std::uint64_t{1} << 30;
constexpr int mostSeconds = 2;
constexpr int tooSlow = 3; // exit status of the process that runs

struct Options {
    const Reader* reader = nullptr;
    std::uint64_t runs = 1'000'000;
    std::uint64_t seed = 1;
    std::uint64_t first = 0;
    std::string corpus;
    std::string keep = ".";
};

bool parse(int count, char** arguments, Options& options) {
    if (count < 2 || count % 2 != 0)
        return false;
    options.reader = readerNamed(arguments[1]);
    for (int i = 2; i + 1 < count; i += 2) {
        const std::string name = arguments[i];
        const char* value = arguments[i + 1];
        if (name == "--runs")
            options.runs = std::strtoull(value, nullptr, 10);
        else if (name == "--seed")
            options.seed = std::strtoull(value, nullptr, 10);
        else if (name == "--first")
            options.first = std::strtoull(value, nullptr, 10);
        else if (name == "--corpus")
            options.corpus = value;
        else if (name == "--keep")
            options.keep = value;
        else
            return false;
    }
    return options.reader != nullptr;
}

std::string inputOf(const Options& options, const std::vector<std::string>& corpus, std::uint64_t run) {
    Random random(options.seed * 0x9e3779b97f4a7c15 + run);
    return mutated(corpus, options.reader->container, random);
}

void write(const std::string& path, const std::string& bytes) {
    std::ofstream(path, std::ios::binary | std::ios::trunc) << bytes;
}

[[maybe_unused]] std::uint64_t memoryInUse() {
    std::ifstream status("/proc/self/statm");
    std::uint64_t pages = 0;
    status >> pages;
    return pages * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

// What the process that runs says to the one that waits for it.
struct Progress {
    std::atomic<std::uint64_t> run = 0;      // which one it is at
    std::atomic<std::uint64_t> accepted = 0; // files that were not refused
};

// Runs from options.first on.
[[noreturn]] void work(const Options& options, const std::vector<std::string>& corpus, const std::string& path,
                       Progress& progress) {
#ifndef __SANITIZE_ADDRESS__ // which reserves terabytes of addresses: ASAN_OPTIONS=hard_rss_limit_mb=1024 does the same
    const rlim_t limit = memoryInUse() + mostMemory;
    const rlimit limits{limit, limit};
    setrlimit(RLIMIT_AS, &limits);
#endif
    const rlimit noCore{0, 0};
    setrlimit(RLIMIT_CORE, &noCore);
    signal(SIGPROF, [](int) { _exit(tooSlow); });
    for (; progress.run < options.runs; ++progress.run) {
        write(path, inputOf(options, corpus, progress.run));
        const itimerval time{{0, 0}, {mostSeconds, 0}};
        setitimer(ITIMER_PROF, &time, nullptr);
        if (options.reader->read(path))
            ++progress.accepted;
    }
    _exit(0);
}

} // namespace

int main(int count, char** arguments) {
    Options options;
    if (!parse(count, arguments, options)) {
        std::fprintf(stderr, "heedmap_fuzz READER [--runs N] [--seed S] [--first N] [--corpus FOLDER] [--keep FOLDER]\n"
                             "readers:");
        for (const Reader& reader : readers())
            std::fprintf(stderr, " %s", reader.name.c_str());
        std::fprintf(stderr, "\n");
        return 2;
    }
    const std::vector<std::string> corpus = corpusOf(*options.reader, options.corpus);
    const std::filesystem::path memory = "/dev/shm";
    const std::filesystem::path folder =
        (std::filesystem::exists(memory) ? memory : std::filesystem::temp_directory_path()) /
        ("heedmap_fuzz." + std::to_string(getpid()));
    std::filesystem::create_directory(folder);
    const std::string path = (folder / ("a" + options.reader->ending)).string();
    auto* const progress =
        new (mmap(nullptr, sizeof(Progress), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0)) Progress;
    std::atomic<std::uint64_t>& run = progress->run;
    run = options.first;

    std::uint64_t found = 0;
    while (run < options.runs) {
        const pid_t child = fork();
        if (child == 0)
            work(options, corpus, path, *progress);
        int status = 0;
        waitpid(child, &status, 0);
        if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
            break;
        ++found;
        const std::string kept = options.keep + "/" + options.reader->name + "-" + std::to_string(options.seed) + "-" +
                                 std::to_string(run.load()) + options.reader->ending;
        write(kept, inputOf(options, corpus, run));
        std::printf("%s: run %llu: %s\n", options.reader->name.c_str(), static_cast<unsigned long long>(run.load()),
                    WIFSIGNALED(status)              ? strsignal(WTERMSIG(status))
                    : WEXITSTATUS(status) == tooSlow ? "more than 2 s"
                                                     : "the program ended");
        std::fflush(stdout);
        ++run;
    }
    std::filesystem::remove_all(folder);
    std::printf("%s: %llu files to begin with, runs %llu to %llu with seed %llu: %llu read, %llu found\n",
                options.reader->name.c_str(), static_cast<unsigned long long>(corpus.size()),
                static_cast<unsigned long long>(options.first), static_cast<unsigned long long>(options.runs),
                static_cast<unsigned long long>(options.seed),
                static_cast<unsigned long long>(progress->accepted.load()), static_cast<unsigned long long>(found));
    return found > 0 ? 1 : 0;
}
