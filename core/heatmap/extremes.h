// Private to the pyramid: the limits of numbers while they are being read.
#pragma once

#include "core/heatmap/pyramid.h"

#include <limits>
#include <vector>

namespace heedmap::heatmap {

class Extremes {
public:
    // −∞ stands where there is no number.
    void takeNumbers(const float* numbers, std::size_t count);
    void takeNumbers(const double* numbers, std::size_t count);
    // Numbers as AlphaSource::tile() or preciseTile() gives them; `room` is for a copy of those that have marks among
    // them.
    template <class T>
    void takeCells(const T* values, const Mark* marks, std::size_t count, std::vector<T>& room);
    void takeMarks(const Mark* marks, std::size_t count);
    void join(const Extremes& other);
    ValueSummary summary() const;

private:
    double smallest_ = std::numeric_limits<double>::infinity();
    double largest_ = -std::numeric_limits<double>::infinity();
    double smallestPositive_ = std::numeric_limits<double>::infinity();
    Index counts_[5] = {0, 0, 0, 0, 0};
};

} // namespace heedmap::heatmap
