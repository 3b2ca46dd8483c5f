#include "core/heatmap/pyramid.h"

#include "core/heatmap/extremes.h"
#include "core/heatmap/pooled_row.h"
#include "core/result.h"

#include <algorithm>
#include <atomic>
#include <limits>
#include <mutex>
#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>
#include <tbb/parallel_reduce.h>

namespace heedmap::heatmap {

namespace {

constexpr float infinity = std::numeric_limits<float>::infinity();

void store(PyramidLevel& level, Index row, const PooledRow& pooled) {
    const auto at = static_cast<std::size_t>(row) * pooled.size();
    const float* const from = pooled.max.data();
    float* const to = level.max.data() + at;
    for (std::size_t j = 0; j < pooled.size(); ++j)
        to[j] = from[j] == -infinity ? 0.0F : from[j];
    std::copy(pooled.mean.begin(), pooled.mean.end(), level.mean.data() + at);
    std::copy(pooled.marks.begin(), pooled.marks.end(), level.marks.data() + at);
}

std::vector<PyramidLevel> emptyLevels(Index rows, Index columns) {
    std::vector<PyramidLevel> levels(static_cast<std::size_t>(levelsAbove(rows, columns)));
    for (PyramidLevel& level : levels) {
        rows = level.rows = (rows + 1) / 2;
        columns = level.columns = (columns + 1) / 2;
        const auto count = static_cast<std::size_t>(rows * columns);
        level.max.resize(count);
        level.mean.resize(count);
        level.marks.resize(count);
    }
    return levels;
}

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

// Strips of 2^stripLevel rows are pooled independently up to that level; what is above it is little.
class Builder {
public:
    Builder(const AlphaSource& source, std::vector<PyramidLevel>& levels)
        : source_(source)
        , levels_(levels) {
        const Index rows = std::clamp<Index>(mostCells / std::max<Index>(source.columns(), 1), 2, 64);
        while ((Index{2} << stripLevel_) <= rows && stripLevel_ < static_cast<int>(levels.size()))
            ++stripLevel_;
        tops_.resize(static_cast<std::size_t>(strips()));
    }

    Index strips() const { return (source_.rows() + stripRows() - 1) / stripRows(); }

    void poolStrip(Index strip, Extremes& extremes) {
        const Rows rows{strip * stripRows(), std::min((strip + 1) * stripRows(), source_.rows())};
        const auto columns = static_cast<std::size_t>(source_.columns());
        RowCascade cascade(0, stripLevel_, [&](int level, Index row, const PooledRow& pooled) {
            store(levels_[static_cast<std::size_t>(level - 1)], (rows.begin >> level) + row, pooled);
            if (level == stripLevel_)
                tops_[static_cast<std::size_t>(strip)] = pooled;
        });
        LargeArray<float> values(static_cast<std::size_t>(tileRows) * columns);
        LargeArray<Mark> marks(values.size());
        LargeArray<double> doubles(source_.exceedsFloat32() ? values.size() : 0);
        PooledRow base;
        for (Rows part{rows.begin, rows.begin}; part.begin < rows.end; part.begin = part.end) {
            part.end = std::min(part.begin + tileRows, rows.end);
            const std::size_t count = static_cast<std::size_t>(part.size()) * columns;
            if (doubles.empty())
                source_.tile(part, Columns{0, source_.columns()}, {values.data(), count}, {marks.data(), count});
            else
                readPrecisely(part, doubles, {values.data(), count}, {marks.data(), count}, extremes);
            for (std::size_t at = 0; at < count; at += columns) {
                setBase(base, values.data() + at, marks.data() + at, columns);
                if (doubles.empty())
                    extremes.takeNumbers(base.max.data(), columns);
                cascade.push(base);
            }
            extremes.takeMarks(marks.data(), count);
        }
        cascade.finish();
    }

    void poolTops() {
        RowCascade cascade(stripLevel_, static_cast<int>(levels_.size()),
                           [&](int level, Index row, const PooledRow& pooled) {
                               store(levels_[static_cast<std::size_t>(level - 1)], row, pooled);
                           });
        for (const PooledRow& top : tops_)
            cascade.push(top);
        cascade.finish();
    }

private:
    // The limits are those of the numbers themselves; what is pooled is float32.
    void readPrecisely(Rows rows, LargeArray<double>& doubles, std::span<float> values, std::span<Mark> marks,
                       Extremes& extremes) const {
        constexpr double largest = std::numeric_limits<float>::max();
        source_.preciseTile(rows, Columns{0, source_.columns()}, {doubles.data(), values.size()}, marks);
        extremes.takeNumbers(doubles.data(), marks.data(), values.size());
        for (std::size_t i = 0; i < values.size(); ++i)
            values[i] = static_cast<float>(std::min(std::max(doubles[i], -largest), largest));
    }

    static constexpr Index mostCells = Index{1} << 18;
    static constexpr Index tileRows = 8;
    Index stripRows() const { return Index{1} << stripLevel_; }

    const AlphaSource& source_;
    std::vector<PyramidLevel>& levels_;
    int stripLevel_ = 0;
    std::vector<PooledRow> tops_; // the row of stripLevel_ that each strip comes to
};

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

std::optional<Pyramid> Pyramid::build(const AlphaSource& source, std::stop_token stop, const Progress& progress) {
    Pyramid pyramid;
    pyramid.levels_ = emptyLevels(source.rows(), source.columns());
    if (source.rows() == 0 || source.columns() == 0)
        return stop.stop_requested() ? std::nullopt : std::optional(std::move(pyramid));
    Builder builder(source, pyramid.levels_);
    Watch watch(stop, progress, builder.strips());
    const Extremes extremes = tbb::parallel_reduce(
        tbb::blocked_range<Index>(0, builder.strips()), Extremes{},
        [&](const tbb::blocked_range<Index>& range, Extremes found) {
            for (Index strip = range.begin(); strip < range.end() && !watch.stopped(); ++strip) {
                builder.poolStrip(strip, found);
                watch.step();
            }
            return found;
        },
        [](Extremes a, const Extremes& b) {
            a.join(b);
            return a;
        });
    if (watch.stopped())
        return std::nullopt;
    builder.poolTops();
    pyramid.summary_ = extremes.summary();
    return pyramid;
}

} // namespace heedmap::heatmap
