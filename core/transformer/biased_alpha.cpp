#include "core/transformer/biased_alpha.h"

#include "core/attention/normalizer.h"
#include "core/kernels/multiply.h"

#include <algorithm>
#include <cmath>

namespace heedmap::transformer {

namespace {

using attention::Mark;

// Rows at a time, so that they and their keys stay small.
Index blockOf(Index keys) {
    return std::clamp<Index>((Index{1} << 18) / std::max<Index>(keys, 1), 1, 64);
}

} // namespace

template <class T>
Result<std::shared_ptr<const BiasedAlpha<T>>> BiasedAlpha<T>::make(const AttentionTrace<T>& trace, Head head) {
    HEEDMAP_EXPECTS(trace.bias != nullptr);
    auto mask = attention::RowMask::make(trace.mask, trace.q.rows(), trace.k.rows());
    if (!mask)
        return mask.error();
    std::shared_ptr<BiasedAlpha> alpha(new BiasedAlpha);
    alpha->q_ = kernels::matrixOf(trace.query(head));
    alpha->k_ = kernels::matrixOf(trace.key(head));
    if (trace.scaled)
        alpha->factor_ = T{1} / std::sqrt(static_cast<T>(trace.headSize));
    alpha->head_ = head.value;
    alpha->bias_ = trace.bias;
    alpha->mask_ = *std::move(mask);
    return std::shared_ptr<const BiasedAlpha>(std::move(alpha));
}

template <class T>
Matrix<T> BiasedAlpha<T>::weights(Rows rows) const {
    const Matrix<T> keys = k_.transpose();
    Matrix<T> e(rows.size(), k_.rows());
    kernels::multiply(kernels::viewOf(e), kernels::viewOf(q_).middleRows(rows.begin, rows.size()),
                      kernels::viewOf(keys));
    std::vector<std::uint8_t> allowed;
    for (Index i = 0; i < rows.size(); ++i) {
        const std::span<T> row(e.data() + i * e.cols(), static_cast<std::size_t>(e.cols()));
        for (Index j = 0; j < e.cols(); ++j)
            e(i, j) = e(i, j) * factor_ + bias_->at(head_, rows.begin + i, j);
        if (!mask_.allowsEverything()) {
            allowed.resize(row.size());
            mask_.allowed(rows.begin + i, {0, e.cols()}, allowed.data());
        }
        attention::normalizeRow<T>({}, row, allowed, row);
    }
    return e;
}

template <class T>
void BiasedAlpha<T>::tile(Rows rows, Columns columns, std::span<float> values, std::span<Mark> marks) const {
    HEEDMAP_EXPECTS(0 <= rows.begin && rows.begin <= rows.end && rows.end <= this->rows());
    HEEDMAP_EXPECTS(0 <= columns.begin && columns.begin <= columns.end && columns.end <= this->columns());
    HEEDMAP_EXPECTS(static_cast<Index>(values.size()) == rows.size() * columns.size() && values.size() == marks.size());
    const Index step = blockOf(k_.rows());
    std::size_t place = 0;
    for (Index first = rows.begin; first < rows.end; first += step) {
        const Matrix<T> alpha = weights({first, std::min(first + step, rows.end)});
        for (Index i = 0; i < alpha.rows(); ++i) {
            for (Index j = columns.begin; j < columns.end; ++j, ++place) {
                const auto weight = static_cast<float>(alpha(i, j));
                marks[place] =
                    mask_.allows({first + i, j}) ? attention::markOf(static_cast<double>(weight)) : Mark::masked;
                values[place] = marks[place] == Mark::number ? weight : 0.0F;
            }
        }
    }
}

template <class T>
double BiasedAlpha<T>::value(Cell cell) const {
    return static_cast<double>(weights({cell.row, cell.row + 1})(0, cell.column));
}

template <class T>
Mark BiasedAlpha<T>::mark(Cell cell) const {
    return mask_.allows(cell) ? attention::markOf(value(cell)) : Mark::masked;
}

template <class T>
attention::TileShape BiasedAlpha<T>::bestTile() const {
    return {blockOf(k_.rows()), k_.rows()};
}

template <class T>
Result<void> biasedContext(const AttentionTrace<T>& trace, Head head, Index first, kernels::View<T> context) {
    const auto alpha = BiasedAlpha<T>::make(trace, head);
    if (!alpha)
        return alpha.error();
    const Index step = blockOf(trace.k.rows());
    for (Index done = 0; done < context.rows; done += step) {
        const Index count = std::min(step, context.rows - done);
        const Matrix<T> weights = (*alpha)->weights({first + done, first + done + count});
        kernels::multiply(context.middleRows(done, count), kernels::viewOf(weights), trace.value(head));
    }
    return {};
}

template class BiasedAlpha<float>;
template class BiasedAlpha<double>;
template Result<void> biasedContext(const AttentionTrace<float>&, Head, Index, kernels::View<float>);
template Result<void> biasedContext(const AttentionTrace<double>&, Head, Index, kernels::View<double>);

} // namespace heedmap::transformer
