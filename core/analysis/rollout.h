// How much of each input reaches each output through a stack of layers of self-attention.
// A layer is Â = (1 − r) A + r I with its rows made to sum to 1, where A is the layer's heads taken together and r the
// share of the residual connection (Abnar and Zuidema 2020 use the mean of the heads and r = ½).
#pragma once

#include "core/result.h"
#include "core/tensor/matrix.h"

#include <optional>
#include <stop_token>
#include <string_view>
#include <vector>

namespace heedmap::analysis {

using HeadStack = std::vector<std::vector<MatrixD>>; // [layer][head], the first layer first; each n × n

enum class HeadFusion : std::uint8_t { mean, max };
std::string_view nameOf(HeadFusion fusion); // "mean", "max"
std::optional<HeadFusion> headFusionNamed(std::string_view name);

struct RolloutOptions {
    HeadFusion fusion = HeadFusion::mean;
    std::vector<Index> heads{}; // only these of each layer; empty: all
    double residual = 0.5;      // r, 0 … 1
    friend bool operator==(const RolloutOptions&, const RolloutOptions&) = default;
};

inline constexpr ErrorKind stackNotSquare{HEEDMAP_MESSAGE(
    "Error", "layers follow each other only where every head is square and of one size, but %1 is %2 and %3 is %4")};
inline constexpr ErrorKind stackEmpty{HEEDMAP_MESSAGE("Error", "a stack needs at least one layer and one head")};
inline constexpr ErrorKind noSuchHead{HEEDMAP_MESSAGE("Error", "there is no head %1 in %2, which has %3")};
inline constexpr ErrorKind residualOutside{
    HEEDMAP_MESSAGE("Error", "the residual share is %1, and it has to be 0 … 1")};

// Several heads as one matrix. Of `chosen` heads; empty: of all. Precondition: there is a head, those that are chosen
// exist, and they are of one size.
MatrixD fusedHeads(const std::vector<MatrixD>& heads, const std::vector<Index>& chosen, HeadFusion fusion);

// Â of every layer. A row without any weight passes its own input on. Weights of NaN stay NaN.
// Errors: stackEmpty, stackNotSquare, noSuchHead, residualOutside.
Result<std::vector<MatrixD>> layersOf(const HeadStack& stack, const RolloutOptions& options);

// Attention rollout: Â_L · … · Â_1 (n × n). Row i: how the output at i is made of the inputs; every row sums to 1.
MatrixD rollout(const std::vector<MatrixD>& layers);

// Attention flow (n × n): for output i and input j the largest flow from (layer L, i) to (layer 0, j) in the graph
// whose edges (l, i) → (l − 1, j) carry at most Â_l(i, j); Abnar and Zuidema 2020, section 3. Each of its numbers is a
// flow of its own, so rows need not sum to 1. Without a value when stopped. Precondition: weights are finite and not
// negative.
std::optional<MatrixD> attentionFlow(const std::vector<MatrixD>& layers, std::stop_token stop = {});

} // namespace heedmap::analysis
