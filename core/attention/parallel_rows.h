// Private to core/attention: work on many rows, spread over the processors where there is enough of it.
#pragma once

#include "core/index.h"

#include <algorithm>
#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

namespace heedmap::attention {

// Calls work(Rows) for blocks that together are [0, rows). `costOfRow` is about how many multiplications a row takes.
// The blocks depend on these two numbers only, so the number of processors never changes a result.
template <class Work>
void forRows(Index rows, Index costOfRow, const Work& work) {
    constexpr Index worthAThread = Index{1} << 18;
    const Index block = std::max<Index>(worthAThread / std::max<Index>(costOfRow, 1), 4);
    if (rows <= block) {
        work(Rows{0, rows});
        return;
    }
    tbb::parallel_for(
        tbb::blocked_range<Index>(0, rows, static_cast<std::size_t>(block)),
        [&](const tbb::blocked_range<Index>& range) {
            work(Rows{range.begin(), range.end()});
        },
        tbb::simple_partitioner());
}

} // namespace heedmap::attention
