// Private to core: what happens to each number of a recurrent layer in one time step, for a whole batch.
#pragma once

#include "core/kernels/view.h"

namespace heedmap::kernels {

// LSTM (Hochreiter and Schmidhuber 1997, with forget gate), gates in the order i f g o:
//   c = σ(f) c' + σ(i) tanh(g);  h = σ(o) tanh(c)
// All views have a row a sentence. Rows that are not live (padding) keep c = c' and h = h'.
template <class T>
struct LstmStep {
    View<T> gates;             // batch × 4H: in, before activation; out, after
    View<const T> cellBefore;  // batch × H, c'
    View<const T> stateBefore; // batch × H, h'
    const std::uint8_t* live;  // one a row; null: all are
    View<T> cell;              // batch × H, c
    View<T> cellTanh;          // batch × H, tanh(c)
    View<T> state;             // batch × H, h
};
void lstmForward(const LstmStep<float>& step);
void lstmForward(const LstmStep<double>& step);

// dStep holds ∂loss/∂h and ∂loss/∂c after the step. Out: gates become ∂loss/∂(before activation); dCell becomes
// ∂loss/∂c'; dState becomes 0 where the row is live and stays where it is not (it belongs to h' then).
template <class T>
struct LstmBackStep {
    View<T> gates; // batch × 4H: in, after activation
    View<const T> cellBefore;
    View<const T> cellTanh;
    const std::uint8_t* live;
    View<T> dState;
    View<T> dCell;
};
void lstmBackward(const LstmBackStep<float>& step);
void lstmBackward(const LstmBackStep<double>& step);

// x → tanh(x), and ∂loss/∂tanh(x) → ∂loss/∂x given y = tanh(x).
void tanhForward(View<float> x);
void tanhForward(View<double> x);
void tanhBackward(const View<const float>& y, View<float> gradient);
void tanhBackward(const View<const double>& y, View<double> gradient);

} // namespace heedmap::kernels
