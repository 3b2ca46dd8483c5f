#include "core/attention/alpha_source.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>

namespace heedmap::attention {

namespace {

void expectInside(const AlphaSource& source, Rows rows, Columns columns, std::size_t values, std::size_t marks) {
    HEEDMAP_EXPECTS(0 <= rows.begin && rows.begin <= rows.end && rows.end <= source.rows());
    HEEDMAP_EXPECTS(0 <= columns.begin && columns.begin <= columns.end && columns.end <= source.columns());
    const auto count = static_cast<std::size_t>(rows.size() * columns.size());
    HEEDMAP_EXPECTS(values == count && marks == count);
}

// A number that float32 cannot hold is drawn as the largest it can: it must not become an infinity.
float drawable(double value) {
    constexpr double largest = std::numeric_limits<float>::max();
    return static_cast<float>(std::clamp(value, -largest, largest));
}

// Without a branch, so that several are looked at a time: nearly every matrix is finite throughout.
bool areFinite(std::span<const float> values) {
    constexpr std::uint32_t exponent = 0x7F800000;
    std::uint32_t others = 0;
    for (const float value : values)
        others |= (std::bit_cast<std::uint32_t>(value) & exponent) == exponent ? 1U : 0U;
    return others == 0;
}

template <class T>
void setCell(T stored, float& value, Mark& mark) {
    mark = std::isfinite(stored) ? Mark::number : markOf(static_cast<double>(stored));
    value = mark == Mark::number ? drawable(static_cast<double>(stored)) : 0.0F;
}

// Marks of numbers that are in place; 0 is put where there is no number.
void markCells(std::span<float> values, std::span<Mark> marks) {
    if (areFinite(values)) {
        std::fill(marks.begin(), marks.end(), Mark::number);
        return;
    }
    for (std::size_t i = 0; i < values.size(); ++i)
        setCell(values[i], values[i], marks[i]);
}

bool isAllowed(const BoolMatrix& allowed, Index row, Index column) {
    return allowed.size() == 0 || allowed(row, column) != 0;
}

template <class T>
void denseTile(const Matrix<T>& matrix, const BoolMatrix& allowed, Rows rows, Columns columns, std::span<float> values,
               std::span<Mark> marks) {
    if constexpr (std::is_same_v<T, float>) {
        if (allowed.size() == 0) {
            const auto width = static_cast<std::size_t>(columns.size());
            for (Index i = rows.begin; i < rows.end && width > 0; ++i) {
                const float* const row = &matrix(i, columns.begin);
                const std::size_t first = static_cast<std::size_t>(i - rows.begin) * width;
                const std::span<float> line = values.subspan(first, width);
                for (std::size_t j = 0; j < width; ++j)
                    line[j] = row[j];
                markCells(line, marks.subspan(first, width));
            }
            return;
        }
    }
    std::size_t at = 0;
    for (Index i = rows.begin; i < rows.end; ++i)
        for (Index j = columns.begin; j < columns.end; ++j, ++at) {
            setCell(matrix(i, j), values[at], marks[at]);
            if (!isAllowed(allowed, i, j)) {
                values[at] = 0.0F;
                marks[at] = Mark::masked;
            }
        }
}

} // namespace

Mark markOf(double value) {
    if (std::isnan(value))
        return Mark::nan;
    if (std::isinf(value))
        return value > 0 ? Mark::positiveInfinity : Mark::negativeInfinity;
    return Mark::number;
}

void AlphaSource::preciseTile(Rows rows, Columns columns, std::span<double> values, std::span<Mark> marks) const {
    std::vector<float> floats(values.size());
    tile(rows, columns, floats, marks);
    std::copy(floats.begin(), floats.end(), values.begin());
}

DenseAlpha::DenseAlpha(MatrixD values, BoolMatrix allowed)
    : doubles_(std::move(values))
    , allowed_(std::move(allowed)) {
    HEEDMAP_EXPECTS(allowed_.size() == 0 || (allowed_.rows() == rows() && allowed_.cols() == columns()));
}

DenseAlpha::DenseAlpha(MatrixF values, BoolMatrix allowed)
    : floats_(std::move(values))
    , allowed_(std::move(allowed)) {
    HEEDMAP_EXPECTS(allowed_.size() == 0 || (allowed_.rows() == rows() && allowed_.cols() == columns()));
}

// The one that holds nothing is 0×0, so the larger size is that of the other, even where that is 0×n.
Index DenseAlpha::rows() const {
    return std::max(doubles_.rows(), floats_.rows());
}

Index DenseAlpha::columns() const {
    return std::max(doubles_.cols(), floats_.cols());
}

void DenseAlpha::tile(Rows rows, Columns columns, std::span<float> values, std::span<Mark> marks) const {
    expectInside(*this, rows, columns, values.size(), marks.size());
    if (doubles_.size() != 0)
        denseTile(doubles_, allowed_, rows, columns, values, marks);
    else
        denseTile(floats_, allowed_, rows, columns, values, marks);
}

bool DenseAlpha::exceedsFloat32() const {
    return doubles_.size() != 0;
}

void DenseAlpha::preciseTile(Rows rows, Columns columns, std::span<double> values, std::span<Mark> marks) const {
    expectInside(*this, rows, columns, values.size(), marks.size());
    std::size_t at = 0;
    for (Index i = rows.begin; i < rows.end; ++i)
        for (Index j = columns.begin; j < columns.end; ++j, ++at) {
            marks[at] = mark({i, j});
            values[at] = marks[at] == Mark::number ? value({i, j}) : 0.0;
        }
}

double DenseAlpha::value(Cell cell) const {
    if (!isAllowed(allowed_, cell.row, cell.column))
        return 0.0;
    return doubles_.size() != 0 ? doubles_(cell.row, cell.column) : static_cast<double>(floats_(cell.row, cell.column));
}

Mark DenseAlpha::mark(Cell cell) const {
    return isAllowed(allowed_, cell.row, cell.column) ? markOf(value(cell)) : Mark::masked;
}

TensorAlpha::TensorAlpha(Tensor tensor)
    : tensor_(std::move(tensor)) {
    HEEDMAP_EXPECTS(tensor_.shape().rank() == 2);
}

Index TensorAlpha::rows() const {
    return tensor_.shape()[0];
}

Index TensorAlpha::columns() const {
    return tensor_.shape()[1];
}

void TensorAlpha::tile(Rows rows, Columns columns, std::span<float> values, std::span<Mark> marks) const {
    expectInside(*this, rows, columns, values.size(), marks.size());
    const TensorView view = tensor_.view.narrow(0, rows.begin, rows.size()).narrow(1, columns.begin, columns.size());
    if (view.dtype() != DType::float64) {
        view.copyTo(values); // float32 holds every such number, or the nearest to it
        markCells(values, marks);
        return;
    }
    std::array<double, 1024> strip{}; // converted strip by strip: the tile as float64 is nowhere as a whole
    constexpr auto longest = static_cast<Index>(strip.size());
    std::size_t at = 0;
    for (Index i = 0; i < rows.size(); ++i)
        for (Index j = 0; j < columns.size(); j += longest) {
            const auto size = std::min(longest, columns.size() - j);
            view.narrow(0, i, 1).narrow(1, j, size).copyTo(std::span(strip).first(static_cast<std::size_t>(size)));
            for (std::size_t s = 0; s < static_cast<std::size_t>(size); ++s, ++at)
                setCell(strip[s], values[at], marks[at]);
        }
}

bool TensorAlpha::exceedsFloat32() const {
    constexpr std::array wide{DType::float64, DType::int32, DType::uint32, DType::int64, DType::uint64};
    return std::find(wide.begin(), wide.end(), tensor_.dtype()) != wide.end();
}

void TensorAlpha::preciseTile(Rows rows, Columns columns, std::span<double> values, std::span<Mark> marks) const {
    expectInside(*this, rows, columns, values.size(), marks.size());
    tensor_.view.narrow(0, rows.begin, rows.size()).narrow(1, columns.begin, columns.size()).copyTo(values);
    for (std::size_t i = 0; i < values.size(); ++i) {
        marks[i] = markOf(values[i]);
        values[i] = marks[i] == Mark::number ? values[i] : 0.0;
    }
}

double TensorAlpha::value(Cell cell) const {
    return tensor_.view.at(std::array{cell.row, cell.column});
}

Mark TensorAlpha::mark(Cell cell) const {
    return markOf(value(cell));
}

} // namespace heedmap::attention
