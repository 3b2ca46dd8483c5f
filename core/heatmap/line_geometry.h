// Where the lines view puts things: keys at the left, queries at the right, both from the top with one step, and a line
// for each weight of each series (panel), as wide as the weight is large.
#pragma once

#include "core/heatmap/cell_geometry.h"

#include <functional>

namespace heedmap::heatmap {

// Longer sequences are not drawn as lines.
inline constexpr Index mostLineTokens = 60;

struct LineGeometry {
    Index rows = 0;    // queries
    Index columns = 0; // keys
    int series = 1;    // drawn beside each other within a token's height
    Rect area;         // lines run from its left to its right edge

    // From one token to the next; as large as fits, at most largestStep.
    double step() const;
    double widest() const; // of a line: position 1 of the value range
    static constexpr double largestStep = 44;
    static constexpr double mostWidth = 14;

    // Middles of the lines' ends. `which` counts the series.
    Point start(Index column, int which) const;
    Point end(Index row, int which) const;
    // A line runs level at both ends: y = start + (end − start)(3u² − 2u³), u = 0 … 1 from left to right. As a Bézier
    // curve its inner points are at u = 1/3 and 2/3, level with the ends.
    double yAt(Cell cell, int which, double x) const;

    // The token level with `y`; none above the first and below the last.
    std::optional<Index> rowAt(double y) const;
    std::optional<Index> columnAt(double y) const;

    struct Hit {
        Cell cell;
        int which = 0;
        friend bool operator==(const Hit&, const Hit&) = default;
    };
    // The line that `point` lies on or is at most `tolerance` pixels away from; the nearest, of several that lie below
    // the point the widest. `width` says how wide a line is drawn; 0: it is not there.
    std::optional<Hit> lineAt(Point point, double tolerance,
                              const std::function<double(Cell cell, int which)>& width) const;

    friend bool operator==(const LineGeometry&, const LineGeometry&) = default;

private:
    double level(Index token, int which) const;
    std::optional<Index> tokenAt(double y, Index count) const;
};

} // namespace heedmap::heatmap
