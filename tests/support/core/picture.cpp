#include "tests/support/core/picture.h"

#include <ostream>

namespace heedmap::heatmap {

void PrintTo(const Rgba& color, std::ostream* out) {
    *out << int{color.r} << "," << int{color.g} << "," << int{color.b} << "," << int{color.a};
}

} // namespace heedmap::heatmap

namespace heedmap::test {

using namespace heedmap::heatmap;

Picture drawn(const AlphaSource& source, const Pyramid* pyramid, const CellGeometry& geometry,
              const RasterStyle& style) {
    const auto width = static_cast<Index>(geometry.viewWidth);
    const auto height = static_cast<Index>(geometry.viewHeight);
    Picture picture{width, height, std::vector<Rgba>(static_cast<std::size_t>(width * height), Rgba{9, 9, 9, 9})};
    rasterize(source, pyramid, geometry, style, picture.pixels, width, height, width);
    return picture;
}

CellGeometry geometryOf(const AlphaSource& source, double cellWidth, double cellHeight, Point origin, double width,
                        double height) {
    return {source.rows(), source.columns(), cellWidth, cellHeight, origin, width, height};
}

RasterStyle plainStyle() {
    RasterStyle style;
    style.background = {1, 2, 3, 4};
    style.patterns = false;
    style.clippedNotches = false;
    return style;
}

} // namespace heedmap::test
