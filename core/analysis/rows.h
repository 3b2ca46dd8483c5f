// Rows of weights, and means of what exists of them.
#pragma once

#include "core/attention/alpha_source.h"

#include <cmath>
#include <optional>
#include <span>
#include <vector>

namespace heedmap::analysis {

using attention::rowOf;

bool holdsWeight(std::span<const double> p);
// 0 … 1, give or take sumTolerance of statistics.h.
bool areWeights(std::span<const double> p);
// Weights whose sum is 1 within sumTolerance, or nothing at all (a row that allows no key).
bool areDistribution(std::span<const double> p);

// The mean of what was added; nothing where nothing was, or where some of it was no number.
class Mean {
public:
    void add(double value) {
        sum_ += value;
        ++count_;
    }
    std::optional<double> value() const {
        const double mean = sum_ / static_cast<double>(count_);
        return count_ > 0 && std::isfinite(mean) ? std::optional(mean) : std::nullopt;
    }

private:
    double sum_ = 0;
    Index count_ = 0;
};

} // namespace heedmap::analysis
