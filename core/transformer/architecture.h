// What a Transformer is built from, as numbers and switches: one value describes any of the published families, and the
// forward pass knows nothing else of them.
//   Pre-LN: x ← x + W_O·heads(LN(x)); x ← x + W₂·act(W₁·LN(x)).  Post-LN (Vaswani et al. 2017): LN after each sum.
#pragma once

#include "core/index.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace heedmap::transformer {

using TokenId = std::int64_t;

enum class Kind : std::uint8_t { encoder, decoder, encoderDecoder };

enum class Activation : std::uint8_t {
    relu,
    gelu,     // x Φ(x)                                      Hendrycks and Gimpel 2016
    geluTanh, // the same with Φ by tanh: gelu_new, gelu_pytorch_tanh
    silu,     // x/(1 + e^−x), also called swish
};

enum class NormKind : std::uint8_t {
    layer,        // (x − mean)/√(variance + ε) · w + b        Ba, Kiros, Hinton 2016
    rms,          // x/√(mean square + ε) · w                  Zhang and Sennrich 2019
    rmsAroundOne, // the same with 1 + w
};

enum class Positions : std::uint8_t {
    none,
    table,     // a row of a table that is added to the embedding
    sinusoids, // sin in the first half, cos in the second
    rotary,    // Q and K are turned, dimension i together with i + size/2     Su et al. 2021
    buckets,   // a number a head and distance, added to the scores             Raffel et al. 2020
};

// How rotary angles are stretched for contexts longer than those of the training.
struct RotaryScaling {
    enum class Kind : std::uint8_t { none, linear, llama3 } kind = Kind::none;
    double factor = 1;
    double lowFrequencyFactor = 1; // llama3
    double highFrequencyFactor = 4;
    double originalPositions = 8192;
};

struct Rotary {
    double theta = 10000;
    RotaryScaling scaling;
};

// Encoder or decoder: a number of equal layers.
struct Stack {
    Index vocabulary = 0; // rows of the embedding
    Index layers = 0;
    Index width = 0; // d
    Index heads = 0;
    Index keyValueHeads = 0; // each shared by heads/keyValueHeads query heads
    Index headSize = 0;      // d_k; heads · headSize need not be d
    Index inner = 0;         // of the feed-forward part
    Activation activation = Activation::gelu;
    bool gated = false;        // act(W_gate x) · W_up x instead of act(W₁ x)
    bool attentionBias = true; // of W_Q, W_K and W_V
    bool outputBias = true;    // of W_O
    bool feedForwardBias = true;
    NormKind norm = NormKind::layer;
    double epsilon = 1e-5;
    bool normBefore = true;
    bool scaledScores = true; // by 1/√d_k
    bool causal = false;
    bool cross = false; // attends to the encoder, too
    std::vector<std::optional<Index>>
        windows; // a layer: a query sees itself and so many keys before it; empty: no window

    Positions positions = Positions::none;
    Index positionOffset = 0; // of the first token's row in the table
    Index mostPositions = 0;  // tokens that a text may have; 0: any number
    Rotary rotary;
    Index buckets = 0; // of distances, and the distance from which all share the last one
    Index farthest = 0;
    double embeddingScale = 1;

    std::optional<Index> window(Index layer) const {
        return windows.empty() ? std::nullopt : windows[static_cast<std::size_t>(layer)];
    }
};

// Pictures: patches of a × a pixels are the tokens, behind a class token.
struct Patches {
    Index imageHeight = 0, imageWidth = 0;
    Index size = 0; // a
    Index channels = 0;
    Index rows() const { return imageHeight / size; }
    Index columns() const { return imageWidth / size; }
};

struct Architecture {
    std::string family; // model_type
    Kind kind = Kind::decoder;
    Stack encoder;
    Stack decoder;
    std::optional<Patches> patches;
    bool tied = true;                             // the output matrix is the embedding
    double finalScale = 1;                        // of the last states before a tied output
    Activation headActivation = Activation::gelu; // of what BERT does before its output
    Index types = 0;                              // token types
    Index labels = 0;                             // of a classifier; 0: none
    std::vector<std::string> labelNames;

    TokenId padding = -1; // −1: none
    TokenId start = -1;   // what an encoder–decoder's output begins with
    std::vector<TokenId> ends;
    bool positionsSkipPadding = false; // RoBERTa: padding has no position of its own

    const Stack& main() const { return kind == Kind::decoder ? decoder : encoder; }
};

} // namespace heedmap::transformer
