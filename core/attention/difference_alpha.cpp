#include "core/attention/difference_alpha.h"

#include "core/attention/tile_cells.h"

namespace heedmap::attention {

namespace {

// a − b into a; masked where either is.
template <class T>
void subtract(std::span<T> a, std::span<Mark> marks, std::span<const T> b, std::span<const Mark> otherMarks) {
    for (std::size_t i = 0; i < a.size(); ++i) {
        const bool masked = marks[i] == Mark::masked || otherMarks[i] == Mark::masked;
        const T difference = valueOf(a[i], marks[i]) - valueOf(b[i], otherMarks[i]);
        marks[i] = masked ? Mark::masked : markOf(static_cast<double>(difference));
        a[i] = marks[i] == Mark::number ? difference : T{0};
    }
}

} // namespace

DifferenceAlpha::DifferenceAlpha(std::shared_ptr<const AlphaSource> a, std::shared_ptr<const AlphaSource> b)
    : a_(std::move(a))
    , b_(std::move(b)) {
    HEEDMAP_EXPECTS(a_ && b_ && a_->rows() == b_->rows() && a_->columns() == b_->columns());
}

void DifferenceAlpha::tile(Rows rows, Columns columns, std::span<float> values, std::span<Mark> marks) const {
    if (exceedsFloat32()) {
        std::vector<double> precise(values.size());
        preciseTile(rows, columns, precise, marks);
        std::transform(precise.begin(), precise.end(), values.begin(), drawable);
        return;
    }
    std::vector<float> other(values.size());
    std::vector<Mark> otherMarks(values.size());
    a_->tile(rows, columns, values, marks);
    b_->tile(rows, columns, other, otherMarks);
    subtract<float>(values, marks, other, otherMarks);
}

void DifferenceAlpha::preciseTile(Rows rows, Columns columns, std::span<double> values, std::span<Mark> marks) const {
    std::vector<double> other(values.size());
    std::vector<Mark> otherMarks(values.size());
    a_->preciseTile(rows, columns, values, marks);
    b_->preciseTile(rows, columns, other, otherMarks);
    subtract<double>(values, marks, other, otherMarks);
}

double DifferenceAlpha::value(Cell cell) const {
    return mark(cell) == Mark::masked ? 0 : a_->value(cell) - b_->value(cell);
}

Mark DifferenceAlpha::mark(Cell cell) const {
    if (a_->mark(cell) == Mark::masked || b_->mark(cell) == Mark::masked)
        return Mark::masked;
    return markOf(a_->value(cell) - b_->value(cell));
}

} // namespace heedmap::attention
