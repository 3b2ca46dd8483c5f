#include "core/heatmap/block_pool.h"

#include "core/kernels/pooling.h"

#include <algorithm>
#include <limits>
#include <type_traits>

namespace heedmap::heatmap {

namespace {

// `spare` is room for the result, so that several are joined at a time.
template <class T, class Join>
void halveLine(std::vector<T>& line, std::vector<T>& spare, const Join& join) {
    const std::size_t pairs = line.size() / 2;
    spare.resize(pairs + line.size() % 2);
    const T* const from = line.data();
    T* const to = spare.data();
    for (std::size_t j = 0; j < pairs; ++j)
        to[j] = join(from[2 * j], from[2 * j + 1]);
    if (line.size() % 2 != 0)
        to[pairs] = from[2 * pairs];
    line.swap(spare);
}

void takeLargest(float* largest, const float* values, std::size_t count) {
    kernels::takeLargest(values, static_cast<Index>(count), largest);
}
void takeLargest(double* largest, const double* values, std::size_t count) {
    for (std::size_t j = 0; j < count; ++j)
        largest[j] = std::max(largest[j], values[j]);
}

} // namespace

bool areNumbers(const Mark* marks, std::size_t count) {
    static_assert(static_cast<unsigned>(Mark::number) == 0);
    const auto* const bytes = reinterpret_cast<const std::uint8_t*>(marks);
    unsigned others = 0;
    for (std::size_t j = 0; j < count; ++j)
        others |= bytes[j];
    return others == 0;
}

template <class T>
void BlockMax<T>::begin(std::size_t columns) {
    max_.assign(columns, nothing<T>);
    hasMarks_ = false;
}

template <class T>
void BlockMax<T>::take(const T* values, const Mark* marks) {
    constexpr T largest = std::numeric_limits<T>::max();
    const std::size_t count = max_.size();
    T* const max = max_.data();
    const bool plain = areNumbers(marks, count);
    if (plain) {
        takeLargest(max, values, count);
    } else {
        for (std::size_t j = 0; j < count; ++j)
            max[j] = std::max(max[j], marks[j] == Mark::number ? std::clamp(values[j], -largest, largest) : nothing<T>);
    }
    if (!plain && !hasMarks_) {
        marks_.assign(count, 0);
        for (std::size_t j = 0; j < count; ++j)
            marks_[j] = max[j] == nothing<T> ? MarkSet{0} : setOf(Mark::number);
        hasMarks_ = true;
    }
    MarkSet* const sets = marks_.data();
    for (std::size_t j = 0; hasMarks_ && j < count; ++j)
        sets[j] = static_cast<MarkSet>(sets[j] | (1U << static_cast<unsigned>(marks[j])));
}

template <class T>
std::size_t BlockMax<T>::finish(int level) {
    for (int halvings = 0; halvings < level; ++halvings)
        halveLine(max_, spareMax_, [](T a, T b) { return std::max(a, b); });
    for (int halvings = 0; hasMarks_ && halvings < level; ++halvings)
        halveLine(marks_, spareMarks_, [](MarkSet a, MarkSet b) { return static_cast<MarkSet>(a | b); });
    if (!hasMarks_)
        marks_.assign(max_.size(), setOf(Mark::number));
    return max_.size();
}

template <class T>
void readTile(const AlphaSource& source, Rows rows, Columns columns, std::span<T> values, std::span<Mark> marks) {
    if constexpr (std::is_same_v<T, double>)
        source.preciseTile(rows, columns, values, marks);
    else
        source.tile(rows, columns, values, marks);
}

template <class T>
BlockPool<T>::BlockPool(const AlphaSource& source, int level)
    : source_(source)
    , level_(level)
    , tileRows_(source.bestTile().rows) {
    const Index block = Index{1} << level;
    tileColumns_ = std::max(block, source.bestTile().columns / block * block);
}

template <class T>
void BlockPool<T>::pool(Rows rows, Columns columns, Extremes* extremes, const Put& put) {
    for (Columns run{columns.begin, columns.begin}; run.begin < columns.end; run.begin = run.end) {
        run.end = std::min(run.begin + tileColumns_, columns.end);
        poolRun(rows, run, extremes, put);
    }
}

template <class T>
void BlockPool<T>::poolRun(Rows rows, Columns columns, Extremes* extremes, const Put& put) {
    const auto width = static_cast<std::size_t>(columns.size());
    const Index blockRows = Index{1} << level_;
    const Index tileRows = std::max(tileRows_, std::min<Index>((Index{1} << 14) / columns.size(), rows.size()));
    for (Rows part{rows.begin, rows.begin}; part.begin < rows.end; part.begin = part.end) {
        part.end = std::min(part.begin + tileRows, rows.end);
        const std::size_t count = static_cast<std::size_t>(part.size()) * width;
        values_.resize(std::max(values_.size(), count));
        marks_.resize(std::max(marks_.size(), count));
        readTile<T>(source_, part, columns, {values_.data(), count}, {marks_.data(), count});
        for (Index row = part.begin; row < part.end; ++row) {
            const std::size_t at = static_cast<std::size_t>(row - part.begin) * width;
            if (row % blockRows == 0)
                block_.begin(width);
            block_.take(values_.data() + at, marks_.data() + at);
            if (extremes != nullptr)
                extremes->takeCells(values_.data() + at, marks_.data() + at, width, numbers_);
            if ((row + 1) % blockRows != 0 && row + 1 < rows.end)
                continue;
            const std::size_t entries = block_.finish(level_);
            put(row >> level_, columns.begin >> level_, block_.max(), block_.marks(), entries);
        }
        if (extremes != nullptr)
            extremes->takeMarks(marks_.data(), count);
    }
}

template class BlockMax<float>;
template class BlockMax<double>;
template class BlockPool<float>;
template class BlockPool<double>;
template void readTile(const AlphaSource&, Rows, Columns, std::span<float>, std::span<Mark>);
template void readTile(const AlphaSource&, Rows, Columns, std::span<double>, std::span<Mark>);

} // namespace heedmap::heatmap
