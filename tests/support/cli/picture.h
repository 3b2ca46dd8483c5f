// A picture file as pixels.
#pragma once

#include "core/heatmap/color_map.h"
#include "core/index.h"

#include <string>
#include <vector>

namespace heedmap::test {

struct Picture {
    Index width = 0;
    Index height = 0;
    std::vector<heatmap::Rgba> pixels;

    heatmap::Rgba at(Index x, Index y) const { return pixels[static_cast<std::size_t>(y * width + x)]; }
};

// Empty, and the running test fails, where the file is no PNG.
Picture readPicture(const std::string& path);

// The largest rectangle around the middle of the longest row of pixels of exactly this color: the cells of a matrix
// that is the same everywhere.
struct Block {
    Index x = 0, y = 0, width = 0, height = 0;
    bool whole = true; // every pixel of it has the color
};
Block blockOf(const Picture& picture, heatmap::Rgba color);

} // namespace heedmap::test
