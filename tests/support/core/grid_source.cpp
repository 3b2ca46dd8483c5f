#include "tests/support/core/grid_source.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

namespace heedmap::test {

using attention::Mark;

namespace {

Mark markFor(double value) {
    if (std::isnan(value))
        return Mark::nan;
    if (std::isinf(value))
        return value > 0 ? Mark::positiveInfinity : Mark::negativeInfinity;
    return Mark::number;
}

} // namespace

GridSource::GridSource(Index rows, Index columns, double value)
    : GridSource(rows, columns, [value](Index, Index) { return value; }) {}

GridSource::GridSource(Index rows, Index columns, const std::function<double(Index, Index)>& value)
    : rows_(rows)
    , columns_(columns)
    , values_(static_cast<std::size_t>(rows * columns))
    , marks_(values_.size()) {
    for (Index i = 0; i < rows; ++i) {
        for (Index j = 0; j < columns; ++j)
            set(i, j, value(i, j));
    }
}

GridSource::GridSource(std::initializer_list<std::initializer_list<double>> values)
    : GridSource(static_cast<Index>(values.size()), static_cast<Index>(values.begin()->size())) {
    Index i = 0;
    for (const auto& row : values) {
        Index j = 0;
        for (const double value : row)
            set(i, j++, value);
        ++i;
    }
}

GridSource& GridSource::set(Index row, Index column, double value) {
    values_[place(row, column)] = value;
    marks_[place(row, column)] = markFor(value);
    return *this;
}

GridSource& GridSource::mask(Index row, Index column) {
    values_[place(row, column)] = 0;
    marks_[place(row, column)] = Mark::masked;
    return *this;
}

void GridSource::tile(Rows rows, Columns columns, std::span<float> values, std::span<Mark> marks) const {
    constexpr double largest = std::numeric_limits<float>::max();
    std::size_t at = 0;
    for (Index i = rows.begin; i < rows.end; ++i) {
        for (Index j = columns.begin; j < columns.end; ++j, ++at) {
            marks[at] = marks_[place(i, j)];
            // Numbers beyond float32 are the largest it has, as a source has to give them.
            const double drawable = std::clamp(values_[place(i, j)], -largest, largest);
            values[at] = marks[at] == Mark::number ? static_cast<float>(drawable) : 0.0F;
        }
    }
}

double noise(Index row, Index column) {
    auto bits = static_cast<std::uint64_t>(row) * 0x9E3779B97F4A7C15U + static_cast<std::uint64_t>(column) + 1;
    bits ^= bits >> 30;
    bits *= 0xBF58476D1CE4E5B9U;
    bits ^= bits >> 27;
    bits *= 0x94D049BB133111EBU;
    bits ^= bits >> 31;
    return static_cast<double>(bits >> 40) / static_cast<double>(1U << 24);
}

} // namespace heedmap::test
