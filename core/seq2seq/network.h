// A translation model at work on a batch: training passes, and decoding word by word.
#pragma once

#include "core/seq2seq/batch.h"
#include "core/seq2seq/model_shape.h"
#include "core/seq2seq/vocabulary.h"

namespace heedmap::seq2seq {

// Numbers whose memory is kept from one batch to the next.
template <class T>
class Buffer {
public:
    kernels::View<T> resized(Index rows, Index columns) {
        numbers_.resize(static_cast<std::size_t>(rows * columns));
        rows_ = rows;
        columns_ = columns;
        return view();
    }
    kernels::View<T> zeros(Index rows, Index columns) {
        numbers_.assign(static_cast<std::size_t>(rows * columns), T{0});
        return resized(rows, columns);
    }
    kernels::View<T> view() { return {numbers_.data(), rows_, columns_}; }

private:
    std::vector<T> numbers_;
    Index rows_ = 0;
    Index columns_ = 0;
};

// T is float (training) or double (checks). Weights are passed to each pass and have to stay until the way back.
template <class T>
class Network {
public:
    explicit Network(const ModelShape& shape)
        : shape_(shape) {}

    // Teacher forcing: mean cross-entropy of a target word (the end of sentence is one).
    double loss(std::span<const T> weights, const Batch& batch);
    // After loss(), once: adds ∂loss/∂weights.
    void addGradient(std::span<T> gradient);

    // Reads the sources and makes room for so many target words a sentence.
    void encode(std::span<const T> weights, const Batch& batch, Index targetSteps);
    // Logits (batch × target words) of word t, given the words before it (endId at t = 0). t = 0, 1, 2, …
    kernels::View<T> decode(Index t, std::span<const WordId> previous);

    // Of what was decoded last, each with a row a sentence; alpha is 0 on padding and has no columns without attention.
    kernels::View<const T> alpha(Index t);                               // batch × source steps
    kernels::View<const T> query(Index t) { return queries(t); }         // s_{t−1} (batch × decoder)
    kernels::View<const T> encoderStates() { return encoded_.view(); }   // h (source steps·batch × 2·encoder)
    kernels::View<const T> attentionKeys() { return attention_.keys(); } // what queries are compared with
    void setAlphaHook(typename AttentionTape<T>::AlphaHook hook) { attention_.setAlphaHook(std::move(hook)); }

private:
    kernels::View<T> at(Buffer<T>& buffer, Index t) { return buffer.view().middleRows(t * batch_->size, batch_->size); }
    kernels::View<T> queries(Index t) { return at(queries_, t); }
    kernels::View<const T> cellBefore(Index t);
    void embed(const kernels::View<const T>& table, std::span<const WordId> words, kernels::View<T> out);
    void readSources();
    void startDecoder();
    void advance(Index t);
    void gatherFeatures(const std::vector<std::size_t>& positions);
    void backThroughOutput(const ModelParameters<T>& gradient);
    void backThroughDecoder(const ModelParameters<T>& gradient);
    void backThroughEncoder(const ModelParameters<T>& gradient);

    const ModelShape& shape_;
    const Batch* batch_ = nullptr;
    ModelParameters<const T> weights_;
    LstmLayer<T> forwards_, backwards_;
    LstmTape<T> decoder_;
    AttentionTape<T> attention_;
    Index targetSteps_ = 0;
    std::vector<std::size_t> positions_; // t·batch + b of the target words, padding left out
    // Rows of all positions of the source, of the target, or of the target words without padding.
    Buffer<T> sourceEmbedded_, encoded_, final_, zeros_;
    Buffer<T> targetEmbedded_, queries_, contexts_;
    Buffer<T> features_, logits_;
    Buffer<T> dEncoded_, dFinal_, dStates_, dContexts_, dTargetEmbedded_, dFeatures_, dState_, dCell_, half_, dSource_;
};

} // namespace heedmap::seq2seq
