// Everything that determines α: sequences, projections, parameters, mask, normalizer.
#pragma once

#include "core/attention/mask.h"
#include "core/attention/normalizer.h"
#include "core/attention/parameters.h"

namespace heedmap::attention {

enum class ProblemKind : std::uint8_t {
    self,  // Q, K and V from one sequence X through W_q, W_k, W_v
    cross, // Q from the target (decoder), K and V from the source (encoder)
};

// What the score function works with in a cross problem, and its parameters.
struct Operands {
    MatrixD q; // Q (n_q × d_q)
    MatrixD k; // K (n_k × d_k)
    MatrixD v; // V (n_k × d_v)
    Parameters parameters;
};

// Both sides' data are kept, so that switching between self and cross loses nothing.
struct Problem : Operands {
    ProblemKind kind = ProblemKind::cross;
    MatrixD x; // X (n × d), of a self problem
    MaskSpec mask;
    Normalizer normalizer;
};

// Q, K, V that enter the score function: the given ones (cross) or X through the projections (self; a projection that
// is not given is the identity).
struct Projected {
    MatrixD q; // n_q × d_q
    MatrixD k; // n_k × d_k
    MatrixD v; // n_k × d_v
};

inline constexpr ErrorKind projectionDoesNotFit{HEEDMAP_MESSAGE("Error", "%1 has %2 rows, but X has %3 columns")};
inline constexpr ErrorKind keysAndValuesDiffer{
    HEEDMAP_MESSAGE("Error", "K has %1 rows and V has %2, but every key needs its value")};

// Errors: projectionDoesNotFit, keysAndValuesDiffer.
Result<Projected> project(const Problem& problem);

} // namespace heedmap::attention
