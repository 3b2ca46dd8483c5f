// Score functions: how well a query and a key fit, before masking and normalising.
//   Q (n_q × d_q), K (n_k × d_k) → e (n_q × n_k)
#pragma once

#include "core/attention/parameters.h"
#include "core/result.h"
#include "core/tensor/matrix.h"

#include <array>
#include <optional>
#include <string_view>

namespace heedmap::attention {

enum class ScoreFunction : std::uint8_t {
    additive,   // e = v·tanh(W_s q + W_h k)         Bahdanau, Cho, Bengio 2015
    dot,        // e = q·k                           Luong, Pham, Manning 2015
    general,    // e = qᵀ W k                        Luong, Pham, Manning 2015
    scaled_dot, // e = q·k / √d_k                    Vaswani et al. 2017
    cosine,     // e = β q·k / (‖q‖ ‖k‖), 0 where a norm is 0
};
inline constexpr std::array allScoreFunctions{ScoreFunction::additive, ScoreFunction::dot, ScoreFunction::general,
                                              ScoreFunction::scaled_dot, ScoreFunction::cosine};

// "additive", "dot", "general", "scaled", "cosine": the words of the command line and of files.
std::string_view nameOf(ScoreFunction function);
std::optional<ScoreFunction> scoreFunctionNamed(std::string_view name);

inline constexpr ErrorKind sizesOfQueryAndKeyDiffer{HEEDMAP_MESSAGE(
    "Error", "%1 needs queries and keys of one size, but d_q = %2 and d_k = %3; general and additive do not")};
inline constexpr ErrorKind parameterDoesNotFit{
    HEEDMAP_MESSAGE("Error", "%1 is %2, but with d_q = %3 and d_k = %4 it has to be %5")};

// Errors: sizesOfQueryAndKeyDiffer, parameterDoesNotFit (which, its shape, and the shape it has to have).
Result<void> checkSizes(ScoreFunction function, Index queryDimension, Index keyDimension, const Parameters& parameters);

// e (n_q × n_k). Precondition: checkSizes() is content.
template <class T>
Matrix<T> scores(ScoreFunction function, const Matrix<T>& q, const Matrix<T>& k, const Parameters& parameters);

// The terms whose sum is e of one cell: q_c·k_c by dimension c (dot; /√d_k for scaled; for general (qᵀW)_c·k_c; for
// cosine β q_c k_c/(‖q‖‖k‖)), or v_u·tanh(…)_u by hidden unit u (additive).
VectorD scoreTerms(ScoreFunction function, const VectorD& query, const VectorD& key, const Parameters& parameters);

} // namespace heedmap::attention
