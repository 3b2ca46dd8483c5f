#include "core/attention/attention_alpha.h"

#include "core/result.h"

#include <cmath>
#include <limits>

namespace heedmap::attention {

AttentionAlpha::AttentionAlpha(std::shared_ptr<const Attention<double>> attention)
    : attention_(std::move(attention)) {
    HEEDMAP_EXPECTS(attention_);
}

Index AttentionAlpha::rows() const {
    return attention_->alpha.rows();
}

Index AttentionAlpha::columns() const {
    return attention_->alpha.cols();
}

namespace {

// What is not a number, or masked, is 0 with its mark.
template <class T>
void copyRow(const Attention<double>& attention, Index row, Columns columns, T* values, Mark* marks) {
    const auto count = static_cast<std::size_t>(columns.size());
    const double* const alpha = attention.alpha.data() + row * attention.alpha.cols() + columns.begin;
    unsigned others = 0; // without a branch, so that several are looked at a time
    for (std::size_t j = 0; j < count; ++j) {
        others |= std::abs(alpha[j]) <= std::numeric_limits<double>::max() ? 0U : 1U;
        values[j] = static_cast<T>(alpha[j]);
        marks[j] = Mark::number;
    }
    if (attention.allowed.size() > 0) {
        const std::uint8_t* const allowed = attention.allowed.data() + row * attention.alpha.cols() + columns.begin;
        for (std::size_t j = 0; j < count; ++j) {
            marks[j] = allowed[j] != 0 ? Mark::number : Mark::masked;
            values[j] = allowed[j] != 0 ? values[j] : T(0);
        }
    }
    for (std::size_t j = 0; others != 0 && j < count; ++j) {
        if (marks[j] == Mark::masked)
            continue;
        marks[j] = markOf(alpha[j]);
        values[j] = marks[j] == Mark::number ? values[j] : T(0);
    }
}

} // namespace

void AttentionAlpha::tile(Rows rows, Columns columns, std::span<float> values, std::span<Mark> marks) const {
    for (Index row = rows.begin; row < rows.end; ++row) {
        const Index at = (row - rows.begin) * columns.size();
        copyRow(*attention_, row, columns, values.data() + at, marks.data() + at);
    }
}

void AttentionAlpha::preciseTile(Rows rows, Columns columns, std::span<double> values, std::span<Mark> marks) const {
    for (Index row = rows.begin; row < rows.end; ++row) {
        const Index at = (row - rows.begin) * columns.size();
        copyRow(*attention_, row, columns, values.data() + at, marks.data() + at);
    }
}

double AttentionAlpha::value(Cell cell) const {
    return attention_->alpha(cell.row, cell.column);
}

Mark AttentionAlpha::mark(Cell cell) const {
    const bool masked = attention_->allowed.size() > 0 && attention_->allowed(cell.row, cell.column) == 0;
    return masked ? Mark::masked : markOf(attention_->alpha(cell.row, cell.column));
}

} // namespace heedmap::attention
