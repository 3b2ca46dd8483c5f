// Recurrent layers: forward, and back through time. Sequences of a batch lie time by time: row t·batch + b holds time t
// of sentence b. Weights are applied from the right, x W; gates are in the order i f g o, side by side.
#pragma once

#include "core/kernels/view.h"

#include <span>
#include <vector>

namespace heedmap::seq2seq {

// Weights (const T) of an LSTM, or their gradients (T).
//   z = x W_x + h' W_h + b,  (i f g o) = z,  c = σ(f) c' + σ(i) tanh(g),  h = σ(o) tanh(c)
template <class T>
struct LstmParameters {
    kernels::View<T> input;     // W_x (d × 4H)
    kernels::View<T> recurrent; // W_h (H × 4H)
    kernels::View<T> bias;      // b (1 × 4H)
};

// (In, out) of one time step of a batch.
template <class T>
struct LstmState {
    kernels::View<T> state; // h (batch × H)
    kernels::View<T> cell;  // c (batch × H)
};

// What an LSTM over a batch of sequences leaves behind for the way back.
template <class T>
class LstmTape {
public:
    void resize(Index steps, Index batch, Index units);
    Index steps() const { return steps_; }

    // z of all time steps (steps·batch × 4H), to be filled before advance() with what does not depend on h'; after
    // retreat() it holds ∂loss/∂z.
    kernels::View<T> gates() { return {gates_.data(), steps_ * batch_, 4 * units_}; }
    kernels::View<T> gates(Index t) { return gates().middleRows(t * batch_, batch_); }
    kernels::View<T> state(Index t) { return {states_.data() + t * batch_ * units_, batch_, units_}; }
    kernels::View<T> cell(Index t) { return {cells_.data() + t * batch_ * units_, batch_, units_}; }
    // h of all time steps.
    kernels::View<T> states() { return {states_.data(), steps_ * batch_, units_}; }

    // One step; adds h' W_h to the gates of t first. `live`: one entry a sentence, null: all.
    void advance(Index t, const LstmState<const T>& before, const kernels::View<const T>& recurrent,
                 const std::uint8_t* live);
    // `gradient` holds ∂loss/∂h and ∂loss/∂c of step t and becomes that of the step before.
    void retreat(Index t, const kernels::View<const T>& cellBefore, const LstmState<T>& gradient,
                 const kernels::View<const T>& recurrentTransposed, const std::uint8_t* live);

private:
    Index steps_ = 0;
    Index batch_ = 0;
    Index units_ = 0;
    std::vector<T> gates_;
    std::vector<T> cells_;
    std::vector<T> cellTanhs_;
    std::vector<T> states_;
};

enum class Direction : std::uint8_t { forwards, backwards };

// An LSTM that reads whole sequences, from h = c = 0, in one direction.
template <class T>
class LstmLayer {
public:
    // x (steps·batch × d). `live`: one entry a time step and sentence, null: all; padding leaves h and c as they are.
    void forward(const LstmParameters<const T>& weights, const kernels::View<const T>& x, Index batch,
                 Direction direction, const std::uint8_t* live = nullptr);
    // h (steps·batch × H).
    kernels::View<T> states() { return tape_.states(); }
    // h and c after the last step in reading order.
    LstmState<T> last();

    // dStates (steps·batch × H) is ∂loss/∂h, and is used up; dLast, if any rows, is added at the last step. Adds to
    // `gradient` and, where it is given, to dX (steps·batch × d).
    void backward(const LstmParameters<const T>& weights, const kernels::View<const T>& x, kernels::View<T> dStates,
                  const kernels::View<const T>& dLast, const LstmParameters<T>& gradient, kernels::View<T> dX);

private:
    Index time(Index position) const {
        return direction_ == Direction::forwards ? position : tape_.steps() - 1 - position;
    }
    const std::uint8_t* liveAt(Index t) const { return live_ == nullptr ? nullptr : live_ + t * batch_; }

    LstmTape<T> tape_;
    Index batch_ = 0;
    Direction direction_ = Direction::forwards;
    const std::uint8_t* live_ = nullptr;
    std::vector<T> zeros_;
    std::vector<T> scratch_;
};

// The plain recurrent net, h = tanh(x W_x + h' W_h + b) (Elman 1990), from h = 0. W_x (d × H), W_h (H × H), b (1 × H).
template <class T>
class PlainLayer {
public:
    void forward(const LstmParameters<const T>& weights, const kernels::View<const T>& x, Index batch);
    kernels::View<T> states() { return kernels::viewOf(states_); }
    // As LstmLayer's.
    void backward(const LstmParameters<const T>& weights, const kernels::View<const T>& x, kernels::View<T> dStates,
                  const LstmParameters<T>& gradient, kernels::View<T> dX);

private:
    Index batch_ = 0;
    Matrix<T> states_;
};

// Private to core/seq2seq.
template <class T>
Matrix<T> transposedCopy(const kernels::View<const T>& view);
// dX += dZ Wᵀ, dW += Xᵀ dZ, db += Σ rows of dZ. dX without rows: not wanted.
template <class T>
void backThroughLinear(const kernels::View<const T>& x, const kernels::View<const T>& w,
                       const kernels::View<const T>& dZ, kernels::View<T> dW, kernels::View<T> dBias,
                       kernels::View<T> dX);
// Every row of z becomes the bias (1 × n).
template <class T>
void setRows(kernels::View<T> z, const kernels::View<const T>& bias);

} // namespace heedmap::seq2seq
