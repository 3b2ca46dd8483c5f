// Work on a thread of a pool. Where the system lets no thread start, a pool would keep the work for ever: then it is
// done at once, in the thread that asks for it.
#pragma once

#include "core/threads.h"

#include <QThreadPool>

#include <utility>

namespace heedmap {

template <class Work>
void startOn(QThreadPool& pool, Work work) {
    if (threadsThatStart(1) > 0)
        pool.start(std::move(work));
    else
        work();
}

} // namespace heedmap
