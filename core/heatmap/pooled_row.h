// Private to the pyramid and the raster: rows of a matrix halved again and again.
#pragma once

#include "core/heatmap/pyramid.h"

#include <functional>
#include <limits>
#include <vector>

namespace heedmap::heatmap {

// The largest of no numbers.
template <class T>
constexpr T nothing = -std::numeric_limits<T>::infinity();

// A row of some level while it is being pooled; level 0 is the matrix itself. T: float, or double.
template <class T>
struct PooledRow {
    std::vector<T> max;     // of the numbers below; −∞ where there is none
    std::vector<T> mean;    // of the numbers below; 0 where there is none
    std::vector<T> numbers; // how many there are
    std::vector<MarkSet> marks;
    bool hasMeans = true;  // else `mean` and `numbers` are empty
    bool farthest = false; // `mean` then has the number farthest from 0 (see farthest.h)

    std::size_t size() const { return max.size(); }
    void resize(std::size_t size);
};

// Level 0 from a row of a tile.
template <class T>
void setBase(PooledRow<T>& row, const T* values, const Mark* marks, std::size_t columns);

// `out` becomes the row of the next level that stands for `upper` and `lower`; the last row of an odd number of rows is
// pooled alone: `lower` is null.
template <class T>
void halve(const PooledRow<T>& upper, const PooledRow<T>* lower, PooledRow<T>& out);

// Takes the rows of one level in order and hands on the rows of the levels above as soon as they are complete. Keeps
// one row a level.
template <class T>
class RowCascade {
public:
    // Called with each finished row of a level above the first, and its number, counted from 0 at each level.
    using Sink = std::function<void(int level, Index row, const PooledRow<T>& pooled)>;

    // Rows of `firstLevel` will be pushed, and rows up to `lastLevel` made of them.
    RowCascade(int firstLevel, int lastLevel, Sink sink);

    void push(const PooledRow<T>& row);
    // The matrix ends here: rows without a partner are pooled alone.
    void finish();

private:
    struct Level {
        PooledRow<T> waiting; // an upper row, until its lower one comes
        bool isWaiting = false;
        PooledRow<T> result; // storage for rows of the level above
        Index finished = 0;
    };
    void rise(std::size_t level, const PooledRow<T>& row);
    void complete(std::size_t level, const PooledRow<T>* lower);

    int firstLevel_;
    std::vector<Level> levels_;
    Sink sink_;
};

// How many levels there are above the matrix: each halves both sides, up to 1×1.
int levelsAbove(Index rows, Index columns);
// Rows or columns that are left of `size` after halving `level` times, odd remainders kept.
Index halvedSize(Index size, int level);

} // namespace heedmap::heatmap
