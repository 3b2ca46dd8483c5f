// Patterns and notches of raster.h.
#include "core/heatmap/raster.h"

#include "core/result.h"

#include <algorithm>

namespace heedmap::heatmap {

namespace {

// x modulo `period`, 0 or more also for pixels before the corner.
Index wrapped(Index x, Index period) {
    const Index rest = x % period;
    return rest < 0 ? rest + period : rest;
}

// Signs of five pixels, one in each square of eight.
constexpr Index square = 8;
constexpr Index first = 1;
constexpr Index middle = 3;
constexpr Index last = 5;

} // namespace

Rgba patternColor(Mark mark, Index x, Index y, bool dark) {
    HEEDMAP_EXPECTS(mark != Mark::number);
    const MarkColors& colors = markColors(dark);
    if (mark == Mark::masked)
        return wrapped(x + y, 6) == 0 ? colors.maskedLine : colors.masked;
    const Index u = wrapped(x, square);
    const Index v = wrapped(y, square);
    const bool within = u >= first && u <= last && v >= first && v <= last;
    switch (mark) {
    case Mark::nan:
        return within && (u == v || u + v == first + last) ? colors.nanLine : colors.nan;
    case Mark::positiveInfinity:
        return within && (u == middle || v == middle) ? colors.positiveInfinityLine : colors.positiveInfinity;
    default:
        return within && v == middle ? colors.negativeInfinityLine : colors.negativeInfinity;
    }
}

Index notchSize(double cellWidth, double cellHeight) {
    const double smaller = std::min(cellWidth, cellHeight);
    return smaller < smallestNotched ? 0 : std::clamp<Index>(static_cast<Index>(smaller / 4), 3, 8);
}

} // namespace heedmap::heatmap
