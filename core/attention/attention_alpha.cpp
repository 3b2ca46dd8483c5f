#include "core/attention/attention_alpha.h"

#include "core/result.h"

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

void AttentionAlpha::tile(Rows rows, Columns columns, std::span<float> values, std::span<Mark> marks) const {
    std::size_t i = 0;
    for (Index row = rows.begin; row < rows.end; ++row) {
        for (Index column = columns.begin; column < columns.end; ++column, ++i) {
            marks[i] = mark({row, column});
            values[i] = marks[i] == Mark::number ? static_cast<float>(attention_->alpha(row, column)) : 0.0F;
        }
    }
}

void AttentionAlpha::preciseTile(Rows rows, Columns columns, std::span<double> values, std::span<Mark> marks) const {
    std::size_t i = 0;
    for (Index row = rows.begin; row < rows.end; ++row) {
        for (Index column = columns.begin; column < columns.end; ++column, ++i) {
            marks[i] = mark({row, column});
            values[i] = marks[i] == Mark::number ? attention_->alpha(row, column) : 0.0;
        }
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
