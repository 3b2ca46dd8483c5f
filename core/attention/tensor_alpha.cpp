#include "core/attention/file_tile.h"
#include "core/attention/tile_cells.h"

#include <array>

namespace heedmap::attention {

namespace {

// float64 is converted strip by strip: the tile as float64 is nowhere as a whole.
void setCellsOf(const TensorView& view, std::span<float> values, std::span<Mark> marks) {
    std::array<double, 1024> strip{};
    constexpr auto longest = static_cast<Index>(strip.size());
    std::size_t at = 0;
    for (Index i = 0; i < view.shape()[0]; ++i)
        for (Index j = 0; j < view.shape()[1]; j += longest) {
            const auto size = std::min(longest, view.shape()[1] - j);
            view.narrow(0, i, 1).narrow(1, j, size).copyTo(std::span(strip).first(static_cast<std::size_t>(size)));
            for (std::size_t s = 0; s < static_cast<std::size_t>(size); ++s, ++at)
                setCell(strip[s], values[at], marks[at]);
        }
}

} // namespace

TensorAlpha::TensorAlpha(Tensor tensor)
    : tensor_(std::move(tensor)) {
    HEEDMAP_EXPECTS(tensor_.shape().rank() == 2);
    if (tensor_.shape().count() > 0)
        file_ = FileMemory::holding(tensor_.view.data());
}

Index TensorAlpha::rows() const {
    return tensor_.shape()[0];
}

Index TensorAlpha::columns() const {
    return tensor_.shape()[1];
}

template <class T>
void TensorAlpha::read(Rows rows, Columns columns, std::span<T> out) const {
    const TensorView view = tensor_.view.narrow(0, rows.begin, rows.size()).narrow(1, columns.begin, columns.size());
    if (!file_)
        view.copyTo(out);
    else if (!copyFromFile(*file_, view, out))
        std::fill(out.begin(), out.end(), std::numeric_limits<T>::quiet_NaN());
}

void TensorAlpha::tile(Rows rows, Columns columns, std::span<float> values, std::span<Mark> marks) const {
    expectInside(*this, rows, columns, values.size(), marks.size());
    if (tensor_.dtype() != DType::float64) {
        read(rows, columns, values); // float32 holds every such number, or the nearest to it
        markCells(values, marks);
    } else if (file_) {
        std::vector<double> doubles(values.size());
        read(rows, columns, std::span(doubles));
        for (std::size_t i = 0; i < doubles.size(); ++i)
            setCell(doubles[i], values[i], marks[i]);
    } else {
        setCellsOf(tensor_.view.narrow(0, rows.begin, rows.size()).narrow(1, columns.begin, columns.size()), values,
                   marks);
    }
}

bool TensorAlpha::exceedsFloat32() const {
    constexpr std::array wide{DType::float64, DType::int32, DType::uint32, DType::int64, DType::uint64};
    return std::find(wide.begin(), wide.end(), tensor_.dtype()) != wide.end();
}

void TensorAlpha::preciseTile(Rows rows, Columns columns, std::span<double> values, std::span<Mark> marks) const {
    expectInside(*this, rows, columns, values.size(), marks.size());
    read(rows, columns, values);
    for (std::size_t i = 0; i < values.size(); ++i) {
        marks[i] = markOf(values[i]);
        values[i] = marks[i] == Mark::number ? values[i] : 0.0;
    }
}

double TensorAlpha::value(Cell cell) const {
    if (!file_)
        return tensor_.view.at(std::array{cell.row, cell.column});
    double value = 0;
    read(Rows{cell.row, cell.row + 1}, Columns{cell.column, cell.column + 1}, std::span(&value, 1));
    return value;
}

Mark TensorAlpha::mark(Cell cell) const {
    return markOf(value(cell));
}

std::unique_ptr<const AlphaSource> TensorAlpha::transposed() const {
    const TensorView& view = tensor_.view;
    if (!file_ || std::abs(view.stride(0)) >= std::abs(view.stride(1)))
        return nullptr;
    return std::make_unique<TensorAlpha>(Tensor{view.permuted(std::array{1, 0}), tensor_.keeper});
}

} // namespace heedmap::attention
