// A curve of losses made smooth: a geometric mean over about the last ten, so that it follows a loss that falls by a
// factor rather than by an amount.
#pragma once

#include <cmath>

namespace heedmap {

// Exponential moving average of the logarithms, without the pull of a made-up beginning; what has none is passed over.
class Smoothing {
public:
    double next(double value) {
        if (std::isfinite(value) && value > 0) {
            sum_ = keep * sum_ + std::log(value);
            weight_ = keep * weight_ + 1;
        }
        return weight_ == 0 ? value : std::exp(sum_ / weight_);
    }

private:
    static constexpr double keep = 0.9;
    double sum_ = 0;
    double weight_ = 0;
};

} // namespace heedmap
