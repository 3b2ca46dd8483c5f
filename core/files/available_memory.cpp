#include "core/files/available_memory.h"

#include <algorithm>
#include <fstream>
#include <limits>
#include <optional>
#include <sstream>
#include <string>
#include <sys/resource.h>
#include <unistd.h>

namespace heedmap::files {

namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t unlimited = std::numeric_limits<std::uint64_t>::max();

// A line "NAME: 12 kB", in bytes.
std::optional<std::uint64_t> kibibytesIn(const fs::path& file, const std::string& name) {
    std::ifstream lines(file);
    for (std::string line; std::getline(lines, line);) {
        std::istringstream words(line);
        std::string first;
        std::uint64_t kibibytes = 0;
        if (words >> first >> kibibytes && first == name)
            return kibibytes * 1024;
    }
    return std::nullopt;
}

// A file that holds one number; "max" and what is not there are none.
std::optional<std::uint64_t> numberIn(const fs::path& file) {
    std::ifstream text(file);
    std::uint64_t number = 0;
    return text >> number ? std::optional(number) : std::nullopt;
}

// Memory of files that a group would give back first.
std::uint64_t inactiveFiles(const fs::path& group, const char* name) {
    std::ifstream lines(group / "memory.stat");
    std::string first;
    std::uint64_t bytes = 0;
    while (lines >> first >> bytes) {
        if (first == name)
            return bytes;
    }
    return 0;
}

// What may be used, and what of it is left.
struct MemoryLimit {
    std::uint64_t total = unlimited;
    std::uint64_t left = unlimited;

    void add(std::uint64_t limit, std::uint64_t used) {
        total = std::min(total, limit);
        left = std::min(left, limit - std::min(limit, used));
    }
};

struct GroupFiles {
    const char* limit;
    const char* used;
    const char* inactive;
};
constexpr GroupFiles version1{"memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file"};
constexpr GroupFiles version2{"memory.max", "memory.current", "inactive_file"};

// A group and those around it, up to the mount point: each may set a limit.
void addGroup(MemoryLimit& limits, const fs::path& mount, std::string group, const GroupFiles& files) {
    while (true) {
        const fs::path folder = mount / fs::path(group).relative_path();
        if (const auto limit = numberIn(folder / files.limit)) {
            const std::uint64_t used = numberIn(folder / files.used).value_or(0);
            limits.add(*limit, used - std::min(used, inactiveFiles(folder, files.inactive)));
        }
        if (group.empty() || group == "/")
            return;
        group = fs::path(group).parent_path().string();
    }
}

// The lines of /proc/self/cgroup: "4:memory:/a/b" of version 1, "0::/a/b" of version 2.
void addGroups(MemoryLimit& limits, const fs::path& root) {
    std::ifstream lines(root / "proc/self/cgroup");
    for (std::string line; std::getline(lines, line);) {
        const std::size_t first = line.find(':');
        const std::size_t second = first == std::string::npos ? first : line.find(':', first + 1);
        if (second == std::string::npos)
            continue;
        const std::string controllers = ',' + line.substr(first + 1, second - first - 1) + ',';
        const std::string group = line.substr(second + 1);
        const fs::path mounts = root / "sys/fs/cgroup";
        if (controllers == ",,") {
            addGroup(limits, mounts, group, version2);
            addGroup(limits, mounts / "unified", group, version2);
        } else if (controllers.find(",memory,") != std::string::npos) {
            addGroup(limits, mounts / "memory", group, version1);
        }
    }
}

void addProcess(MemoryLimit& limits, const fs::path& root) {
    struct Kind {
        int resource;
        const char* used;
    };
    for (const Kind kind : {Kind{RLIMIT_AS, "VmSize:"}, Kind{RLIMIT_DATA, "VmData:"}}) {
        rlimit limit{};
        if (getrlimit(static_cast<decltype(RLIMIT_AS)>(kind.resource), &limit) == 0 && limit.rlim_cur != RLIM_INFINITY)
            limits.add(limit.rlim_cur, kibibytesIn(root / "proc/self/status", kind.used).value_or(0));
    }
}

MemoryLimit limitsUnder(const fs::path& root) {
    MemoryLimit limits;
    addGroups(limits, root);
    addProcess(limits, root);
    return limits;
}

std::uint64_t physicalMemory() {
    return static_cast<std::uint64_t>(::sysconf(_SC_PHYS_PAGES)) * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
}

} // namespace

std::uint64_t availableMemory(const fs::path& root) {
    const std::uint64_t available = kibibytesIn(root / "proc/meminfo", "MemAvailable:").value_or(physicalMemory() / 2);
    return std::min(available, limitsUnder(root).left);
}

std::uint64_t totalMemory(const fs::path& root) {
    const std::uint64_t all = kibibytesIn(root / "proc/meminfo", "MemTotal:").value_or(physicalMemory());
    return std::min(all, limitsUnder(root).total);
}

std::uint64_t availableMemory() {
    return availableMemory("/");
}

std::uint64_t totalMemory() {
    return totalMemory("/");
}

} // namespace heedmap::files
