#include "core/seq2seq/network.h"

#include "core/kernels/multiply.h"
#include "core/kernels/recurrent.h"
#include "core/kernels/training.h"
#include "core/result.h"

#include <algorithm>

namespace heedmap::seq2seq {

using kernels::Into;
using kernels::multiply;
using kernels::View;

namespace {

template <class T>
void copyInto(View<T> out, const View<const T>& in) {
    for (Index i = 0; i < in.rows; ++i)
        std::copy_n(in.row(i), in.columns, out.row(i));
}

template <class T>
void addTo(T* out, const T* in, Index count) {
    for (Index i = 0; i < count; ++i)
        out[i] += in[i];
}

template <class T>
void addInto(View<T> out, const View<const T>& in) {
    for (Index i = 0; i < in.rows; ++i)
        addTo(out.row(i), in.row(i), in.columns);
}

// Adds each row to that of its word.
template <class T>
void scatter(const View<const T>& rows, std::span<const WordId> words, View<T> table) {
    for (Index i = 0; i < rows.rows; ++i)
        if (const WordId word = words[static_cast<std::size_t>(i)]; word != noWord)
            addTo(table.row(word), rows.row(i), rows.columns);
}

// The word before each target word.
std::vector<WordId> shifted(const Batch& batch) {
    std::vector<WordId> words(static_cast<std::size_t>(batch.size), endId);
    words.insert(words.end(), batch.target.begin(), batch.target.end());
    words.resize(batch.target.size());
    return words;
}

} // namespace

template <class T>
void Network<T>::embed(const View<const T>& table, std::span<const WordId> words, View<T> out) {
    for (Index i = 0; i < out.rows; ++i) {
        const WordId word = words[static_cast<std::size_t>(i)];
        if (word == noWord)
            std::fill_n(out.row(i), out.columns, T{0});
        else
            std::copy_n(table.row(word), out.columns, out.row(i));
    }
}

template <class T>
void Network<T>::readSources() {
    const ModelSizes& sizes = shape_.sizes();
    const Index rows = batch_->sourceSteps * batch_->size;
    embed(weights_.sourceEmbedding, batch_->source, sourceEmbedded_.resized(rows, sizes.embedding));
    forwards_.forward(weights_.forwards, sourceEmbedded_.view(), batch_->size, Direction::forwards,
                      batch_->live.data());
    backwards_.forward(weights_.backwards, sourceEmbedded_.view(), batch_->size, Direction::backwards,
                       batch_->live.data());
    encoded_.resized(rows, shape_.encodedSize());
    final_.resized(batch_->size, shape_.encodedSize());
    copyInto<T>(encoded_.view().middleColumns(0, sizes.encoder), forwards_.states());
    copyInto<T>(encoded_.view().middleColumns(sizes.encoder, sizes.encoder), backwards_.states());
    copyInto<T>(final_.view().middleColumns(0, sizes.encoder), forwards_.last().state);
    copyInto<T>(final_.view().middleColumns(sizes.encoder, sizes.encoder), backwards_.last().state);
}

template <class T>
void Network<T>::startDecoder() {
    const ModelSizes& sizes = shape_.sizes();
    const Index rows = targetSteps_ * batch_->size;
    decoder_.resize(targetSteps_, batch_->size, sizes.decoder);
    queries_.resized(rows, sizes.decoder);
    contexts_.resized(rows, shape_.contextSize());
    zeros_.zeros(batch_->size, sizes.decoder);
    if (rows == 0)
        return;
    setRows<T>(queries(0), weights_.bridgeBias);
    multiply(queries(0), final_.view(), weights_.bridge, Into::add);
    kernels::tanhForward(queries(0));
    if (sizes.score)
        attention_.begin(*sizes.score, weights_.attention, encoded_.view(), batch_->size, targetSteps_);
}

template <class T>
void Network<T>::encode(std::span<const T> weights, const Batch& batch, Index targetSteps) {
    weights_ = shape_.views(weights);
    batch_ = &batch;
    targetSteps_ = targetSteps;
    readSources();
    startDecoder();
}

template <class T>
View<const T> Network<T>::cellBefore(Index t) {
    return t == 0 ? zeros_.view() : decoder_.cell(t - 1);
}

// What the embedding adds to the gates is there already.
template <class T>
void Network<T>::advance(Index t) {
    if (t != 0)
        copyInto<T>(queries(t), decoder_.state(t - 1));
    if (shape_.sizes().score) {
        attention_.advance(t, queries(t), batch_->sourceLengths, at(contexts_, t));
        multiply(decoder_.gates(t), at(contexts_, t), weights_.context, Into::add);
    }
    decoder_.advance(t, {queries(t), cellBefore(t)}, weights_.decoder.recurrent, nullptr);
}

// Rows [s_t; c_t; y_{t−1}] of the given positions; targetEmbedded_ holds y.
template <class T>
void Network<T>::gatherFeatures(const std::vector<std::size_t>& positions) {
    const ModelSizes& sizes = shape_.sizes();
    const View<T> features = features_.resized(std::ssize(positions), weights_.output.rows);
    for (std::size_t i = 0; i < positions.size(); ++i) {
        const auto position = static_cast<Index>(positions[i]);
        T* row = features.row(static_cast<Index>(i));
        row = std::copy_n(decoder_.states().row(position), sizes.decoder, row);
        row = std::copy_n(contexts_.view().row(position), shape_.contextSize(), row);
        std::copy_n(targetEmbedded_.view().row(position), sizes.embedding, row);
    }
    const View<T> logits = logits_.resized(features.rows, sizes.targetWords);
    setRows<T>(logits, weights_.outputBias);
    multiply(logits, features, weights_.output, Into::add);
}

template <class T>
double Network<T>::loss(std::span<const T> weights, const Batch& batch) {
    encode(weights, batch, batch.targetSteps);
    const Index rows = targetSteps_ * batch.size;
    embed(weights_.targetEmbedding, shifted(batch), targetEmbedded_.resized(rows, shape_.sizes().embedding));
    setRows<T>(decoder_.gates(), weights_.decoder.bias);
    multiply(decoder_.gates(), targetEmbedded_.view(), weights_.decoder.input, Into::add);
    for (Index t = 0; t < targetSteps_; ++t)
        advance(t);

    positions_.clear();
    for (std::size_t i = 0; i < batch.target.size(); ++i)
        if (batch.target[i] != noWord)
            positions_.push_back(i);
    if (positions_.empty())
        return 0;
    gatherFeatures(positions_);
    const View<T> logits = logits_.view();
    const T scale = T{1} / static_cast<T>(logits.rows);
    double sum = 0;
    for (Index i = 0; i < logits.rows; ++i)
        sum += kernels::crossEntropy(std::span<T>(logits.row(i), static_cast<std::size_t>(logits.columns)),
                                     batch.target[positions_[static_cast<std::size_t>(i)]], scale);
    return sum / static_cast<double>(logits.rows);
}

template <class T>
View<T> Network<T>::decode(Index t, std::span<const WordId> previous) {
    HEEDMAP_EXPECTS(t < targetSteps_ && std::ssize(previous) == batch_->size);
    if (t == 0)
        targetEmbedded_.resized(targetSteps_ * batch_->size, shape_.sizes().embedding);
    embed(weights_.targetEmbedding, previous, at(targetEmbedded_, t));
    setRows<T>(decoder_.gates(t), weights_.decoder.bias);
    multiply(decoder_.gates(t), at(targetEmbedded_, t), weights_.decoder.input, Into::add);
    advance(t);
    positions_.clear();
    for (Index b = 0; b < batch_->size; ++b)
        positions_.push_back(static_cast<std::size_t>(t * batch_->size + b));
    gatherFeatures(positions_);
    return logits_.view();
}

template <class T>
View<const T> Network<T>::alpha(Index t) {
    return shape_.sizes().score ? View<const T>(attention_.alpha(t)) : View<const T>(nullptr, batch_->size, 0);
}

template <class T>
void Network<T>::addGradient(std::span<T> gradient) {
    if (positions_.empty())
        return;
    const ModelParameters<T> views = shape_.views(gradient);
    backThroughOutput(views);
    backThroughDecoder(views);
    backThroughEncoder(views);
}

template <class T>
void Network<T>::backThroughOutput(const ModelParameters<T>& gradient) {
    const ModelSizes& sizes = shape_.sizes();
    const Index rows = targetSteps_ * batch_->size;
    const View<T> dFeatures = dFeatures_.zeros(features_.view().rows, features_.view().columns);
    backThroughLinear<T>(features_.view(), weights_.output, logits_.view(), gradient.output, gradient.outputBias,
                         dFeatures);
    dStates_.zeros(rows, sizes.decoder);
    dContexts_.zeros(rows, shape_.contextSize());
    dTargetEmbedded_.zeros(rows, sizes.embedding);
    for (std::size_t i = 0; i < positions_.size(); ++i) {
        const auto position = static_cast<Index>(positions_[i]);
        const T* row = dFeatures.row(static_cast<Index>(i));
        std::copy_n(row, sizes.decoder, dStates_.view().row(position));
        std::copy_n(row + sizes.decoder, shape_.contextSize(), dContexts_.view().row(position));
        std::copy_n(row + sizes.decoder + shape_.contextSize(), sizes.embedding, dTargetEmbedded_.view().row(position));
    }
}

template <class T>
void Network<T>::backThroughDecoder(const ModelParameters<T>& gradient) {
    const bool attends = shape_.sizes().score.has_value();
    const LstmState<T> d{dState_.zeros(batch_->size, shape_.sizes().decoder),
                         dCell_.zeros(batch_->size, shape_.sizes().decoder)};
    dFinal_.zeros(batch_->size, shape_.encodedSize());
    dEncoded_.zeros(encoded_.view().rows, encoded_.view().columns);
    const Matrix<T> recurrentBack = transposedCopy(weights_.decoder.recurrent);
    const Matrix<T> contextBack = transposedCopy(weights_.context);
    if (attends)
        attention_.beginBackward();
    for (Index t = targetSteps_ - 1; t >= 0; --t) {
        addInto<T>(d.state, at(dStates_, t));
        decoder_.retreat(t, cellBefore(t), d, kernels::viewOf(recurrentBack), nullptr);
        if (!attends)
            continue;
        multiply(at(dContexts_, t), decoder_.gates(t), kernels::viewOf(contextBack), Into::add);
        attention_.retreat(t, at(dContexts_, t), batch_->sourceLengths, d.state);
    }
    const View<const T> dGates = decoder_.gates();
    backThroughLinear<T>(targetEmbedded_.view(), weights_.decoder.input, dGates, gradient.decoder.input,
                         gradient.decoder.bias, dTargetEmbedded_.view());
    backThroughLinear<T>(queries_.view(), weights_.decoder.recurrent, dGates, gradient.decoder.recurrent, {}, {});
    scatter<T>(dTargetEmbedded_.view(), shifted(*batch_), gradient.targetEmbedding);
    if (!attends)
        return;
    backThroughLinear<T>(contexts_.view(), weights_.context, dGates, gradient.context, {}, {});
    attention_.finish(queries_.view(), gradient.attention, dEncoded_.view());
}

template <class T>
void Network<T>::backThroughEncoder(const ModelParameters<T>& gradient) {
    const Index units = shape_.sizes().encoder;
    kernels::tanhBackward(queries(0), dState_.view());
    backThroughLinear<T>(final_.view(), weights_.bridge, dState_.view(), gradient.bridge, gradient.bridgeBias,
                         dFinal_.view());
    const View<T> dSource = dSource_.zeros(sourceEmbedded_.view().rows, sourceEmbedded_.view().columns);
    const View<T> half = half_.resized(dEncoded_.view().rows, units);
    copyInto<T>(half, dEncoded_.view().middleColumns(0, units));
    forwards_.backward(weights_.forwards, sourceEmbedded_.view(), half, dFinal_.view().middleColumns(0, units),
                       gradient.forwards, dSource);
    copyInto<T>(half, dEncoded_.view().middleColumns(units, units));
    backwards_.backward(weights_.backwards, sourceEmbedded_.view(), half, dFinal_.view().middleColumns(units, units),
                        gradient.backwards, dSource);
    scatter<T>(dSource, batch_->source, gradient.sourceEmbedding);
}

template class Network<float>;
template class Network<double>;

} // namespace heedmap::seq2seq
