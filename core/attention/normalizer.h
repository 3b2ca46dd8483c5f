// From a row of scores to a row of weights.
#pragma once

#include "core/tensor/matrix.h"

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace heedmap::attention {

enum class NormalizerKind : std::uint8_t {
    softmax,   // α_j = exp((e_j − max e)/τ) / Σ exp((e_k − max e)/τ)
    sparsemax, // Euclidean projection of e/τ onto the simplex (Martins and Astudillo 2016)
    entmax15,  // 1.5-entmax (Peters, Niculae, Martins 2019), exact by sorting
    hardmax,   // 1 for every largest score, divided evenly among equal ones
};
inline constexpr std::array allNormalizers{NormalizerKind::softmax, NormalizerKind::sparsemax, NormalizerKind::entmax15,
                                           NormalizerKind::hardmax};
std::string_view nameOf(NormalizerKind kind);
std::optional<NormalizerKind> normalizerNamed(std::string_view name);

struct Normalizer {
    NormalizerKind kind = NormalizerKind::softmax;
    double temperature = 1.0; // τ > 0; scores are divided by it before anything else
    friend bool operator==(const Normalizer&, const Normalizer&) = default;
};

// Weights of one row into `weights` (may be the same memory as `scores`). `allowed` is empty (all) or has one entry a
// key. Forbidden keys get exactly 0. A score of −inf gets exactly 0 (except where sums say otherwise: a row with
// nothing above −inf allows nothing). Returns false and writes zeros where nothing is allowed. A NaN or +inf score
// among the allowed makes the allowed weights NaN: nothing is invented.
template <class T>
bool normalizeRow(const Normalizer& normalizer, std::span<const T> scores, std::span<const std::uint8_t> allowed,
                  std::span<T> weights);

} // namespace heedmap::attention
