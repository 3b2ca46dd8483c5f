// One axis of the mapping between cells and pixels. Whether a point belongs to a cell is decided by the very edges that
// edgeOf() gives, so that no rounding makes a picture and its read-out disagree.
#pragma once

#include "core/index.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace heedmap::heatmap {

// Pixels by which an edge may be off by rounding. What is drawn does not depend on less than this, so that a picture
// drawn in parts, each with its own origin, is the same as one drawn at once.
inline constexpr double edgeRounding = 1e-7;

// Where index i begins, in pixels.
inline double edgeOf(Index i, double origin, double size) {
    return origin + static_cast<double>(i) * size;
}

// The index whose [edgeOf(i), edgeOf(i + 1)) holds `point`; -1 before the first and `count` after the last.
inline Index indexAt(double point, double origin, double size, Index count) {
    const double guess = std::floor((point - origin) / size);
    if (!(guess >= -1))
        return -1;
    Index i = guess >= static_cast<double>(count) ? count : static_cast<Index>(guess);
    while (i < count && edgeOf(i + 1, origin, size) <= point)
        ++i;
    while (i >= 0 && edgeOf(i, origin, size) > point)
        --i;
    return i;
}

// The indices of which [low, high) shows at least a part.
inline std::pair<Index, Index> indicesWithin(double low, double high, double origin, double size, Index count) {
    const Index begin = std::clamp<Index>(indexAt(low, origin, size, count), 0, count);
    Index end = std::clamp<Index>(indexAt(high, origin, size, count) + 1, begin, count);
    while (end > begin && edgeOf(end - 1, origin, size) >= high)
        --end;
    return {begin, end};
}

// The index under the centre of a pixel.
inline Index indexUnderCentre(Index pixel, double origin, double size, Index count) {
    return indexAt(static_cast<double>(pixel) + 0.5 + edgeRounding, origin, size, count);
}

// The first pixel whose centre index i is under.
inline Index firstPixelOf(Index i, double origin, double size) {
    return static_cast<Index>(std::ceil(edgeOf(i, origin, size) - 0.5 - edgeRounding));
}

// The indices of which a pixel covers at least a part.
inline std::pair<Index, Index> indicesUnder(Index pixel, double origin, double size, Index count) {
    const auto left = static_cast<double>(pixel);
    return indicesWithin(left + edgeRounding, left + 1 - edgeRounding, origin, size, count);
}

} // namespace heedmap::heatmap
