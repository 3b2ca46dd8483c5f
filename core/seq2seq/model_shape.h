// The sizes of a translation model and its parameters.
//   encoder: embedding, bidirectional LSTM;  s₀ = tanh(final states · bridge)
//   decoder: c_t = attention(s_{t−1}, h);  s_t = LSTM([y_{t−1}; c_t], s_{t−1});  logits = [s_t; c_t; y_{t−1}] W + b
// as Bahdanau, Cho, Bengio 2015 have it, with an LSTM. Without attention there is no c_t (Sutskever, Vinyals, Le 2014):
// all that crosses is s₀, one vector of a fixed size.
#pragma once

#include "core/attention/score.h"
#include "core/seq2seq/attention_tape.h"
#include "core/seq2seq/parameter_table.h"
#include "core/seq2seq/recurrent.h"

#include <optional>

namespace heedmap::seq2seq {

struct ModelSizes {
    std::optional<attention::ScoreFunction> score = attention::ScoreFunction::additive; // none: no attention
    Index sourceWords = 0;
    Index targetWords = 0;
    Index embedding = 32;
    Index encoder = 32;   // units in each direction
    Index decoder = 64;   // units
    Index alignment = 64; // additive: hidden units a
    friend bool operator==(const ModelSizes&, const ModelSizes&) = default;
};

// For a fair comparison with a model that has attention: a model without, whose decoder has so many units that it has
// as nearly as possible the parameters of one with additive attention and `sizes`.
ModelSizes withoutAttentionAsLargeAs(ModelSizes sizes);

// "additive", …, or "none".
std::string nameOfScore(const std::optional<attention::ScoreFunction>& score);

// Weights (const T) or gradients (T) by what they are for.
template <class T>
struct ModelParameters {
    kernels::View<T> sourceEmbedding; // source words × embedding
    kernels::View<T> targetEmbedding; // target words × embedding
    LstmParameters<T> forwards;
    LstmParameters<T> backwards;
    kernels::View<T> bridge;     // 2·encoder × decoder
    kernels::View<T> bridgeBias; // 1 × decoder
    LstmParameters<T> decoder;   // input: of the embedding
    kernels::View<T> context;    // c_t × 4·decoder
    AttentionParameters<T> attention;
    kernels::View<T> output;     // decoder + c_t + embedding × target words
    kernels::View<T> outputBias; // 1 × target words
};

class ModelShape {
public:
    explicit ModelShape(const ModelSizes& sizes);
    const ModelSizes& sizes() const { return sizes_; }
    const ParameterTable& table() const { return table_; }
    // Columns of h, of s₀'s input, and of c_t, which has none without attention.
    Index encodedSize() const { return 2 * sizes_.encoder; }
    Index contextSize() const { return sizes_.score ? encodedSize() : 0; }

    // `numbers` holds all parameters, as table() says.
    template <class T>
    ModelParameters<T> views(std::span<T> numbers) const;

private:
    struct LstmIds {
        ParameterId input, recurrent, bias;
    };
    LstmIds addLstm(const std::string& name, Index inputs, Index units);
    void addAttention();
    template <class T>
    LstmParameters<T> lstmViews(const LstmIds& ids, std::span<T> numbers) const;
    template <class T>
    kernels::View<T> optionalView(const std::optional<ParameterId>& id, std::span<T> numbers) const;

    ModelSizes sizes_;
    ParameterTable table_;
    ParameterId sourceEmbedding_, targetEmbedding_;
    LstmIds forwards_, backwards_;
    ParameterId bridge_, bridgeBias_;
    LstmIds decoder_;
    std::optional<ParameterId> context_, attentionQuery_, attentionKey_, attentionV_;
    ParameterId output_, outputBias_;
};

} // namespace heedmap::seq2seq
