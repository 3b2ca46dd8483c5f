// α as a PNG without frame, labels or numbers: only cells. Neither the picture nor the matrix is held as a whole.
#pragma once

#include "core/files/png_writer.h"
#include "core/heatmap/raster.h"

namespace heedmap::files {

inline constexpr ErrorKind nothingToDraw{
    HEEDMAP_MESSAGE("Error", "the matrix has %1 rows and %2 columns, so there is no cell to draw")};
inline constexpr ErrorKind pictureTooLarge{
    HEEDMAP_MESSAGE("Error", "a PNG of %1×%2 pixels is too large; give a size of at most 2147483647 on each side")};

struct BarePicture {
    Index width = 0; // pixels; 0 stands for one pixel a cell
    Index height = 0;
    double dotsPerInch = 0; // not stated
    std::vector<PngText> texts;
};

// The whole matrix fills the whole picture: below one pixel a cell it is pooled, above it is magnified, exactly as
// rasterize() draws it; no pixel is without a cell.
// `pyramid` is that of the source or null, as for rasterize().
// Errors: nothingToDraw, pictureTooLarge, what the source could not read, and those of writePng().
Result<void> writeBarePicture(const std::string& path, const attention::AlphaSource& source,
                              const heatmap::Pyramid* pyramid, const heatmap::RasterStyle& style,
                              const BarePicture& picture = {}, std::stop_token stop = {},
                              const heatmap::Progress& progress = {});

// The level that such a picture is drawn from; 0: the source itself.
int levelOf(const BarePicture& picture, const attention::AlphaSource& source);

} // namespace heedmap::files
