// Attention on one problem, whole matrices at once.
//   e (n_q × n_k) = score(Q, K);  α = normalize(mask(e));  c (n_q × d_v) = α V
#pragma once

#include "core/attention/problem.h"
#include "core/attention/score.h"

#include <vector>

namespace heedmap::attention {

template <class T>
struct Attention {
    Matrix<T> scores;             // e (n_q × n_k), before mask and normalizer
    BoolMatrix allowed;           // n_q × n_k; empty: every key is allowed
    Matrix<T> alpha;              // α (n_q × n_k); 0 where masked
    Matrix<T> context;            // c (n_q × d_v)
    std::vector<Index> emptyRows; // rows that allow nothing: their α and c are 0
};

// By softmax or another normalizer, or by what stands in for it (Problem::approximation): then `scores` are the implied
// ones. Errors: those of project(), checkSizes(), buildMask() and featuresOf().
template <class T>
Result<Attention<T>> attend(const Problem& problem, ScoreFunction function);

// The same on Q, K, V that are given beside the problem's parameters, mask, normalizer and approximation.
template <class T>
Result<Attention<T>> attend(const Matrix<T>& q, const Matrix<T>& k, const Matrix<T>& v, ScoreFunction function,
                            const Problem& problem);

// Exact attention on Q, K, V as they are (no projection). Softmax in float32 is as exact as in streaming.h.
template <class T>
Result<Attention<T>> attend(const Matrix<T>& q, const Matrix<T>& k, const Matrix<T>& v, ScoreFunction function,
                            const Parameters& parameters, const MaskSpec& mask, const Normalizer& normalizer);

// α of scores that come from elsewhere (a file): e (n_q × n_k). The context is n_q × 0. Errors: those of buildMask().
template <class T>
Result<Attention<T>> normalizeScores(const Matrix<T>& scores, const MaskSpec& mask, const Normalizer& normalizer);

// What differs from what an attention was computed from. Indices ascend.
struct Changes {
    std::vector<Index> queries;      // rows of Q
    std::vector<Index> keys;         // rows of K
    std::vector<Index> valueColumns; // columns of V that hold other numbers
    bool normalizer = false;         // another kind or temperature

    bool isNothing() const { return queries.empty() && keys.empty() && valueColumns.empty() && !normalizer; }
    bool touchesAllWeights() const { return !keys.empty() || normalizer; }
    bool operator==(const Changes&) const = default;
};

// `attention`, as attend() gave it for `before`, becomes what attend() gives for `now`, bit for bit: only the rows and
// columns of e that changed are computed, and α and c of the rows that this touches. Preconditions: it was computed
// with the same score function, parameters and mask; `changes` holds all that differs.
void update(Attention<double>& attention, const Projected& before, const Projected& now, const Changes& changes,
            ScoreFunction function, const Parameters& parameters, const Normalizer& normalizer);

} // namespace heedmap::attention
