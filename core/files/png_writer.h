// PNG, a line at a time, so that a picture of any size needs the memory of a strip.
#pragma once

#include "core/files/output_file.h"
#include "core/heatmap/color_map.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace heedmap::files {

struct PngText {
    std::string keyword; // Latin-1, 1 … 79 bytes
    std::string text;    // UTF-8, compressed where that is shorter
};

// What the pixels need: a picture of opaque ones is written without alpha, whatever alpha they have.
enum class PngPixels : std::uint8_t { opaque, transparent };

// `line(y, pixels)` fills the pixels of line y; called for y = 0 … height − 1 in order. dotsPerInch 0: not stated.
// `problem` is asked when all lines are there: what it tells is wrong with them.
// Precondition: width and height are at least 1. Errors: cannotCreate, cannotWrite, writingStopped, `problem`; nothing
// is left behind then.
Result<void> writePng(const std::string& path, std::int32_t width, std::int32_t height, double dotsPerInch,
                      const std::vector<PngText>& texts,
                      const std::function<void(std::int32_t y, std::span<heatmap::Rgba> pixels)>& line,
                      PngPixels pixels = PngPixels::opaque, std::stop_token stop = {},
                      const std::function<std::optional<Error>()>& problem = {});

} // namespace heedmap::files
