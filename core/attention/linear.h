// Linear attention: α_ij = φ(q_i)·φ(k_j) / Σ_j' φ(q_i)·φ(k_j'), so that the context needs neither α nor n² work:
//   c_i = φ(q_i)ᵀ (Σ_j φ(k_j) v_jᵀ) / φ(q_i)·(Σ_j φ(k_j))
// It goes with every score that is a product q'·k' (dot: q' = q; scaled: both divided by d_k^¼; general: q' = Wᵀq;
// cosine: both of length √β) and softmax; the temperature divides both by √τ.
#pragma once

#include "core/attention/approximation.h"
#include "core/attention/attention.h"

#include <stop_token>

namespace heedmap::attention {

inline constexpr ErrorKind approximationNeedsProduct{HEEDMAP_MESSAGE(
    "Error", "%1 attention needs a score that is a product (dot, general, scaled or cosine), not additive")};
inline constexpr ErrorKind approximationNeedsSoftmax{
    HEEDMAP_MESSAGE("Error", "%1 attention comes near softmax; it has no %2")};

// φ of every query and key, f features each, all ≥ 0. What was divided out to keep them from overflowing is put back in
// by logarithm: ln(φ(q_i)·φ(k_j)) + ofQuery(i) + ofKeys is the score that the features imply.
template <class T>
struct Features {
    Matrix<T> queries; // n_q × f
    Matrix<T> keys;    // n_k × f
    Vector<T> ofQuery; // n_q
    T ofKeys = 0;
};

// Errors: those of checkSizes(), approximationNeedsProduct, approximationNeedsSoftmax.
// Precondition: `approximation` is not exact.
template <class T>
Result<Features<T>> featuresOf(const Matrix<T>& q, const Matrix<T>& k, ScoreFunction function,
                               const Parameters& parameters, const Normalizer& normalizer,
                               const Approximation& approximation);

// The implied α, whole: scores are the implied ones, and softmax of them is α. What is returned after a stop is not
// whole. Errors: also keysAndValuesDiffer and those of buildMask().
template <class T>
Result<Attention<T>> attendApproximately(const Matrix<T>& q, const Matrix<T>& k, const Matrix<T>& v,
                                         ScoreFunction function, const Parameters& parameters, const MaskSpec& mask,
                                         const Normalizer& normalizer, const Approximation& approximation,
                                         std::stop_token stop = {});

// c (n_q × d_v) alone. Without a mask, and with causal and padding, in time O((n_q + n_k)·f·d_v) and memory O(f·d_v);
// with any other mask in time O(pairs·(f + d_v)). Rows that allow nothing are 0. Errors: customMaskDoesNotFit.
// Precondition: as many keys as values.
template <class T>
Result<Matrix<T>> linearContext(const Features<T>& features, const Matrix<T>& v, const MaskSpec& mask);

} // namespace heedmap::attention
