// Attention is not explanation, as an experiment: other weights that move the output by less than ε, found by search
// (Jain and Wallace 2019). What is found is proof; that nothing was found within the limit proves nothing.
#pragma once

#include "core/tensor/matrix.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <stop_token>

namespace heedmap::analysis {

struct CounterSearch {
    double epsilon = 0.01;   // the output may move by less than this
    double leastMoved = 0.1; // total variation from the true α from which on weights count as different
    Index restarts = 16;     // the limit: so many beginnings …
    Index steps = 60;        // … of so many steps each
    std::uint64_t seed = 0;  // of the random directions
    std::stop_token stop{};  // what was found until then is given
};

struct CounterAlpha {
    bool found = false; // totalVariation ≥ leastMoved
    VectorD weights;    // the most different α' of those tried, by Jensen–Shannon divergence; α itself if none
    double moved = 0;   // the output's distance, < ε
    double jensenShannon = 0; // from α, nat: 0 … ln 2
    double totalVariation = 0;
    bool sameLargest = true; // whether the largest weight is still on the same key
    Index tried = 0;         // weights whose output was computed
};

// The output of a row of weights, and how far two outputs are apart.
struct WeightedOutput {
    std::function<VectorD(const VectorD& weights)> output;
    std::function<double(const VectorD& a, const VectorD& b)> distance;
};

// α is one row (n_k, sums to 1); forbidden keys (allowed = 0; empty: none) stay 0.
// Deterministic. Precondition: α is finite and not negative, ε > 0.
CounterAlpha findCounterAlpha(const VectorD& alpha, std::span<const std::uint8_t> allowed, const WeightedOutput& output,
                              const CounterSearch& search);

// Of the context c = Vᵀα, V (n_k × d_v), ε being a share of ‖c‖ (of 1 where c is 0): moved < ε ‖c‖.
CounterAlpha findCounterAlpha(const VectorD& alpha, std::span<const std::uint8_t> allowed, const MatrixD& v,
                              const CounterSearch& search);

} // namespace heedmap::analysis
