#include "core/heatmap/color_lookup.h"

#include "core/kernels/pooling.h"
#include "core/result.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

namespace heedmap::heatmap {

namespace {

std::size_t tableIndex(double position) {
    return static_cast<std::size_t>(std::min(256 * std::max(0.0, position), 255.0));
}

// Positive float32 are ordered as their bits are.
float floatAt(std::uint32_t bits) {
    return std::bit_cast<float>(bits);
}

// The smallest positive float32 whose color is `index` or a later one, searched outwards from where it should be.
float thresholdOf(const ValueRange& range, std::size_t index) {
    constexpr std::uint32_t first = 1;
    constexpr std::uint32_t last = 0x7F800000; // +∞
    const auto reaches = [&](std::uint32_t bits) {
        return tableIndex(range.position(static_cast<double>(floatAt(bits)))) >= index;
    };
    const auto guess = static_cast<float>(range.valueAt(static_cast<double>(index) / 256));
    std::uint32_t below = std::clamp(std::bit_cast<std::uint32_t>(std::max(guess, 0.0F)), first, last);
    std::uint32_t above = below;
    for (std::uint32_t step = 1; below > first && reaches(below); step *= 2)
        below = below - first > step ? below - step : first;
    for (std::uint32_t step = 1; above < last && !reaches(above); step *= 2)
        above = last - above > step ? above + step : last;
    if (reaches(below))
        return floatAt(below);
    while (above - below > 1) {
        const std::uint32_t middle = below + (above - below) / 2;
        (reaches(middle) ? above : below) = middle;
    }
    return floatAt(above);
}

} // namespace

ColorLookup::ColorLookup(const RasterStyle& style)
    : range_(style.range)
    , table_(style.map.table()) {
    const MarkColors& colors = markColors(style.dark);
    markColors_ = {table_[0], colors.masked, colors.nan, colors.positiveInfinity, colors.negativeInfinity};
    std::memcpy(words_.data(), table_.data(), sizeof words_);
    const double span = range_.high - range_.low;
    isPlain_ = range_.scale != Scale::log && span > 0 && std::isfinite(span);
    if (range_.scale == Scale::log)
        findThresholds();
}

void ColorLookup::findThresholds() {
    thresholds_.front() = -std::numeric_limits<float>::infinity();
    thresholds_.back() = std::numeric_limits<float>::infinity();
    for (std::size_t i = 1; i < 256; ++i)
        thresholds_[i] = thresholdOf(range_, i);
    firstBits_ = std::bit_cast<std::uint32_t>(thresholds_[1]) - 1; // one before, where the color is still the first
    const std::uint32_t reach = std::bit_cast<std::uint32_t>(thresholds_[255]) - firstBits_;
    while (reach >> partShift_ >= parts)
        ++partShift_;
    least_ = floatAt(firstBits_);
    most_ = thresholds_[255];
    std::size_t index = 0;
    for (std::uint32_t part = 0; part <= reach >> partShift_; ++part) {
        const float first = floatAt(firstBits_ + (part << partShift_));
        while (index < 255 && first >= thresholds_[index + 1])
            ++index;
        partIndices_[part] = static_cast<std::uint8_t>(index);
    }
}

std::size_t ColorLookup::logIndexOf(float value) const {
    const float within = std::min(std::max(least_, value), most_);
    std::size_t index = partIndices_[(std::bit_cast<std::uint32_t>(within) - firstBits_) >> partShift_];
    while (index < 255 && within >= thresholds_[index + 1])
        ++index;
    return index;
}

std::size_t ColorLookup::indexOf(float value) const {
    return range_.scale == Scale::log ? logIndexOf(value) : tableIndex(range_.position(static_cast<double>(value)));
}

std::size_t ColorLookup::indexOf(double value) const {
    return tableIndex(range_.position(value));
}

template <class T>
void ColorLookup::numberColors(const T* values, std::size_t count, Rgba* out) const {
    if (!isPlain_) {
        for (std::size_t i = 0; i < count; ++i)
            out[i] = table_[indexOf(values[i])];
        return;
    }
    // ValueRange::position() written out. An index does not see the last digit in which that may differ where a value
    // is clipped.
    kernels::colorNumbers(values, static_cast<Index>(count),
                          {range_.low, range_.high - range_.low, range_.scale == Scale::sqrt, words_.data()},
                          reinterpret_cast<std::uint8_t*>(out));
}

void ColorLookup::colors(const float* values, const Mark* marks, std::size_t count, Rgba* out) const {
    numberColors(values, count, out);
    setMarkColors(marks, count, out);
}

void ColorLookup::colors(const double* values, const Mark* marks, std::size_t count, Rgba* out) const {
    numberColors(values, count, out);
    setMarkColors(marks, count, out);
}

void ColorLookup::setMarkColors(const Mark* marks, std::size_t count, Rgba* out) const {
    for (std::size_t i = 0; i < count; ++i) {
        if (marks[i] != Mark::number)
            out[i] = markColors_[static_cast<std::size_t>(marks[i])];
    }
}

Rgba ColorLookup::colorOf(float value, Mark mark) const {
    return mark == Mark::number ? table_[indexOf(value)] : markColors_[static_cast<std::size_t>(mark)];
}

Rgba colorOf(double value, Mark mark, const RasterStyle& style) {
    const MarkColors& colors = markColors(style.dark);
    switch (mark) {
    case Mark::number:
        return style.map.at(style.range.position(value));
    case Mark::masked:
        return colors.masked;
    case Mark::nan:
        return colors.nan;
    case Mark::positiveInfinity:
        return colors.positiveInfinity;
    case Mark::negativeInfinity:
        return colors.negativeInfinity;
    }
    HEEDMAP_EXPECTS(false);
    return {};
}

Rgba colorOf(const AlphaSource& source, Cell cell, const RasterStyle& style) {
    double value = 0;
    Mark mark = Mark::number;
    source.preciseTile(Rows{cell.row, cell.row + 1}, Columns{cell.column, cell.column + 1}, {&value, 1}, {&mark, 1});
    return colorOf(value, mark, style);
}

} // namespace heedmap::heatmap
