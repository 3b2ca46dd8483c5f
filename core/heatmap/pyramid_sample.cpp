// The first look at a source too large to be read at once.
#include "core/heatmap/pyramid_builder.h"
#include "core/heatmap/stoppable_source.h"

#include <atomic>
#include <tbb/combinable.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

namespace heedmap::heatmap {

namespace {

using Clock = std::chrono::steady_clock;

constexpr Index mostSide = 1024;

// 0 … count − 1 in an order that is spread evenly however early it ends: the bits of a counter backwards.
std::vector<Index> spreadOrder(Index count) {
    int bits = 0;
    while ((Index{1} << bits) < count)
        ++bits;
    std::vector<Index> order;
    for (Index counter = 0; counter < Index{1} << bits; ++counter) {
        Index backwards = 0;
        for (int bit = 0; bit < bits; ++bit)
            backwards |= (counter >> bit & 1) << (bits - 1 - bit);
        if (backwards < count)
            order.push_back(backwards);
    }
    return order;
}

template <class T>
void repeatTaken(PyramidBuilder<T>& builder, const std::vector<std::uint8_t>& taken) {
    Index last = std::find(taken.begin(), taken.end(), 1) - taken.begin();
    for (Index strip = 0; strip < static_cast<Index>(taken.size()); ++strip) {
        if (taken[static_cast<std::size_t>(strip)] != 0)
            last = strip;
        else
            builder.repeatStrip(last, strip);
    }
}

template <class T>
std::optional<Pyramid> sampleAs(const AlphaSource& source, std::chrono::milliseconds time, const std::stop_token& stop,
                                const PyramidOptions& options) {
    const Clock::time_point end = Clock::now() + time;
    PyramidBuilder<T> builder(source, options, true);
    if (builder.strips() == 0) { // at most one cell
        const auto summary = summarize(source, stop);
        return summary ? std::optional(builder.finish(*summary)) : std::nullopt;
    }
    const std::vector<Index> order = spreadOrder(builder.strips());
    std::vector<std::uint8_t> taken(order.size());
    tbb::combinable<Extremes> extremes;
    std::atomic<std::size_t> next = 0;
    // The first strip is read however little time there is.
    const auto readSome = [&](int) {
        for (std::size_t i = next++; i < order.size(); i = next++) {
            if (stop.stop_requested() || (i > 0 && Clock::now() > end))
                return;
            tbb::this_task_arena::isolate([&] { builder.sampleStrip(order[i], extremes.local()); });
            taken[static_cast<std::size_t>(order[i])] = 1;
        }
    };
    tbb::parallel_for(0, tbb::this_task_arena::max_concurrency(), readSome, tbb::simple_partitioner());
    if (stop.stop_requested())
        return std::nullopt;
    repeatTaken(builder, taken);
    Extremes all;
    extremes.combine_each([&](const Extremes& some) { all.join(some); });
    return builder.finish(all.summary());
}

} // namespace

std::optional<Pyramid> Pyramid::sample(const AlphaSource& source, std::chrono::milliseconds time, std::stop_token stop,
                                       const PyramidOptions& options) {
    PyramidOptions coarse = options;
    while (halvedSize(std::max(source.rows(), source.columns()), coarse.firstLevel) > mostSide)
        ++coarse.firstLevel;
    const auto turned = source.transposed();
    const StoppableSource read(turned ? *turned : source, stop);
    auto pyramid =
        read.exceedsFloat32() ? sampleAs<double>(read, time, stop, coarse) : sampleAs<float>(read, time, stop, coarse);
    if (!pyramid)
        return std::nullopt;
    if (turned)
        pyramid = heatmap::transposed(*std::move(pyramid));
    pyramid->isSample_ = true;
    return pyramid;
}

} // namespace heedmap::heatmap
