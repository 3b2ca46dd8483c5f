#include "core/attention/tile_cells.h"

#include <algorithm>

namespace heedmap::attention {

namespace {

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

AlphaRow readRow(const AlphaSource& alpha, Index row) {
    const auto width = static_cast<std::size_t>(alpha.columns());
    AlphaRow result{std::vector<double>(width), std::vector<Mark>(width)};
    alpha.preciseTile({row, row + 1}, {0, alpha.columns()}, result.values, result.marks);
    for (std::size_t j = 0; j < width; ++j)
        result.values[j] = valueOf(result.values[j], result.marks[j]);
    return result;
}

std::vector<double> rowOf(const AlphaSource& alpha, Index row) {
    return readRow(alpha, row).values;
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

} // namespace heedmap::attention
