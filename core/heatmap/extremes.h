// Private to the pyramid: the limits of numbers while they are being read.
#pragma once

#include "core/heatmap/pyramid.h"

#include <limits>

namespace heedmap::heatmap {

class Extremes {
public:
    // −∞ stands where there is no number.
    void takeNumbers(const float* numbers, std::size_t count);
    void takeMarks(const Mark* marks, std::size_t count);
    void join(const Extremes& other);
    ValueSummary summary() const;

private:
    float smallest_ = std::numeric_limits<float>::infinity();
    float largest_ = -std::numeric_limits<float>::infinity();
    float smallestPositive_ = std::numeric_limits<float>::infinity();
    Index counts_[5] = {0, 0, 0, 0, 0};
};

} // namespace heedmap::heatmap
