// Private to core: marks, limits and colors of runs of numbers.
#pragma once

#include "core/index.h"

#include <cstdint>

namespace heedmap::kernels {

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
