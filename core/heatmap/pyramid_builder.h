// Private to the pyramid: pools a source strip by strip.
#pragma once

#include "core/heatmap/block_pool.h"
#include "core/heatmap/pyramid_update.h"

#include <tbb/enumerable_thread_specific.h>

namespace heedmap::heatmap {

// Strips of 2^stripLevel rows are pooled independently up to that level; what is above it is little. T: double where
// the source exceeds float32, else float.
template <class T>
class PyramidBuilder {
public:
    // `thin`: a strip is one row of the first level.
    PyramidBuilder(const AlphaSource& source, const PyramidOptions& options, bool thin = false);
    // To pool some strips of a pyramid again.
    PyramidBuilder(const AlphaSource& source, Pyramid pyramid, const PyramidStrips& strips);

    Index strips() const;
    Index stripRows() const { return Index{1} << stripLevel_; }
    // Different strips from different threads.
    void poolStrip(Index strip);
    // The same of thin strips, but from one row of the source; and the same again as another strip.
    void sampleStrip(Index strip, Extremes& extremes);
    void repeatStrip(Index strip, Index another);
    // After all strips: the rest of the levels. Without a summary it is that of the strips.
    Pyramid finish();
    Pyramid finish(const ValueSummary& summary);
    // After that.
    PyramidStrips takeStrips();

private:
    // Kept from strip to strip by each thread.
    struct Room {
        Room(const AlphaSource& source, int level)
            : pool(source, level) {}
        BlockPool<T> pool;
        BlockMax<T> block;
        LargeArray<T> values;
        LargeArray<Mark> marks;
        std::vector<T> numbers; // of one row, −∞ where there is none
        PooledRow<T> row;
    };

    static std::vector<PooledRow<T>>& topsOf(PyramidStrips& strips);
    Index tileRows() const;
    int firstLevel() const { return pyramid_.firstLevel_; }
    void read(Rows rows, Room& room, Extremes& extremes) const;
    void poolByMax(Index strip, Rows rows, Extremes& extremes, RowCascade<T>& above);
    void poolByRows(Rows rows, Extremes& extremes, RowCascade<T>& cascade);
    void store(int level, Index row, const PooledRow<T>& pooled);

    const AlphaSource& source_;
    bool byMax_;      // only the largest values are kept
    bool byFarthest_; // only those farthest from 0
    Pyramid pyramid_;
    int topLevel_;
    int stripLevel_;
    std::vector<PooledRow<T>> tops_; // the row of stripLevel_ that each strip comes to
    std::vector<Extremes> extremes_; // of each strip
    tbb::enumerable_thread_specific<Room> rooms_;
};

// The levels that are kept by these options, with room for their numbers.
Pyramid emptyPyramid(const AlphaSource& source, const PyramidOptions& options);
// The rows and columns of every kept level exchanged.
Pyramid transposed(Pyramid pyramid);

} // namespace heedmap::heatmap
