// Work on a few things at once.
#include "ui/base/for_each_index.h"

#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>
#include <vector>

namespace heedmap::tests {

namespace {

std::atomic<int> threads = 0;

struct OfThread {
    OfThread() { ++threads; }
    int work = 0;
};
thread_local OfThread ofThread;

} // namespace

TEST(ForEachIndex, DoesEachOnce) {
    for (const bool parallel : {false, true}) {
        std::vector<std::atomic<int>> done(100);
        forEachIndex(done.size(), parallel, [&](std::size_t i) { ++done[i]; });
        for (const std::atomic<int>& times : done)
            EXPECT_EQ(times, 1);
    }
    forEachIndex(0, true, [](std::size_t) { FAIL(); });
}

// An edit that is dragged comes sixty times a second.
TEST(ForEachIndex, MakesNoThreadsEachTime) {
    threads = 0;
    for (int time = 0; time < 200; ++time)
        forEachIndex(8, true, [](std::size_t) { ++ofThread.work; });
    EXPECT_LE(threads, QThreadPool::globalInstance()->maxThreadCount() + 1);
}

TEST(ForEachIndex, ThrowsWhatIsThrown) {
    for (const bool parallel : {false, true}) {
        EXPECT_THROW(forEachIndex(10, parallel,
                                  [](std::size_t i) {
                                      if (i == 3)
                                          throw std::runtime_error("three");
                                  }),
                     std::runtime_error);
    }
}

} // namespace heedmap::tests
