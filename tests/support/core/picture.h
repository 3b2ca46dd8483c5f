// Pixels drawn by rasterize(), for tests to look at.
#pragma once

#include "core/heatmap/raster.h"

#include <iosfwd>
#include <vector>

namespace heedmap::heatmap {
void PrintTo(const Rgba& color, std::ostream* out);
} // namespace heedmap::heatmap

namespace heedmap::test {

struct Picture {
    Index width = 0;
    Index height = 0;
    std::vector<heatmap::Rgba> pixels;
    const heatmap::Rgba& at(Index x, Index y) const { return pixels[static_cast<std::size_t>(y * width + x)]; }
};

// What the view of `geometry` shows; `pyramid` may be null.
Picture drawn(const attention::AlphaSource& source, const heatmap::Pyramid* pyramid,
              const heatmap::CellGeometry& geometry, const heatmap::RasterStyle& style);

heatmap::CellGeometry geometryOf(const attention::AlphaSource& source, double cellWidth, double cellHeight,
                                 heatmap::Point origin, double width, double height);

// Neither patterns nor notches, and a ground that no map and no mark has.
heatmap::RasterStyle plainStyle();

} // namespace heedmap::test
