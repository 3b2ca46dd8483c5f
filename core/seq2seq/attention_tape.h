// Attention of a decoder over an encoder, one decoder step after the other and for a whole batch, with the way back.
//   e_tj = score(q_t, h_j);  α_t = softmax(e_t) over the sentence's own positions;  c_t = Σ_j α_tj h_j
// Rows lie time by time, as in recurrent.h.
#pragma once

#include "core/attention/score.h"
#include "core/kernels/view.h"

#include <functional>
#include <span>
#include <vector>

namespace heedmap::seq2seq {

// Weights (const T) or gradients (T). Those that a score function does not use have no rows.
template <class T>
struct AttentionParameters {
    kernels::View<T> query; // additive: W_sᵀ (d_q × a); general: W (d_q × d_h)
    // additive: W_hᵀ (d_h × a); scaled, and dot where d_q ≠ d_h: the keys are h times this (d_h × d_q)
    kernels::View<T> key;
    kernels::View<T> v; // additive: v (1 × a)
};

template <class T>
class AttentionTape {
public:
    // h (source steps·batch × d_h) are the keys and values, and stay where they are until the end.
    void begin(attention::ScoreFunction function, const AttentionParameters<const T>& weights,
               const kernels::View<const T>& h, Index batch, Index targetSteps);
    // Fills context (batch × d_h) from query (batch × d_q); sentence b may look at its first lengths[b] positions.
    void advance(Index t, const kernels::View<const T>& query, std::span<const Index> lengths,
                 kernels::View<T> context);
    // α of step t (batch × source steps); 0 on padding.
    kernels::View<T> alpha(Index t) { return {alphas_.data() + t * batch_ * steps_, batch_, steps_}; }
    kernels::View<const T> keys() const { return keys_; }

    // Gets α of step t and sentence b before the context is made of it, and may change it. There is no way back then.
    using AlphaHook = std::function<void(Index t, Index b, std::span<T> alpha)>;
    void setAlphaHook(AlphaHook hook) { hook_ = std::move(hook); }

    // Before the way back: gradients are collected from here on.
    void beginBackward();
    // Adds to dQuery (batch × d_q) what dContext (batch × d_h) asks for.
    void retreat(Index t, const kernels::View<const T>& dContext, std::span<const Index> lengths,
                 kernels::View<T> dQuery);
    // After it: adds to the gradients and to dH. `queries` (target steps·batch × d_q) are those of all steps.
    void finish(const kernels::View<const T>& queries, const AttentionParameters<T>& gradient, kernels::View<T> dH);

private:
    bool isAdditive() const { return function_ == attention::ScoreFunction::additive; }
    kernels::View<const T> ofSentence(const kernels::View<const T>& rows, Index b, Index count) const {
        return rows.everyRow(b, batch_, count);
    }
    void scoresOf(Index t, Index b, const T* query, Index length, T* scores);
    T* tanhs(Index t, Index b) { return tanhs_.data() + (t * batch_ + b) * steps_ * hidden_; }
    void finishKeys(const kernels::View<const T>& queries, const AttentionParameters<T>& gradient, kernels::View<T> dH);

    attention::ScoreFunction function_ = attention::ScoreFunction::dot;
    AttentionParameters<const T> weights_;
    kernels::View<const T> h_;
    kernels::View<const T> keys_; // what a query is compared with: h, or h through a matrix
    Index batch_ = 0;
    Index steps_ = 0; // of the source
    Index targetSteps_ = 0;
    Index hidden_ = 0; // columns of keys_
    T scale_ = 1;
    Matrix<T> projectedKeys_;
    Matrix<T> projectedQueries_; // additive: q W_sᵀ of one step
    Matrix<T> queryBack_;        // additive: W_s
    std::vector<T> alphas_;      // target steps·batch × source steps
    std::vector<T> tanhs_;       // additive: target steps·batch × source steps × a
    AlphaHook hook_;
    std::vector<T> dScores_;   // target steps·batch × source steps
    std::vector<T> dContexts_; // target steps·batch × d_h
    Matrix<T> dKeys_;
    Matrix<T> dProjectedQueries_; // target steps·batch × a
    Matrix<T> dV_;
};

} // namespace heedmap::seq2seq
