// Private to core: cells of a matrix pooled two by two, and their colors.
#pragma once

#include "core/index.h"

#include <cstdint>

namespace heedmap::kernels {

// A run of pooled cells. Where there is no number, `max` is −∞ and `mean` and `numbers` are 0. Bit b of `marks`: mark b
// occurs, by the order of attention::Mark.
struct PooledCells {
    float* max;
    float* mean;
    float* numbers; // how many there are
    std::uint8_t* marks;
};

// Cells of the matrix itself; numbers beyond float32 become its largest. `marks`: one attention::Mark a cell, 0 for a
// number.
void poolBase(const float* values, const std::uint8_t* marks, Index count, const PooledCells& out);

// out[j] from the cells 2j and 2j + 1 of two rows, for `pairs` of them. The mean is taken as the largest number and how
// far the mean is below it, so that equal numbers have exactly their own value as mean.
void poolPairs(const PooledCells& upper, const PooledCells& lower, Index pairs, const PooledCells& out);

// Marks (as attention::Mark) of values that are in place, and 0 put where there is no number. Whether all are numbers.
bool markNumbers(float* values, Index count, std::uint8_t* marks);

// largest[i] becomes the larger of itself and values[i]. No NaN.
void takeLargest(const float* values, Index count, float* largest);

// Joined with what `limits` holds. −∞ stands for no number; no NaN.
struct Limits {
    float smallest; // +∞ where there is none
    float largest;  // −∞ where there is none
    float positive; // the smallest above 0; +∞ where there is none
};
void takeLimits(const float* values, Index count, Limits& limits);

// Colors of 4 bytes: out = table[min(255, ⌊256 position⌋)], position = max(0, (value − low) / span), or its square
// root; in float64.
struct ColorScale {
    double low, span; // span > 0
    bool squareRoot;
    const std::uint32_t* table; // 256
};
void colorNumbers(const float* values, Index count, const ColorScale& scale, std::uint8_t* out);
void colorNumbers(const double* values, Index count, const ColorScale& scale, std::uint8_t* out);

} // namespace heedmap::kernels
