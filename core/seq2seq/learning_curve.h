// What the curve of losses of a training run says about it.
#pragma once

#include <cstdint>
#include <span>

namespace heedmap::seq2seq {

enum class CurveShape : std::uint8_t {
    tooShort,    // nothing can be said yet
    falling,     // go on
    plateau,     // as low as it gets, or stuck: lower the rate, or stop
    oscillation, // up and down around a level: halve the rate
    diverging,   // rising far above where it was, or not back from there: halve the rate, clip the gradient, go back
    notFinite,   // NaN or ∞: go back to the last good weights
};

// `losses` holds one number a step, first step first.
CurveShape recognizeCurve(std::span<const double> losses);

} // namespace heedmap::seq2seq
