#include "core/seq2seq/learning_curve.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace heedmap::seq2seq {

namespace {

double meanOf(std::span<const double> values) {
    return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

// Least-squares line through a window.
struct FittedLine {
    double fall = 0;      // from the first step of the window to the last
    double deviation = 0; // of the losses from the line
    double error = 0;     // standard error of `fall`
};

FittedLine fitLine(std::span<const double> values) {
    const auto n = static_cast<double>(values.size());
    const double middle = (n - 1) / 2;
    const double mean = meanOf(values);
    double products = 0;
    double squares = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
        const double x = static_cast<double>(i) - middle;
        products += x * (values[i] - mean);
        squares += x * x;
    }
    const double slope = products / squares;
    double residual = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
        const double off = values[i] - mean - slope * (static_cast<double>(i) - middle);
        residual += off * off;
    }
    const double deviation = std::sqrt(residual / (n - 2));
    return {-slope * (n - 1), deviation, deviation / std::sqrt(squares) * (n - 1)};
}

// The lowest mean of `width` neighbours.
double lowestMean(std::span<const double> values, std::size_t width) {
    double lowest = meanOf(values.first(width));
    for (std::size_t i = 1; i + width <= values.size(); ++i)
        lowest = std::min(lowest, meanOf(values.subspan(i, width)));
    return lowest;
}

// Whether the mean of `width` neighbours rose by `far` above the lowest before, and has not come near that again since.
bool jumpedAndStayed(std::span<const double> values, std::size_t width, double far, double near) {
    double lowest = meanOf(values.first(width));
    bool jumped = false;
    for (std::size_t i = 1; i + width <= values.size(); ++i) {
        const double mean = meanOf(values.subspan(i, width));
        if (mean > lowest + far)
            jumped = true;
        else if (mean <= lowest + near)
            jumped = false;
        lowest = std::min(lowest, mean);
    }
    return jumped;
}

} // namespace

CurveShape recognizeCurve(std::span<const double> losses) {
    constexpr std::size_t few = 5;
    constexpr std::size_t window = 100;
    constexpr std::size_t least = 20;
    const std::size_t recent = std::min<std::size_t>(losses.size(), few);
    if (!std::all_of(losses.end() - static_cast<std::ptrdiff_t>(recent), losses.end(),
                     [](double loss) { return std::isfinite(loss); }))
        return CurveShape::notFinite;
    // Only what came after the last NaN or ∞ counts: there the run began anew.
    const auto bad = std::find_if_not(losses.rbegin(), losses.rend(), [](double loss) { return std::isfinite(loss); });
    losses = losses.last(static_cast<std::size_t>(bad - losses.rbegin()));
    if (losses.size() < few + 1)
        return CurveShape::tooShort;
    const double now = meanOf(losses.last(few));
    const double best = std::min(losses.front(), lowestMean(losses, few));
    // The scale that "far" and "flat" are measured by: what there was to be learnt.
    const double scale = std::max(losses.front(), best);
    if (now > best + 0.5 * scale || jumpedAndStayed(losses, few, 2 * scale, 0.25 * scale))
        return CurveShape::diverging;
    if (losses.size() < least)
        return CurveShape::tooShort;
    const std::span<const double> last = losses.last(std::min(losses.size(), window));
    const FittedLine line = fitLine(last);
    const double level = std::max(meanOf(last), 1e-12);
    if (line.fall > 3 * line.error && line.fall > 0.02 * level)
        return CurveShape::falling;
    return line.deviation > 0.1 * scale ? CurveShape::oscillation : CurveShape::plateau;
}

} // namespace heedmap::seq2seq
