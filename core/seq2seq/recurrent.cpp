#include "core/seq2seq/recurrent.h"

#include "core/kernels/multiply.h"
#include "core/kernels/recurrent.h"

#include <algorithm>
#include <cmath>

namespace heedmap::seq2seq {

using kernels::Into;
using kernels::multiply;
using kernels::View;

template <class T>
Matrix<T> transposedCopy(const View<const T>& view) {
    Matrix<T> copy(view.columns, view.rows);
    for (Index i = 0; i < view.rows; ++i)
        for (Index j = 0; j < view.columns; ++j)
            copy(j, i) = view.row(i)[j];
    return copy;
}

template <class T>
void backThroughLinear(const View<const T>& x, const View<const T>& w, const View<const T>& dZ, View<T> dW,
                       View<T> dBias, View<T> dX) {
    multiply(dW, kernels::transposed(x), dZ, Into::add);
    for (Index i = 0; dBias.rows != 0 && i < dZ.rows; ++i)
        for (Index j = 0; j < dZ.columns; ++j)
            dBias.data[j] += dZ.row(i)[j];
    if (dX.rows == 0)
        return;
    const Matrix<T> back = transposedCopy(w);
    multiply(dX, dZ, kernels::viewOf(back), Into::add);
}

template <class T>
void setRows(View<T> z, const View<const T>& bias) {
    for (Index i = 0; i < z.rows; ++i)
        std::copy_n(bias.data, z.columns, z.row(i));
}

template <class T>
void LstmTape<T>::resize(Index steps, Index batch, Index units) {
    steps_ = steps;
    batch_ = batch;
    units_ = units;
    const auto numbers = static_cast<std::size_t>(steps * batch * units);
    gates_.resize(4 * numbers);
    cells_.resize(numbers);
    cellTanhs_.resize(numbers);
    states_.resize(numbers);
}

template <class T>
void LstmTape<T>::advance(Index t, const LstmState<const T>& before, const View<const T>& recurrent,
                          const std::uint8_t* live) {
    multiply(gates(t), before.state, recurrent, Into::add);
    const View<T> cellTanh(cellTanhs_.data() + t * batch_ * units_, batch_, units_);
    kernels::lstmForward(kernels::LstmStep<T>{gates(t), before.cell, before.state, live, cell(t), cellTanh, state(t)});
}

template <class T>
void LstmTape<T>::retreat(Index t, const View<const T>& cellBefore, const LstmState<T>& gradient,
                          const View<const T>& recurrentTransposed, const std::uint8_t* live) {
    const View<T> cellTanh(cellTanhs_.data() + t * batch_ * units_, batch_, units_);
    kernels::lstmBackward(
        kernels::LstmBackStep<T>{gates(t), cellBefore, cellTanh, live, gradient.state, gradient.cell});
    multiply(gradient.state, gates(t), recurrentTransposed, Into::add);
}

template <class T>
void LstmLayer<T>::forward(const LstmParameters<const T>& weights, const View<const T>& x, Index batch,
                           Direction direction, const std::uint8_t* live) {
    const Index units = weights.recurrent.rows;
    batch_ = batch;
    direction_ = direction;
    live_ = live;
    tape_.resize(x.rows / batch, batch, units);
    zeros_.assign(static_cast<std::size_t>(batch * units), T{0});
    setRows(tape_.gates(), weights.bias);
    multiply(tape_.gates(), x, weights.input, Into::add);
    const View<const T> zero(zeros_.data(), batch, units);
    LstmState<const T> before{zero, zero};
    for (Index position = 0; position < tape_.steps(); ++position) {
        const Index t = time(position);
        tape_.advance(t, before, weights.recurrent, liveAt(t));
        before = {tape_.state(t), tape_.cell(t)};
    }
}

template <class T>
LstmState<T> LstmLayer<T>::last() {
    const Index t = time(tape_.steps() - 1);
    return {tape_.state(t), tape_.cell(t)};
}

template <class T>
void LstmLayer<T>::backward(const LstmParameters<const T>& weights, const View<const T>& x, View<T> dStates,
                            const View<const T>& dLast, const LstmParameters<T>& gradient, View<T> dX) {
    const Index units = weights.recurrent.rows;
    const Index numbers = batch_ * units;
    scratch_.assign(static_cast<std::size_t>(2 * numbers), T{0});
    const LstmState<T> d{{scratch_.data(), batch_, units}, {scratch_.data() + numbers, batch_, units}};
    const Matrix<T> back = transposedCopy(weights.recurrent);
    const View<const T> zero(zeros_.data(), batch_, units);
    for (Index b = 0; b < dLast.rows; ++b)
        std::copy_n(dLast.row(b), units, d.state.row(b));
    for (Index position = tape_.steps() - 1; position >= 0; --position) {
        const Index t = time(position);
        const View<T> here = dStates.middleRows(t * batch_, batch_);
        for (Index b = 0; b < batch_; ++b)
            for (Index u = 0; u < units; ++u)
                d.state.row(b)[u] += here.row(b)[u];
        const bool first = position == 0;
        tape_.retreat(t, first ? zero : View<const T>(tape_.cell(time(position - 1))), d, kernels::viewOf(back),
                      liveAt(t));
    }
    const Index rest = (tape_.steps() - 1) * batch_;
    const Index shift = direction_ == Direction::forwards ? batch_ : 0;
    multiply(gradient.recurrent, kernels::transposed(states().middleRows(batch_ - shift, rest)),
             View<const T>(tape_.gates().middleRows(shift, rest)), Into::add);
    backThroughLinear<T>(x, weights.input, tape_.gates(), gradient.input, gradient.bias, dX);
}

template <class T>
void PlainLayer<T>::forward(const LstmParameters<const T>& weights, const View<const T>& x, Index batch) {
    batch_ = batch;
    states_.resize(x.rows, weights.recurrent.rows);
    setRows(states(), weights.bias);
    multiply(states(), x, weights.input, Into::add);
    for (Index row = 0; row < x.rows; row += batch) {
        const View<T> here = states().middleRows(row, batch);
        if (row != 0)
            multiply(here, states().middleRows(row - batch, batch), weights.recurrent, Into::add);
        kernels::tanhForward(here);
    }
}

template <class T>
void PlainLayer<T>::backward(const LstmParameters<const T>& weights, const View<const T>& x, View<T> dStates,
                             const LstmParameters<T>& gradient, View<T> dX) {
    const Matrix<T> back = transposedCopy(weights.recurrent);
    for (Index row = x.rows - batch_; row >= 0; row -= batch_) {
        const View<T> dZ = dStates.middleRows(row, batch_);
        kernels::tanhBackward(states().middleRows(row, batch_), dZ);
        if (row == 0)
            break;
        multiply(dStates.middleRows(row - batch_, batch_), dZ, kernels::viewOf(back), Into::add);
    }
    const Index rest = x.rows - batch_;
    multiply(gradient.recurrent, kernels::transposed(states().middleRows(0, rest)),
             View<const T>(dStates.middleRows(batch_, rest)), Into::add);
    backThroughLinear<T>(x, weights.input, dStates, gradient.input, gradient.bias, dX);
}

template class LstmTape<float>;
template class LstmTape<double>;
template class LstmLayer<float>;
template class LstmLayer<double>;
template class PlainLayer<float>;
template class PlainLayer<double>;
template Matrix<float> transposedCopy(const View<const float>&);
template Matrix<double> transposedCopy(const View<const double>&);
template void backThroughLinear(const View<const float>&, const View<const float>&, const View<const float>&,
                                View<float>, View<float>, View<float>);
template void backThroughLinear(const View<const double>&, const View<const double>&, const View<const double>&,
                                View<double>, View<double>, View<double>);
template void setRows(View<float>, const View<const float>&);
template void setRows(View<double>, const View<const double>&);

} // namespace heedmap::seq2seq
