// A pyramid brought up to date after some rows of its matrix changed, without pooling all of it anew.
#pragma once

#include "core/heatmap/extremes.h"
#include "core/heatmap/pooled_row.h"

namespace heedmap::heatmap {

// What has to be remembered of a pyramid for that. A strip is 2^level rows of the matrix; of each there is the row of
// that level that it comes to, and the limits of its numbers.
struct PyramidStrips {
    int level = 0;
    bool byMax = false;
    bool byFarthest = false;
    std::vector<Extremes> extremes;
    std::vector<PooledRow<float>> floatTops; // one of the two is filled; none where there is nothing to pool
    std::vector<PooledRow<double>> doubleTops;
};

struct UpdatablePyramid {
    Pyramid pyramid;
    PyramidStrips strips;
};

// What Pyramid::build() makes. Precondition: the source has no transposed().
UpdatablePyramid buildUpdatable(const AlphaSource& source, const PyramidOptions& options);

// `of` was made of the same matrix before these rows of it changed, and becomes what buildUpdatable() makes of it now.
// False, and nothing done, where the numbers now need another precision, or there is nothing to pool.
bool update(UpdatablePyramid& of, const AlphaSource& source, const std::vector<Index>& rows);

} // namespace heedmap::heatmap
