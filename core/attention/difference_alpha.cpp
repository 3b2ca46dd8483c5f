#include "core/attention/difference_alpha.h"

#include "core/result.h"

#include <limits>

namespace heedmap::attention {

namespace {

// What a cell of a tile stands for: NaN and the infinities have a value of 0 there.
double meant(double value, Mark mark) {
    switch (mark) {
    case Mark::nan:
        return std::numeric_limits<double>::quiet_NaN();
    case Mark::positiveInfinity:
        return std::numeric_limits<double>::infinity();
    case Mark::negativeInfinity:
        return -std::numeric_limits<double>::infinity();
    default:
        return value;
    }
}

} // namespace

DifferenceAlpha::DifferenceAlpha(std::shared_ptr<const AlphaSource> a, std::shared_ptr<const AlphaSource> b)
    : a_(std::move(a))
    , b_(std::move(b)) {
    HEEDMAP_EXPECTS(a_ && b_ && a_->rows() == b_->rows() && a_->columns() == b_->columns());
}

void DifferenceAlpha::tile(Rows rows, Columns columns, std::span<float> values, std::span<Mark> marks) const {
    std::vector<double> precise(values.size());
    preciseTile(rows, columns, precise, marks);
    for (std::size_t i = 0; i < values.size(); ++i)
        values[i] = static_cast<float>(precise[i]);
}

void DifferenceAlpha::preciseTile(Rows rows, Columns columns, std::span<double> values, std::span<Mark> marks) const {
    std::vector<double> other(values.size());
    std::vector<Mark> otherMarks(values.size());
    a_->preciseTile(rows, columns, values, marks);
    b_->preciseTile(rows, columns, other, otherMarks);
    for (std::size_t i = 0; i < values.size(); ++i) {
        const bool masked = marks[i] == Mark::masked || otherMarks[i] == Mark::masked;
        const double difference = meant(values[i], marks[i]) - meant(other[i], otherMarks[i]);
        marks[i] = masked ? Mark::masked : markOf(difference);
        values[i] = marks[i] == Mark::number ? difference : 0;
    }
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
