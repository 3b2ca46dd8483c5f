// Private to the pyramid and the raster: the largest values of blocks of 2^level × 2^level cells, without the levels
// between: first down the columns, as fast as the numbers can be read, then across.
#pragma once

#include "core/heatmap/extremes.h"
#include "core/heatmap/pooled_row.h"

#include <functional>

namespace heedmap::heatmap {

// Whether every mark is Mark::number.
bool areNumbers(const Mark* marks, std::size_t count);

// tile() or preciseTile(), as T is float or double.
template <class T>
void readTile(const AlphaSource& source, Rows rows, Columns columns, std::span<T> values, std::span<Mark> marks);

// One block row of some columns.
template <class T>
class BlockMax {
public:
    void begin(std::size_t columns);
    void take(const T* values, const Mark* marks);
    // As entries of `level`, rounded up, −∞ where there is no number.
    std::size_t finish(int level);
    const T* max() const { return max_.data(); }
    const MarkSet* marks() const { return marks_.data(); }

private:
    std::vector<T> max_;
    std::vector<MarkSet> marks_; // while it is being taken: only where hasMarks_
    bool hasMarks_ = false;      // else all are numbers
    std::vector<T> spareMax_;
    std::vector<MarkSet> spareMarks_;
};

template <class T>
class BlockPool {
public:
    // Called with a run of entries of the level: its row, its first column (both counted from the matrix's corner).
    using Put = std::function<void(Index row, Index column, const T* max, const MarkSet* marks, std::size_t count)>;

    BlockPool(const AlphaSource& source, int level);
    // Pools a part that begins with a block; the numbers in it are told to `extremes` (may be null).
    void pool(Rows rows, Columns columns, Extremes* extremes, const Put& put);

private:
    void poolRun(Rows rows, Columns columns, Extremes* extremes, const Put& put);

    const AlphaSource& source_;
    int level_;
    Index tileRows_;
    Index tileColumns_;
    // Kept from part to part: memory touched for the first time costs more than the pooling.
    LargeArray<T> values_;
    LargeArray<Mark> marks_;
    std::vector<T> numbers_;
    BlockMax<T> block_;
};

} // namespace heedmap::heatmap
