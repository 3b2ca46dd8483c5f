#include "core/files/available_memory.h"

#include "tests/support/core/temporary_folder.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sys/resource.h>

namespace heedmap::files {
namespace {

constexpr std::uint64_t mebi = 1024 * 1024;

// A made-up system.
class AvailableMemory : public ::testing::Test {
protected:
    AvailableMemory() {
        write("proc/meminfo", "MemTotal:       8388608 kB\nMemFree:  1 kB\nMemAvailable:    4194304 kB\n");
        write("proc/self/status", "Name:\theedmap\nVmSize:\t  409600 kB\nVmData:\t  204800 kB\n");
    }

    void write(const std::string& path, const std::string& text) const {
        const std::filesystem::path file = root() / path;
        std::filesystem::create_directories(file.parent_path());
        std::ofstream(file) << text;
    }
    std::filesystem::path root() const { return folder.path("root"); }
    std::uint64_t available() const { return availableMemory(root()); }
    std::uint64_t total() const { return totalMemory(root()); }

    test::TemporaryFolder folder;
};

// While it lives, the process has this soft limit.
class SoftLimit {
public:
    SoftLimit(decltype(RLIMIT_AS) resource, std::uint64_t bytes)
        : resource_(resource) {
        getrlimit(resource_, &before_);
        rlimit limit = before_;
        limit.rlim_cur = bytes;
        EXPECT_EQ(setrlimit(resource_, &limit), 0);
    }
    ~SoftLimit() { setrlimit(resource_, &before_); }
    SoftLimit(const SoftLimit&) = delete;
    SoftLimit& operator=(const SoftLimit&) = delete;

private:
    decltype(RLIMIT_AS) resource_;
    rlimit before_{};
};

} // namespace

TEST_F(AvailableMemory, IsWhatTheSystemSays) {
    EXPECT_EQ(available(), 4096 * mebi);
    EXPECT_EQ(total(), 8192 * mebi);
}

TEST_F(AvailableMemory, KnowsTheControlGroupsOfVersion2) {
    write("proc/self/cgroup", "0::/user.slice/app.scope\n");
    write("sys/fs/cgroup/user.slice/app.scope/memory.max", "max\n");
    write("sys/fs/cgroup/user.slice/app.scope/memory.current", "1048576\n");
    EXPECT_EQ(available(), 4096 * mebi) << "no limit";
    write("sys/fs/cgroup/user.slice/memory.max", std::to_string(1024 * mebi));
    write("sys/fs/cgroup/user.slice/memory.current", std::to_string(724 * mebi));
    EXPECT_EQ(available(), 300 * mebi) << "that of a group around it";
    EXPECT_EQ(total(), 1024 * mebi);
    write("sys/fs/cgroup/user.slice/memory.stat", "anon 5\ninactive_file " + std::to_string(100 * mebi) + "\n");
    EXPECT_EQ(available(), 400 * mebi) << "files are given back";
    write("sys/fs/cgroup/user.slice/app.scope/memory.max", std::to_string(50 * mebi));
    EXPECT_EQ(available(), 49 * mebi);
    write("sys/fs/cgroup/user.slice/app.scope/memory.current", std::to_string(60 * mebi));
    EXPECT_EQ(available(), 0) << "more than allowed is in use";
}

TEST_F(AvailableMemory, KnowsTheControlGroupsOfVersion1) {
    write("proc/self/cgroup", "5:cpu,cpuacct:/other\n4:hugetlb,memory:/docker/abc\n1:name=systemd:/x\n");
    write("sys/fs/cgroup/memory/docker/abc/memory.limit_in_bytes", std::to_string(512 * mebi));
    write("sys/fs/cgroup/memory/docker/abc/memory.usage_in_bytes", std::to_string(112 * mebi));
    write("sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712");
    EXPECT_EQ(available(), 400 * mebi);
    EXPECT_EQ(total(), 512 * mebi);
}

TEST_F(AvailableMemory, InAContainerThatSeesItsGroupAsTheRoot) {
    write("proc/self/cgroup", "0::/\n");
    write("sys/fs/cgroup/memory.max", std::to_string(256 * mebi));
    write("sys/fs/cgroup/memory.current", std::to_string(56 * mebi));
    EXPECT_EQ(available(), 200 * mebi);
}

TEST_F(AvailableMemory, KnowsTheLimitsOfTheProcess) {
    {
        // Above what any process of ours has, so that nothing else is refused meanwhile.
        const SoftLimit limit(RLIMIT_AS, std::uint64_t{1} << 47);
        write("proc/self/status",
              "VmSize:\t " + std::to_string(((std::uint64_t{1} << 47) - 100 * mebi) / 1024) + " kB\n");
        EXPECT_EQ(available(), 100 * mebi);
    }
    const SoftLimit limit(RLIMIT_DATA, std::uint64_t{1} << 47);
    write("proc/self/status", "VmData:\t " + std::to_string(((std::uint64_t{1} << 47) - 30 * mebi) / 1024) + " kB\n");
    EXPECT_EQ(available(), 30 * mebi);
}

TEST_F(AvailableMemory, DamagedFilesSayNothing) {
    write("proc/self/cgroup", "\n:\n0:\nnonsense\n0::relative\n9:memory:\n");
    write("sys/fs/cgroup/relative/memory.max", "many");
    EXPECT_EQ(available(), 4096 * mebi);
    EXPECT_GT(availableMemory(), 0);
    EXPECT_GE(totalMemory(), availableMemory());
}

} // namespace heedmap::files
