// Parameters, memory and multiply–adds of a whole model of attention layers.
#pragma once

#include "core/analysis/layer_cost.h"

namespace heedmap::analysis {

// A decoder layer has two attentions (to itself and to the encoder) and one feed-forward network.
struct ParameterCounts {
    Count attention;      // one attention: d·H·d_k + d·G·d_k + d·G·d_v + H·d_v·d; 4·d² without grouped heads
    Count feedForward;    // of a layer: 2·d·d_ff
    Count embedding;      // (vocabulary + positions)·d; the output layer shares it
    Count blocks;         // matrices of all layers; 12·layers·d² where d_ff = 4·d and there is no decoder
    Count total;          // blocks + embedding
    Count biasesAndNorms; // not in total: every bias, and two vectors for each normalisation
};
ParameterCounts parametersOf(const CostSizes& sizes);

// Bytes, of P = total parameters. The optimizer's own numbers are float32, whatever the weights are.
struct TrainingMemory {
    Count weights;                // P·bytes
    Count gradients;              // P·bytes
    Count sgd;                    // 0
    Count momentum;               // 4·P
    Count adam;                   // 8·P: two moments
    Count adamW;                  // the same
    Count adamWWithMasterWeights; // 12·P: and a float32 copy beside weights of fewer bytes
};
TrainingMemory trainingMemory(const CostSizes& sizes);

// Numbers kept for the backward pass, in bytes, all layers, without dropout (Korthikanti et al. 2022, section 4.1: of
// a layer 16·n·d + H·n² numbers for full attention with d_ff = 4·d). `alpha` is the part of α, which a fused kernel
// does not keep; it keeps a number a query and head instead, which is in `fused`.
struct ActivationMemory {
    Count alpha;
    Count others;
    Count all;   // others + alpha
    Count fused; // others + the sums of the rows
};
ActivationMemory activationMemory(const CostSizes& sizes);

// Of the layers that generate (the decoder's where there is one): K and V of every earlier position.
struct KeyValueCache {
    Count bytesPerToken; // layers·G·(d_k + d_v)·bytes
    Count bytes;         // batch·n_k of them
};
KeyValueCache keyValueCache(const CostSizes& sizes);

// One forward pass of all layers and the batch: attention by `method`, its projections, and the feed-forward networks.
// (All attentions of a decoder layer are counted with the same sizes and method; recurrent and convolutional layers
// have a feed-forward network too.) Precondition: as layerCost().
Count forwardMultiplyAdds(const CostSizes& sizes, Method method);
// 2·n_q·d·d_ff
Count feedForwardMultiplyAdds(const CostSizes& sizes);

} // namespace heedmap::analysis
