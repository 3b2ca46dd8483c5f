#include "core/seq2seq/model_shape.h"

#include <cmath>

namespace heedmap::seq2seq {

using attention::ScoreFunction;
using kernels::View;

namespace {

// Uniform in ±1/√inputs.
Start spreadFor(Index inputs) {
    return {.uniform = 1.0 / std::sqrt(static_cast<double>(inputs))};
}

constexpr Start unitNormal{.normal = 1.0};

// The matrix between queries and keys starts near 0 and learns slowly: attention stays even for a while. It is then not
// drawn to some position by chance before the encoder states mean anything, and learns to look at a word itself instead
// of at a neighbor whose state knows of it.
Start nearZero(Index inputs) {
    return {.uniform = 0.1 / static_cast<double>(inputs)};
}
constexpr double slowly = 0.125;

} // namespace

std::string nameOfScore(const std::optional<ScoreFunction>& score) {
    return score ? std::string(attention::nameOf(*score)) : "none";
}

ModelSizes withoutAttentionAsLargeAs(ModelSizes sizes) {
    sizes.score = ScoreFunction::additive;
    const Index wanted = ModelShape(sizes).table().size();
    sizes.score.reset();
    const auto parametersWith = [&](Index decoder) {
        sizes.decoder = decoder;
        return ModelShape(sizes).table().size();
    };
    Index decoder = 1;
    while (parametersWith(decoder) < wanted)
        ++decoder;
    if (decoder > 1 && wanted - parametersWith(decoder - 1) < parametersWith(decoder) - wanted)
        --decoder;
    sizes.decoder = decoder;
    return sizes;
}

ModelShape::ModelShape(const ModelSizes& sizes)
    : sizes_(sizes) {
    const Index features = sizes.decoder + contextSize() + sizes.embedding;
    sourceEmbedding_ = table_.add("source.embedding", sizes.sourceWords, sizes.embedding, unitNormal);
    targetEmbedding_ = table_.add("target.embedding", sizes.targetWords, sizes.embedding, unitNormal);
    forwards_ = addLstm("encoder.forwards", sizes.embedding, sizes.encoder);
    backwards_ = addLstm("encoder.backwards", sizes.embedding, sizes.encoder);
    bridge_ = table_.add("bridge.weight", encodedSize(), sizes.decoder, spreadFor(encodedSize()));
    bridgeBias_ = table_.add("bridge.bias", 1, sizes.decoder, spreadFor(encodedSize()));
    decoder_ = addLstm("decoder", sizes.embedding, sizes.decoder);
    if (sizes.score)
        context_ = table_.add("decoder.context", contextSize(), 4 * sizes.decoder, spreadFor(sizes.decoder));
    addAttention();
    output_ = table_.add("output.weight", features, sizes.targetWords, spreadFor(features));
    outputBias_ = table_.add("output.bias", 1, sizes.targetWords, spreadFor(features));
}

ModelShape::LstmIds ModelShape::addLstm(const std::string& name, Index inputs, Index units) {
    return {table_.add(name + ".input", inputs, 4 * units, spreadFor(units)),
            table_.add(name + ".recurrent", units, 4 * units, spreadFor(units)),
            table_.add(name + ".bias", 1, 4 * units, spreadFor(units))};
}

void ModelShape::addAttention() {
    if (!sizes_.score)
        return;
    const Index keys = encodedSize();
    switch (*sizes_.score) {
    case ScoreFunction::additive:
        attentionQuery_ = table_.add("attention.query", sizes_.decoder, sizes_.alignment, spreadFor(sizes_.decoder));
        attentionKey_ = table_.add("attention.key", keys, sizes_.alignment, spreadFor(keys));
        attentionV_ = table_.add("attention.v", 1, sizes_.alignment, spreadFor(sizes_.alignment));
        return;
    case ScoreFunction::general:
        attentionQuery_ = table_.add("attention.query", sizes_.decoder, keys, nearZero(keys), slowly);
        return;
    case ScoreFunction::dot:
        if (sizes_.decoder != keys)
            attentionKey_ = table_.add("attention.key", keys, sizes_.decoder, nearZero(keys), slowly);
        return;
    case ScoreFunction::scaled_dot: // states, each number in ±1, are too short to be keys once divided by √d_k
        attentionKey_ = table_.add("attention.key", keys, sizes_.decoder, spreadFor(keys));
        return;
    case ScoreFunction::cosine:
        break;
    }
    preconditionFailed("a score function that can be trained", __FILE__, __LINE__);
}

template <class T>
LstmParameters<T> ModelShape::lstmViews(const LstmIds& ids, std::span<T> numbers) const {
    return {table_.view(ids.input, numbers), table_.view(ids.recurrent, numbers), table_.view(ids.bias, numbers)};
}

template <class T>
View<T> ModelShape::optionalView(const std::optional<ParameterId>& id, std::span<T> numbers) const {
    return id ? table_.view(*id, numbers) : View<T>();
}

template <class T>
ModelParameters<T> ModelShape::views(std::span<T> numbers) const {
    HEEDMAP_EXPECTS(std::ssize(numbers) == table_.size());
    return {
        .sourceEmbedding = table_.view(sourceEmbedding_, numbers),
        .targetEmbedding = table_.view(targetEmbedding_, numbers),
        .forwards = lstmViews(forwards_, numbers),
        .backwards = lstmViews(backwards_, numbers),
        .bridge = table_.view(bridge_, numbers),
        .bridgeBias = table_.view(bridgeBias_, numbers),
        .decoder = lstmViews(decoder_, numbers),
        .context = optionalView(context_, numbers),
        .attention = {optionalView(attentionQuery_, numbers), optionalView(attentionKey_, numbers),
                      optionalView(attentionV_, numbers)},
        .output = table_.view(output_, numbers),
        .outputBias = table_.view(outputBias_, numbers),
    };
}

template ModelParameters<float> ModelShape::views(std::span<float>) const;
template ModelParameters<double> ModelShape::views(std::span<double>) const;
template ModelParameters<const float> ModelShape::views(std::span<const float>) const;
template ModelParameters<const double> ModelShape::views(std::span<const double>) const;

} // namespace heedmap::seq2seq
