// Private to the alpha sources: numbers as they are stored become values and marks.
#pragma once

#include "core/attention/alpha_source.h"
#include "core/kernels/pooling.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace heedmap::attention {

inline void expectInside(const AlphaSource& source, Rows rows, Columns columns, std::size_t values, std::size_t marks) {
    HEEDMAP_EXPECTS(0 <= rows.begin && rows.begin <= rows.end && rows.end <= source.rows());
    HEEDMAP_EXPECTS(0 <= columns.begin && columns.begin <= columns.end && columns.end <= source.columns());
    const auto count = static_cast<std::size_t>(rows.size() * columns.size());
    HEEDMAP_EXPECTS(values == count && marks == count);
}

// A number that float32 cannot hold is drawn as the largest it can: it must not become an infinity.
inline float drawable(double value) {
    constexpr double largest = std::numeric_limits<float>::max();
    return static_cast<float>(std::clamp(value, -largest, largest));
}

template <class T>
void setCell(T stored, float& value, Mark& mark) {
    mark = std::isfinite(stored) ? Mark::number : markOf(static_cast<double>(stored));
    value = mark == Mark::number ? drawable(static_cast<double>(stored)) : 0.0F;
}

// Marks of numbers that are in place; 0 is put where there is no number.
inline void markCells(std::span<float> values, std::span<Mark> marks) {
    kernels::markNumbers(values.data(), static_cast<Index>(values.size()),
                         reinterpret_cast<std::uint8_t*>(marks.data()));
}

} // namespace heedmap::attention
