// Private to core/attention: sums whose rounding error grows with log n instead of n.
#pragma once

#include <numeric>
#include <span>

namespace heedmap::attention {

// Pairwise summation in double precision.
template <class T>
double pairwiseSum(std::span<const T> values) {
    constexpr std::size_t short_ = 128;
    if (values.size() <= short_)
        return std::accumulate(values.begin(), values.end(), 0.0);
    const std::size_t half = values.size() / 2;
    return pairwiseSum(values.first(half)) + pairwiseSum(values.subspan(half));
}

} // namespace heedmap::attention
