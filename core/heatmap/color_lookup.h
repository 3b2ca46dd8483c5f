// Private to the raster: colors of many values, exactly those that colorOf() gives.
#pragma once

#include "core/heatmap/raster.h"

#include <array>

namespace heedmap::heatmap {

class ColorLookup {
public:
    explicit ColorLookup(const RasterStyle& style);

    void colors(const float* values, const Mark* marks, std::size_t count, Rgba* out) const;
    void colors(const double* values, const Mark* marks, std::size_t count, Rgba* out) const;
    Rgba colorOf(float value, Mark mark) const;
    // A float32 is held against the limits as float32: the rounding of a value must not make it look clipped.
    bool isBelow(float value) const { return value < static_cast<float>(range_.low); }
    bool isAbove(float value) const { return value > static_cast<float>(range_.high); }
    bool isBelow(double value) const { return value < range_.low; }
    bool isAbove(double value) const { return value > range_.high; }

private:
    std::size_t indexOf(float value) const;
    std::size_t indexOf(double value) const;
    std::size_t logIndexOf(float value) const;
    template <class T>
    void numberColors(const T* values, std::size_t count, Rgba* out) const;
    void setMarkColors(const Mark* marks, std::size_t count, Rgba* out) const;
    void findThresholds();

    ValueRange range_;
    std::array<Rgba, 256> table_;
    std::array<std::uint32_t, 256> words_; // the same, for the loop
    std::array<Rgba, 5> markColors_;       // by Mark; the one of numbers is not used
    bool isPlain_;                         // linear or square root between limits whose distance is a number above 0

    // Logarithmic. Entry k is the smallest float32 whose color is k or a later one; the last is +∞.
    std::array<float, 257> thresholds_{};
    // The bits of positive float32 grow about as their logarithm does: those from firstBits_ on are divided into equal
    // parts, each with the index of its first number, so that next to nothing is left to search.
    static constexpr std::uint32_t parts = 4096;
    std::array<std::uint8_t, parts> partIndices_{};
    std::uint32_t firstBits_ = 0;
    int partShift_ = 0;
    float least_ = 0; // numbers are taken within these, where the parts are
    float most_ = 0;
};

} // namespace heedmap::heatmap
