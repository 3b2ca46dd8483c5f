// α of scores to which a number is added by distance (Raffel et al. 2020): α = softmax(q·k·scale + b[j − i]), row by
// row where it is looked at.
#pragma once

#include "core/attention/row_mask.h"
#include "core/transformer/trace.h"

namespace heedmap::transformer {

template <class T>
class BiasedAlpha : public attention::AlphaSource {
public:
    // What is passed need not live on. Errors: customMaskDoesNotFit. Precondition: there is a bias.
    static Result<std::shared_ptr<const BiasedAlpha>> make(const AttentionTrace<T>& attention, Head head);

    Index rows() const override { return q_.rows(); }
    Index columns() const override { return k_.rows(); }
    void tile(Rows rows, Columns columns, std::span<float> values, std::span<attention::Mark> marks) const override;
    double value(Cell cell) const override;
    attention::Mark mark(Cell cell) const override;
    attention::Storage storage() const override { return attention::Storage::computed; }
    attention::TileShape bestTile() const override;

    Matrix<T> weights(Rows rows) const; // rows × n_k

private:
    BiasedAlpha() = default;

    Matrix<T> q_, k_;
    T factor_ = 1;
    Index head_ = 0;
    std::shared_ptr<const DistanceBias<T>> bias_;
    attention::RowMask mask_;
};

// As addContext() does it, of one head.
template <class T>
Result<void> biasedContext(const AttentionTrace<T>& attention, Head head, Index first, kernels::View<T> context);

} // namespace heedmap::transformer
