#include "core/heatmap/extremes.h"

#include "core/heatmap/block_pool.h"
#include "core/kernels/pooling.h"

#include <algorithm>
#include <cmath>
#include <tbb/blocked_range.h>
#include <tbb/parallel_reduce.h>

namespace heedmap::heatmap {

namespace {

template <class T>
constexpr T infinity = std::numeric_limits<T>::infinity();

// Several running extremes side by side, so that they are found several at a time.
constexpr std::size_t lanes = 8;
struct Lanes {
    double smallest[lanes];
    double largest[lanes];
    double positive[lanes];

    Lanes() {
        std::fill_n(smallest, lanes, infinity<double>);
        std::fill_n(largest, lanes, -infinity<double>);
        std::fill_n(positive, lanes, infinity<double>);
    }
    void take(std::size_t lane, double number) {
        const double orNone = number == -infinity<double> ? infinity<double> : number;
        const double positiveOrNone = number > 0 ? number : infinity<double>;
        smallest[lane] = std::min(smallest[lane], orNone);
        largest[lane] = std::max(largest[lane], number);
        positive[lane] = std::min(positive[lane], positiveOrNone);
    }
};

} // namespace

void Extremes::takeNumbers(const float* numbers, std::size_t count) {
    kernels::Limits found{infinity<float>, -infinity<float>, infinity<float>};
    kernels::takeLimits(numbers, static_cast<Index>(count), found);
    smallest_ = std::min(smallest_, static_cast<double>(found.smallest));
    largest_ = std::max(largest_, static_cast<double>(found.largest));
    smallestPositive_ = std::min(smallestPositive_, static_cast<double>(found.positive));
}

void Extremes::takeNumbers(const double* numbers, std::size_t count) {
    Lanes found;
    const std::size_t whole = count / lanes * lanes;
    for (std::size_t j = 0; j < whole; j += lanes) {
        for (std::size_t lane = 0; lane < lanes; ++lane)
            found.take(lane, numbers[j + lane]);
    }
    for (std::size_t j = whole; j < count; ++j)
        found.take(0, numbers[j]);
    smallest_ = std::min(smallest_, *std::min_element(found.smallest, found.smallest + lanes));
    largest_ = std::max(largest_, *std::max_element(found.largest, found.largest + lanes));
    smallestPositive_ = std::min(smallestPositive_, *std::min_element(found.positive, found.positive + lanes));
}

template <class T>
void Extremes::takeCells(const T* values, const Mark* marks, std::size_t count, std::vector<T>& room) {
    if (areNumbers(marks, count))
        return takeNumbers(values, count);
    room.resize(count);
    for (std::size_t i = 0; i < count; ++i)
        room[i] = marks[i] == Mark::number ? values[i] : -infinity<T>;
    takeNumbers(room.data(), count);
}

template void Extremes::takeCells(const float*, const Mark*, std::size_t, std::vector<float>&);
template void Extremes::takeCells(const double*, const Mark*, std::size_t, std::vector<double>&);

void Extremes::takeMarks(const Mark* marks, std::size_t count) {
    if (areNumbers(marks, count)) {
        counts_[0] += static_cast<Index>(count);
        return;
    }
    for (std::size_t j = 0; j < count; ++j)
        ++counts_[static_cast<std::size_t>(marks[j])];
}

void Extremes::join(const Extremes& other) {
    smallest_ = std::min(smallest_, other.smallest_);
    largest_ = std::max(largest_, other.largest_);
    smallestPositive_ = std::min(smallestPositive_, other.smallestPositive_);
    for (std::size_t i = 0; i < std::size(counts_); ++i)
        counts_[i] += other.counts_[i];
}

ValueSummary Extremes::summary() const {
    ValueSummary result;
    if (smallest_ <= largest_) {
        result.smallest = smallest_;
        result.largest = largest_;
    }
    if (std::isfinite(smallestPositive_))
        result.smallestPositive = smallestPositive_;
    std::copy(std::begin(counts_), std::end(counts_), result.counts);
    return result;
}

std::optional<ValueSummary> summarize(const AlphaSource& source, std::stop_token stop) {
    const Index columns = source.columns();
    const Index rowsATile = std::clamp<Index>((Index{1} << 16) / std::max<Index>(columns, 1), 1, 64);
    const Index tiles = columns == 0 ? 0 : (source.rows() + rowsATile - 1) / rowsATile;
    const bool precise = source.exceedsFloat32();
    const auto readTiles = [&](const tbb::blocked_range<Index>& range, Extremes found) {
        std::vector<float> floatRoom;
        std::vector<double> doubleRoom;
        const auto most = static_cast<std::size_t>(rowsATile * columns);
        LargeArray<float> floats(precise ? 0 : most);
        LargeArray<double> doubles(precise ? most : 0);
        LargeArray<Mark> marks(most);
        for (Index tile = range.begin(); tile < range.end() && !stop.stop_requested(); ++tile) {
            const Rows rows{tile * rowsATile, std::min((tile + 1) * rowsATile, source.rows())};
            const auto count = static_cast<std::size_t>(rows.size() * columns);
            if (precise) {
                source.preciseTile(rows, Columns{0, columns}, {doubles.data(), count}, {marks.data(), count});
                found.takeCells(doubles.data(), marks.data(), count, doubleRoom);
            } else {
                source.tile(rows, Columns{0, columns}, {floats.data(), count}, {marks.data(), count});
                found.takeCells(floats.data(), marks.data(), count, floatRoom);
            }
            found.takeMarks(marks.data(), count);
        }
        return found;
    };
    const Extremes extremes = tbb::parallel_reduce(tbb::blocked_range<Index>(0, tiles), Extremes{}, readTiles,
                                                   [](Extremes a, const Extremes& b) {
                                                       a.join(b);
                                                       return a;
                                                   });
    return stop.stop_requested() ? std::nullopt : std::optional(extremes.summary());
}

} // namespace heedmap::heatmap
