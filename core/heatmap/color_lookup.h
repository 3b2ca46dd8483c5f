// Private to the raster: colors of many float32 values, exactly those that colorOf() gives.
#pragma once

#include "core/heatmap/raster.h"

#include <array>

namespace heedmap::heatmap {

class ColorLookup {
public:
    explicit ColorLookup(const RasterStyle& style);

    void colors(const float* values, const Mark* marks, std::size_t count, Rgba* out) const;
    Rgba colorOf(float value, Mark mark) const;
    bool isBelow(float value) const { return static_cast<double>(value) < range_.low; }
    bool isAbove(float value) const { return static_cast<double>(value) > range_.high; }

private:
    std::size_t indexOf(float value) const;
    void numberColors(const float* values, std::size_t count, Rgba* out) const;

    ValueRange range_;
    std::array<Rgba, 256> table_;
    std::array<Rgba, 5> markColors_; // by Mark; the one of numbers is not used
    bool isPlain_;                   // linear or square root between limits whose distance is a number above 0
    // Logarithmic: entry k is the smallest float32 whose color is k or a later one.
    std::array<float, 256> thresholds_{};
};

} // namespace heedmap::heatmap
