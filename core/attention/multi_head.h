// Several heads, as torch.nn.MultiheadAttention computes them, and grouped key/value heads (Ainslie et al. 2023).
#pragma once

#include "core/attention/attention.h"

namespace heedmap::attention {

struct MultiHeadResult {
    std::vector<Attention<double>> heads; // each α (n_q × n_k) and context (n_q × d_v)
    MatrixD output;                       // n_q × E: heads side by side, through W_o
};

inline constexpr ErrorKind headsDoNotDivide{
    HEEDMAP_MESSAGE("Error", "%1 columns cannot be split evenly into %2 heads")};
inline constexpr ErrorKind groupsDoNotDivide{
    HEEDMAP_MESSAGE("Error", "%1 query heads cannot share %2 key/value heads evenly")};

// Q, K, V of one head: its columns of those of all heads; query head h uses key/value head h·G/H.
// Errors: headsDoNotDivide, groupsDoNotDivide. Precondition: 0 ≤ head < heads.
Result<Projected> headOf(const Projected& all, Index heads, Index keyValueHeads, Index head);

// What the layer gives: the contexts of all heads (each n_q × d_v) side by side, times W_o (not given: as they are),
// plus b_o. Errors: projectedDoesNotFit, biasDoesNotFit.
Result<MatrixD> joinHeads(const std::vector<MatrixD>& contexts, const Parameters& parameters);

// α and context of every head of the problem, by its numbers of heads, which are equal column blocks of Q, K and V as
// they are projected and share W, W_s, W_h and v of the size of one head; and what the layer gives.
// Errors: those of project(), headOf(), attend() and joinHeads().
Result<MultiHeadResult> attendHeads(const Problem& problem, ScoreFunction function);

} // namespace heedmap::attention
