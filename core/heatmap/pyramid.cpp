#include "core/heatmap/pyramid.h"

#include "core/heatmap/pyramid_builder.h"
#include "core/heatmap/stoppable_source.h"

#include <mutex>
#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

namespace heedmap::heatmap {

namespace {

// Tells progress from several threads one at a time, and stops when asked.
class Watch {
public:
    Watch(std::stop_token stop, const Progress& progress, Index steps)
        : stop_(std::move(stop))
        , progress_(progress)
        , steps_(steps) {}

    bool stopped() const { return stop_.stop_requested(); }
    void step() {
        if (!progress_)
            return;
        const std::lock_guard lock(mutex_);
        progress_(static_cast<double>(++done_) / static_cast<double>(steps_));
    }

private:
    std::stop_token stop_;
    const Progress& progress_;
    Index steps_;
    Index done_ = 0;
    std::mutex mutex_;
};

template <class T>
std::optional<Pyramid> buildAs(const AlphaSource& source, const std::stop_token& stop, const Progress& progress,
                               const PyramidOptions& options) {
    PyramidBuilder<T> builder(source, options);
    if (builder.strips() == 0) { // at most one cell: nothing to pool
        const auto summary = summarize(source, stop);
        return summary ? std::optional(builder.finish(*summary)) : std::nullopt;
    }
    Watch watch(stop, progress, builder.strips());
    tbb::parallel_for(tbb::blocked_range<Index>(0, builder.strips()), [&](const tbb::blocked_range<Index>& range) {
        for (Index strip = range.begin(); strip < range.end() && !watch.stopped(); ++strip) {
            // Whatever the source itself does in parallel must not begin another strip meanwhile.
            tbb::this_task_arena::isolate([&] { builder.poolStrip(strip); });
            watch.step();
        }
    });
    if (watch.stopped())
        return std::nullopt;
    return builder.finish();
}

} // namespace

std::string_view nameOf(Pooling pooling) {
    return pooling == Pooling::max ? "max" : "mean";
}

std::optional<Pooling> poolingNamed(std::string_view name) {
    if (name == "max")
        return Pooling::max;
    if (name == "mean")
        return Pooling::mean;
    return std::nullopt;
}

std::optional<Pyramid> Pyramid::build(const AlphaSource& source, std::stop_token stop, const Progress& progress,
                                      const PyramidOptions& options) {
    if (const auto turned = source.transposed()) {
        auto pyramid = build(*turned, stop, progress, options);
        return pyramid ? std::optional(heatmap::transposed(*std::move(pyramid))) : std::nullopt;
    }
    const StoppableSource read(source, stop);
    if (source.exceedsFloat32())
        return buildAs<double>(read, stop, progress, options);
    return buildAs<float>(read, stop, progress, options);
}

bool Pyramid::keeps(int level, Pooling pooling) const {
    return firstLevel_ <= level && level <= levels() && this->level(level).values(pooling).size() > 0;
}

Index cellsOf(const AlphaSource& source, int level) {
    return halvedSize(source.rows(), level) * halvedSize(source.columns(), level);
}

int firstLevelFor(const AlphaSource& source) {
    constexpr Index mostCells = Index{1} << 22;
    const int top = levelsAbove(source.rows(), source.columns());
    int level = 1;
    while (source.isSlow() && level < top && cellsOf(source, level) > mostCells)
        ++level;
    return level;
}

} // namespace heedmap::heatmap
