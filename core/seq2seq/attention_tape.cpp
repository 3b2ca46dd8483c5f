#include "core/seq2seq/attention_tape.h"

#include "core/kernels/alignment.h"
#include "core/kernels/multiply.h"
#include "core/result.h"
#include "core/seq2seq/recurrent.h"

#include <algorithm>
#include <cmath>

namespace heedmap::seq2seq {

using attention::ScoreFunction;
using kernels::Into;
using kernels::LeftFactor;
using kernels::multiply;
using kernels::View;
using kernels::viewOf;

namespace {

template <class T>
void softmax(T* row, Index count) {
    const T most = *std::max_element(row, row + count);
    T sum = 0;
    for (Index j = 0; j < count; ++j) {
        row[j] = std::exp(row[j] - most);
        sum += row[j];
    }
    for (Index j = 0; j < count; ++j)
        row[j] /= sum;
}

} // namespace

template <class T>
void AttentionTape<T>::begin(ScoreFunction function, const AttentionParameters<const T>& weights,
                             const View<const T>& h, Index batch, Index targetSteps) {
    HEEDMAP_EXPECTS(function != ScoreFunction::cosine);
    function_ = function;
    weights_ = weights;
    h_ = h;
    batch_ = batch;
    steps_ = h.rows / batch;
    targetSteps_ = targetSteps;
    keys_ = h;
    if (function == ScoreFunction::general) {
        projectedKeys_.resize(h.rows, weights.query.rows);
        const Matrix<T> back = transposedCopy(weights.query); // q·(W h) needs W h only once a sentence
        multiply(viewOf(projectedKeys_), h, viewOf(back));
        keys_ = viewOf(std::as_const(projectedKeys_));
    } else if (weights.key.rows != 0) {
        projectedKeys_.resize(h.rows, weights.key.columns);
        multiply(viewOf(projectedKeys_), h, weights.key);
        keys_ = viewOf(std::as_const(projectedKeys_));
    }
    hidden_ = keys_.columns;
    scale_ = function == ScoreFunction::scaled_dot ? T{1} / std::sqrt(static_cast<T>(hidden_)) : T{1};
    alphas_.assign(static_cast<std::size_t>(targetSteps * h.rows), T{0});
    if (isAdditive()) {
        tanhs_.resize(static_cast<std::size_t>(targetSteps * h.rows * hidden_));
        projectedQueries_.resize(batch, hidden_);
    }
}

template <class T>
void AttentionTape<T>::scoresOf(Index t, Index b, const T* query, Index length, T* scores) {
    const View<const T> keys = ofSentence(keys_, b, length);
    if (isAdditive()) {
        const T* projected = projectedQueries_.data() + b * hidden_;
        kernels::additiveForward(kernels::AdditiveStep<T>{keys, projected, weights_.v.data, tanhs(t, b), scores});
        return;
    }
    kernels::dotProducts(keys, query, scores);
    for (Index j = 0; j < length && scale_ != T{1}; ++j)
        scores[j] *= scale_;
}

template <class T>
void AttentionTape<T>::advance(Index t, const View<const T>& query, std::span<const Index> lengths, View<T> context) {
    if (isAdditive())
        multiply(viewOf(projectedQueries_), query, weights_.query);
    for (Index b = 0; b < batch_; ++b) {
        const Index length = lengths[static_cast<std::size_t>(b)];
        T* row = alpha(t).row(b);
        scoresOf(t, b, query.row(b), length, row);
        softmax(row, length);
        if (hook_)
            hook_(t, b, std::span(row, static_cast<std::size_t>(length)));
        const View<const T> weights(row, 1, length);
        multiply(context.middleRows(b, 1), weights, ofSentence(h_, b, length));
    }
}

template <class T>
void AttentionTape<T>::beginBackward() {
    dScores_.assign(alphas_.size(), T{0});
    dContexts_.resize(static_cast<std::size_t>(targetSteps_ * batch_ * h_.columns));
    dKeys_.setZero(keys_.rows, keys_.columns);
    if (isAdditive()) {
        dProjectedQueries_.setZero(targetSteps_ * batch_, hidden_);
        dV_.setZero(1, hidden_);
        queryBack_ = transposedCopy(weights_.query);
    }
}

template <class T>
void AttentionTape<T>::retreat(Index t, const View<const T>& dContext, std::span<const Index> lengths, View<T> dQuery) {
    const View<T> kept(dContexts_.data() + t * batch_ * h_.columns, batch_, h_.columns);
    for (Index b = 0; b < batch_; ++b) {
        const Index length = lengths[static_cast<std::size_t>(b)];
        std::copy_n(dContext.row(b), h_.columns, kept.row(b));
        const T* weights = alpha(t).row(b);
        T* de = dScores_.data() + (t * batch_ + b) * steps_;
        kernels::dotProducts(ofSentence(h_, b, length), dContext.row(b), de); // ∂loss/∂α
        T mean = 0;
        for (Index j = 0; j < length; ++j)
            mean += weights[j] * de[j];
        for (Index j = 0; j < length; ++j)
            de[j] = weights[j] * (de[j] - mean) * scale_;
        if (isAdditive())
            kernels::additiveBackward(kernels::AdditiveBackStep<T>{
                de, tanhs(t, b), weights_.v.data, viewOf(dKeys_).everyRow(b, batch_, length),
                dProjectedQueries_.data() + (t * batch_ + b) * hidden_, dV_.data()});
        else
            multiply(dQuery.middleRows(b, 1), View<const T>(de, 1, length), ofSentence(keys_, b, length), Into::add);
    }
    if (isAdditive())
        multiply(dQuery, viewOf(dProjectedQueries_).middleRows(t * batch_, batch_), viewOf(std::as_const(queryBack_)),
                 Into::add);
}

template <class T>
void AttentionTape<T>::finishKeys(const View<const T>& queries, const AttentionParameters<T>& gradient, View<T> dH) {
    const View<const T> dKeys = viewOf(std::as_const(dKeys_));
    if (function_ == ScoreFunction::general) { // keys = h Wᵀ
        multiply(gradient.query, kernels::transposed(dKeys), h_, Into::add);
        multiply(dH, dKeys, weights_.query, Into::add);
        return;
    }
    if (isAdditive()) {
        multiply(gradient.query, kernels::transposed(queries), viewOf(std::as_const(dProjectedQueries_)), Into::add);
        for (Index a = 0; a < hidden_; ++a)
            gradient.v.data[a] += dV_(0, a);
    }
    if (weights_.key.rows != 0) { // keys = h W
        backThroughLinear<T>(h_, weights_.key, dKeys, gradient.key, {}, dH);
        return;
    }
    for (Index i = 0; i < dH.rows; ++i)
        for (Index c = 0; c < dH.columns; ++c)
            dH.row(i)[c] += dKeys.row(i)[c];
}

template <class T>
void AttentionTape<T>::finish(const View<const T>& queries, const AttentionParameters<T>& gradient, View<T> dH) {
    const View<const T> alphas(alphas_.data(), targetSteps_ * batch_, steps_);
    const View<const T> dScores(dScores_.data(), targetSteps_ * batch_, steps_);
    const View<const T> dContexts(dContexts_.data(), targetSteps_ * batch_, h_.columns);
    for (Index b = 0; b < batch_; ++b) {
        multiply(dH.everyRow(b, batch_, steps_), kernels::transposed(ofSentence(alphas, b, targetSteps_)),
                 ofSentence(dContexts, b, targetSteps_), Into::add);
        if (!isAdditive())
            multiply(viewOf(dKeys_).everyRow(b, batch_, steps_),
                     kernels::transposed(ofSentence(dScores, b, targetSteps_)), ofSentence(queries, b, targetSteps_),
                     Into::add);
    }
    finishKeys(queries, gradient, dH);
}

template class AttentionTape<float>;
template class AttentionTape<double>;

} // namespace heedmap::seq2seq
