#include "core/threads.h"

#include <algorithm>
#include <latch>
#include <pthread.h>
#include <sched.h>
#include <vector>

namespace heedmap {

namespace {

void* waitFor(void* latch) {
    static_cast<std::latch*>(latch)->wait();
    return nullptr;
}

} // namespace

int threadsThatStart(int wanted) {
    constexpr std::size_t stack = 64 << 10; // they do nothing: memory is not what is asked about
    pthread_attr_t attributes;
    if (::pthread_attr_init(&attributes) != 0)
        return 0;
    ::pthread_attr_setstacksize(&attributes, stack);
    std::latch counted(1);
    std::vector<pthread_t> threads;
    for (int i = 0; i < wanted; ++i) {
        pthread_t thread{};
        if (::pthread_create(&thread, &attributes, waitFor, &counted) != 0)
            break;
        threads.push_back(thread);
    }
    counted.count_down();
    for (const pthread_t thread : threads)
        ::pthread_join(thread, nullptr);
    ::pthread_attr_destroy(&attributes);
    return static_cast<int>(threads.size());
}

int processorCount() {
    cpu_set_t set;
    CPU_ZERO(&set);
    return ::sched_getaffinity(0, sizeof set, &set) == 0 ? std::max(1, CPU_COUNT(&set)) : 1;
}

void fitProcessorsToThreads(int perProcessor, int besides) {
    cpu_set_t all;
    CPU_ZERO(&all);
    if (::sched_getaffinity(0, sizeof all, &all) != 0)
        return;
    const int wanted = perProcessor * CPU_COUNT(&all) + besides;
    const int started = threadsThatStart(wanted);
    if (started >= wanted)
        return;
    int left = std::max(1, (started - besides) / perProcessor);
    cpu_set_t some;
    CPU_ZERO(&some);
    for (int processor = 0; processor < CPU_SETSIZE && left > 0; ++processor) {
        if (CPU_ISSET(processor, &all)) {
            CPU_SET(processor, &some);
            --left;
        }
    }
    ::sched_setaffinity(0, sizeof some, &some);
}

} // namespace heedmap
