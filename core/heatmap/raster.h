// From α to RGBA pixels without any toolkit.
#pragma once

#include "core/heatmap/cell_geometry.h"
#include "core/heatmap/color_map.h"
#include "core/heatmap/pyramid.h"
#include "core/heatmap/value_range.h"

#include <span>

namespace heedmap::heatmap {

// exact: every pixel from all of its cells. atHand: from the levels that the pyramid keeps alone, as coarse as they may
// be, without touching the source; for who cannot wait for a slow one.
enum class Detail : std::uint8_t { exact, atHand };

struct RasterStyle {
    ValueRange range;
    ColorMap map;
    Pooling pooling = Pooling::max;
    bool dark = false;           // chooses the mark colors
    Rgba background{0, 0, 0, 0}; // where there is no cell
    bool patterns = true;        // of marks, in cells of at least `smallestPatterned` pixels
    bool clippedNotches = true;  // in cells of at least `smallestNotched` pixels
    Detail detail = Detail::exact;
};
inline constexpr double smallestPatterned = 4;
inline constexpr double smallestNotched = 8;

// Fills width × height pixels (row-major, `stride` pixels a line) with the part of the picture that `geometry` shows.
//
// Cells of one pixel or more are drawn from the source; each pixel takes the cell under its centre.
//
// Below one pixel a cell (on either axis), each pixel stands for all cells that it covers at least in part, widened to
// whole cells of pyramid level poolingLevel(): nothing between two samples is lost, and with Pooling::max a single
// bright cell is visible at every zoom. Pooling::mean weighs by the area covered. What is not a number prevails as it
// would in arithmetic: max shows NaN before +∞ before numbers before −∞ before masked; mean shows NaN (also for +∞
// with −∞) before ±∞ before numbers before masked.
//
// `pyramid` is that of `source`. Where it does not keep the level, is only a sample, or is null, the source itself is
// pooled, which gives the same pixels (means but for rounding). Stopped, it leaves some pixels as they were.
void rasterize(const AlphaSource& source, const Pyramid* pyramid, const CellGeometry& geometry,
               const RasterStyle& style, std::span<Rgba> pixels, Index width, Index height, Index stride,
               std::stop_token stop = {});

// The level whose cells are the largest that are no larger than a pixel; 0 is the source.
int poolingLevel(const CellGeometry& geometry);

// The color of a single cell, as rasterize() fills it (pattern and notch apart).
Rgba colorOf(const AlphaSource& source, Cell cell, const RasterStyle& style);
// The color for a value or a mark. Entry min(⌊256·position⌋, 255) of the map where `mark` is number.
Rgba colorOf(double value, Mark mark, const RasterStyle& style);

// The pattern that fills cells with this mark: the color at pixel (x, y), counted from the corner of the cell, for
// masked cells from the corner of the matrix, so that the hatching runs on from cell to cell. Precondition: not number.
Rgba patternColor(Mark mark, Index x, Index y, bool dark);

// The notch of a clipped cell: a triangle whose legs have this many pixels, in the upper right corner where the value
// is above the limits, in the lower left where it is below. 0 for cells too small to have one.
Index notchSize(double cellWidth, double cellHeight);

} // namespace heedmap::heatmap
