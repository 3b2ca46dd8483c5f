// From α to RGBA pixels without any toolkit.
#pragma once

#include "core/heatmap/cell_geometry.h"
#include "core/heatmap/color_map.h"
#include "core/heatmap/pyramid.h"
#include "core/heatmap/value_range.h"

#include <span>

namespace heedmap::heatmap {

struct RasterStyle {
    ValueRange range;
    ColorMap map;
    Pooling pooling = Pooling::max;
    bool dark = false;           // chooses the mark colors
    Rgba background{0, 0, 0, 0}; // where there is no cell
    bool clippedNotches = true;  // in cells of at least 8 pixels
};

// Fills width × height pixels (row-major, `stride` pixels a line) with the part of the picture that `geometry` shows.
// A cell of one pixel or more is drawn from the source, each pixel taking the cell under its centre; below one pixel a
// cell, each pixel takes the pooled value of all cells that it covers (at least one whole pyramid cell: nothing between
// two samples is lost; with Pooling::max a single bright cell is always visible). `pyramid` may be null: then it is
// pooled from the source itself.
void rasterize(const AlphaSource& source, const Pyramid* pyramid, const CellGeometry& geometry,
               const RasterStyle& style, std::span<Rgba> pixels, Index width, Index height, Index stride);

// The color of a single cell, as rasterize() fills it (pattern and notch apart).
Rgba colorOf(const AlphaSource& source, Cell cell, const RasterStyle& style);
// The color for a value or a mark.
Rgba colorOf(double value, Mark mark, const RasterStyle& style);

} // namespace heedmap::heatmap
