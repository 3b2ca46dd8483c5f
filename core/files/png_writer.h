// PNG, a line at a time, so that a picture of any size needs the memory of a strip.
#pragma once

#include "core/files/output_file.h"
#include "core/heatmap/color_map.h"

#include <functional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace heedmap::files {

struct PngText {
    std::string keyword; // Latin-1, 1 … 79 bytes
    std::string text;    // UTF-8, compressed where that is shorter
};

// `line(y, pixels)` fills the pixels of line y; called for y = 0 … height − 1 in order. Fully opaque pictures are
// written as RGB. dotsPerInch 0: not stated. Errors: cannotCreate, cannotWrite.
Result<void> writePng(const std::string& path, std::int32_t width, std::int32_t height, double dotsPerInch,
                      const std::vector<PngText>& texts,
                      const std::function<void(std::int32_t y, std::span<heatmap::Rgba> pixels)>& line);

} // namespace heedmap::files
