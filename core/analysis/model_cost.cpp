#include "core/analysis/model_cost.h"

namespace heedmap::analysis {

namespace {

constexpr std::uint64_t float32Bytes = 4;

Count layersOf(const CostSizes& s) {
    return Count::of(s.layers) + Count::of(s.decoderLayers);
}

Count attentionsOf(const CostSizes& s) {
    return Count::of(s.layers) + Count(2) * Count::of(s.decoderLayers);
}

// Widths of Q, K and V, all heads together.
struct Widths {
    explicit Widths(const CostSizes& s)
        : q(Count::of(s.heads) * Count::of(s.keySize))
        , k(Count::of(s.keyValueHeads) * Count::of(s.keySize))
        , v(Count::of(s.keyValueHeads) * Count::of(s.valueSize))
        , context(Count::of(s.heads) * Count::of(s.valueSize)) {}
    Count q, k, v, context;
};

} // namespace

ParameterCounts parametersOf(const CostSizes& s) {
    const Count d = Count::of(s.model);
    const Count ff = Count::of(s.feedForward);
    const Widths w(s);
    ParameterCounts p;
    p.attention = d * (w.q + w.k + w.v + w.context);
    p.feedForward = Count(2) * d * ff;
    p.embedding = (Count::of(s.vocabulary) + Count::of(s.positions)) * d;
    p.blocks = attentionsOf(s) * p.attention + layersOf(s) * p.feedForward;
    p.total = p.blocks + p.embedding;
    const Count norms = (attentionsOf(s) + layersOf(s)) * Count(2) * d; // one after each attention and each network
    p.biasesAndNorms = attentionsOf(s) * (w.q + w.k + w.v + d) + layersOf(s) * (ff + d) + norms;
    return p;
}

TrainingMemory trainingMemory(const CostSizes& s) {
    const Count parameters = parametersOf(s).total;
    const Count copy = Count(float32Bytes) * parameters;
    TrainingMemory memory;
    memory.weights = memory.gradients = Count::of(s.bytes) * parameters;
    memory.momentum = copy;
    memory.adam = memory.adamW = copy + copy;
    memory.adamWWithMasterWeights = copy + copy + copy;
    return memory;
}

ActivationMemory activationMemory(const CostSizes& s) {
    const Count nq = Count::of(s.queries);
    const Count nk = Count::of(s.keys);
    const Count d = Count::of(s.model);
    const Widths w(s);
    // Of an attention: its input and that of its normalisation, Q, K, V and the contexts; of a feed-forward network:
    // the same two, and its hidden values before and after the activation.
    const Count attention = nq * (Count(2) * d + w.q + w.context) + nk * (w.k + w.v);
    const Count network = nq * (Count(2) * d + Count(2) * Count::of(s.feedForward));
    const Count rows = attentionsOf(s) * Count::of(s.heads) * nq;
    const Count unit = Count::of(s.batch) * Count::of(s.bytes);
    ActivationMemory memory;
    memory.alpha = unit * rows * nk;
    memory.others = unit * (attentionsOf(s) * attention + layersOf(s) * network);
    memory.all = memory.others + memory.alpha;
    memory.fused = memory.others + unit * rows;
    return memory;
}

KeyValueCache keyValueCache(const CostSizes& s) {
    const Widths w(s);
    KeyValueCache cache;
    cache.bytesPerToken =
        Count::of(s.decoderLayers > 0 ? s.decoderLayers : s.layers) * (w.k + w.v) * Count::of(s.bytes);
    cache.bytes = Count::of(s.batch) * Count::of(s.keys) * cache.bytesPerToken;
    return cache;
}

Count feedForwardMultiplyAdds(const CostSizes& s) {
    return Count(2) * Count::of(s.queries) * Count::of(s.model) * Count::of(s.feedForward);
}

Count forwardMultiplyAdds(const CostSizes& s, Method method) {
    const LayerCost layer = layerCost(s, method);
    return Count::of(s.batch) *
           (attentionsOf(s) * (layer.multiplyAdds + layer.projections) + layersOf(s) * feedForwardMultiplyAdds(s));
}

} // namespace heedmap::analysis
