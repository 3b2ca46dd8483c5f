// What one layer costs for one sequence, by method: multiply–adds (MAC), function calls, bytes, path lengths.
#pragma once

#include "core/analysis/cost_sizes.h"
#include "core/analysis/count.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace heedmap::analysis {

enum class Method : std::uint8_t {
    full,                // softmax attention, all pairs (Vaswani et al. 2017)
    additive,            // the same with additive scores (Bahdanau et al. 2015)
    causal,              // j ≤ i
    window,              // |i − j| ≤ w (Longformer)
    causal_window,       // 0 ≤ i − j ≤ w
    dilated,             // w keys on each side, a step apart
    block,               // within blocks
    bigbird,             // window, global positions and random keys (Zaheer et al. 2020)
    flash,               // all pairs, in blocks, α never stored (Dao et al. 2022)
    linear,              // feature map elu + 1 (Katharopoulos et al. 2020)
    performer,           // random features (Choromanski et al. 2021)
    lstm,                // one layer, d_in = d_h = d_model
    gru,                 // one layer, d_in = d_h = d_model
    convolution,         // one layer of width k, a stack of them contiguous
    dilated_convolution, // one layer of width k, a stack of them dilated by powers of k
};
inline constexpr std::array allMethods{
    Method::full,      Method::additive, Method::causal,  Method::window,      Method::causal_window,
    Method::dilated,   Method::block,    Method::bigbird, Method::flash,       Method::linear,
    Method::performer, Method::lstm,     Method::gru,     Method::convolution, Method::dilated_convolution,
};
std::string_view nameOf(Method method); // "full", "causal_window": the words of JSON
bool isAttention(Method method);
// Patterns and recurrent or convolutional layers are of one sequence; the others also go from n_q to n_k positions.
bool needsOneSequence(Method method);

struct LayerCost {
    Method method = Method::full;
    Count pairs;        // (i, j) that are allowed, a head; 0 where there are no pairs
    Count scores;       // MAC of the scores, all heads: pairs·d_k; additive: n_q·d_k·a + n_k·d_k·a + pairs·a
    Count exponentials; // pairs of the softmax; values of the feature map of linear attention
    Count tanhs;        // additive: pairs·a
    Count context;      // MAC of α·V, all heads: pairs·d_v
    Count other;        // MAC of what is neither: see layerCost()
    Count multiplyAdds; // scores + context + other
    Count projections;  // MAC of W_q, W_k, W_v, W_o: 4·n·d² without grouped heads; 0 where there are none
    Count tableCost;    // Vaswani et al. 2017, table 1: n²·d, r·n·d, n·d², k·n·d²
    Count sequential;   // steps that have to follow one another (same table)
    std::optional<Count> longestPath; // same table: 1, n, n/r, n/k, log_k n; rounded up. None: some never meet
    std::optional<Count> edges;       // most layers or steps between two positions. None: some never meet
    Count alphaBytes;                 // of α as it is stored, all heads; 0 where it never is
    Count trafficBytes;               // read from and written to main memory, all heads; 0 where it is not counted
};

// Other MAC: linear 2·n·f·d_v + n·f a head; performer also the projections (n_q + n_k)·d_k·f; LSTM 8·n·d²; GRU 6·n·d²;
// convolution k·n·d².
// Memory traffic, in numbers a head: with α stored n_q·d_k + n_k·d_k + n_k·d_v + n_q·d_v + 4·pairs (scores and α are
// written and read once each); fused, with blocks of B queries, n_q·d_k + ⌈n_q/B⌉·n_k·(d_k + d_v) + n_q·d_v + n_q;
// linear n_q·d_k + n_k·d_k + n_k·d_v + n_q·d_v.
// Edges: window ⌈(n − 1)/w⌉; BigBird 2 over a global position (without one at most as for the window); recurrent n − 1;
// convolution, where each position sees k − 1 before it, ⌈(n − 1)/(k − 1)⌉, dilated ⌈log_k n⌉.
// Precondition: check() is content; n_q = n_k where needsOneSequence().
LayerCost layerCost(const CostSizes& sizes, Method method);

// The smallest n from which n²·H·d_k (the scores) is not below the LSTM's 8·n·d²; n = 8 d where H·d_k = d.
Count scoresCrossLstm(const CostSizes& sizes);
// The same for all of attention's multiply–adds: scores, context and projections.
Count layerCrossesLstm(const CostSizes& sizes);

} // namespace heedmap::analysis
