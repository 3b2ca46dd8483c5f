// A picture file as pixels.
#pragma once

#include "tests/support/core/picture.h"

#include <string>

namespace heedmap::test {

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
