// Work on a few things at once, on threads that are there already.
#pragma once

#include "core/threads.h"

#include <QSemaphore>
#include <QThreadPool>

#include <atomic>
#include <cstddef>
#include <exception>
#include <functional>
#include <mutex>

namespace heedmap {

// Calls f(0) … f(count − 1), where `parallel` also on threads of the pool that have nothing else to do. What one of
// them throws is thrown when all are done.
inline void forEachIndex(std::size_t count, bool parallel, const std::function<void(std::size_t)>& f) {
    std::atomic<std::size_t> next = 0;
    std::mutex guard;
    std::exception_ptr thrown;
    const auto work = [&] {
        try {
            for (std::size_t i = next++; i < count; i = next++)
                f(i);
        } catch (...) {
            next = count;
            const std::lock_guard lock(guard);
            thrown = std::current_exception();
        }
    };
    QSemaphore ended;
    int helpers = 0;
    const auto help = [&] {
        work();
        ended.release();
    };
    while (parallel && static_cast<std::size_t>(helpers) + 1 < count && threadsThatStart(1) > 0 &&
           QThreadPool::globalInstance()->tryStart(help))
        ++helpers;
    work();
    ended.acquire(helpers);
    if (thrown)
        std::rethrow_exception(thrown);
}

} // namespace heedmap
