// Several heads, as torch.nn.MultiheadAttention computes them, and grouped key/value heads.
#pragma once

#include "core/attention/attention.h"

namespace heedmap::attention {

// Projections are applied as torch.nn.Linear does: x Wᵀ + b. E = embedding size, H = heads, E divisible by H.
struct MultiHeadParameters {
    MatrixD w_q;           // E × E
    MatrixD w_k;           // E × kdim
    MatrixD w_v;           // E × vdim
    VectorD b_q, b_k, b_v; // E; empty: none
    MatrixD w_o;           // E × E
    VectorD b_o;           // E; empty: none
    Index heads = 1;
};

template <class T>
struct MultiHeadResult {
    std::vector<Attention<T>> heads; // each α (L × S) and context (L × E/H)
    Matrix<T> output;                // L × E: heads side by side, through W_o
    Matrix<T> meanAlpha() const;     // L × S
};

inline constexpr ErrorKind headsDoNotDivide{
    HEEDMAP_MESSAGE("Error", "%1 columns cannot be split evenly into %2 heads")};
inline constexpr ErrorKind groupsDoNotDivide{
    HEEDMAP_MESSAGE("Error", "%1 query heads cannot share %2 key/value heads evenly")};

// One batch entry: query (L × E), key (S × kdim), value (S × vdim). Scaled dot in each head.
// Errors: headsDoNotDivide, parameterDoesNotFit, keysAndValuesDiffer, customMaskDoesNotFit.
template <class T>
Result<MultiHeadResult<T>> multiHead(const Matrix<T>& query, const Matrix<T>& key, const Matrix<T>& value,
                                     const MultiHeadParameters& parameters, const MaskSpec& mask,
                                     const Normalizer& normalizer);

// Q, K, V of one head: its columns of those of all heads; query head h uses key/value head h·G/H.
// Errors: headsDoNotDivide, groupsDoNotDivide. Precondition: 0 ≤ head < heads.
Result<Projected> headOf(const Projected& all, Index heads, Index keyValueHeads, Index head);

// What the layer gives: the contexts of all heads (each n_q × d_v) side by side, times W_o (not given: as they are),
// plus b_o. Errors: projectedDoesNotFit, biasDoesNotFit.
Result<MatrixD> joinHeads(const std::vector<MatrixD>& contexts, const Parameters& parameters);

// α and context of every head of the problem, by its numbers of heads, which are equal column blocks of Q, K and V as
// they are projected and share W, W_s, W_h and v of the size of one head; and what the layer gives.
// Errors: those of project(), headOf(), attend() and joinHeads().
Result<MultiHeadResult<double>> attendHeads(const Problem& problem, ScoreFunction function);

// Grouped-query attention (Ainslie et al. 2023): query head h uses key/value head h·G/H.
// q: H matrices (L × d), k and v: G matrices each (S × d), (S × d_v). Errors: groupsDoNotDivide and those of attend().
template <class T>
Result<std::vector<Attention<T>>>
groupedQuery(const std::vector<Matrix<T>>& q, const std::vector<Matrix<T>>& k, const std::vector<Matrix<T>>& v,
             ScoreFunction function, const Parameters& parameters, const MaskSpec& mask, const Normalizer& normalizer);

} // namespace heedmap::attention
