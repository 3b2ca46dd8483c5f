// Everything that determines α: sequences, projections, parameters, mask, normalizer.
#pragma once

#include "core/attention/approximation.h"
#include "core/attention/mask.h"
#include "core/attention/normalizer.h"
#include "core/attention/parameters.h"

namespace heedmap::attention {

enum class ProblemKind : std::uint8_t {
    self,  // Q, K and V from one sequence X through W_q, W_k, W_v
    cross, // Q from the target (decoder), K and V from the source (encoder)
};

// What the score function works with in a cross problem, and its parameters. Where the problem projects, Q, K and V are
// states of decoder and encoder.
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
    // Q, K and V are those of all heads side by side; each head has its own α. K and V may have fewer heads, each
    // shared by a group of query heads (Ainslie et al. 2023); 0: as many as Q.
    Index heads = 1;
    Index keyValueHeads = 0;
    // cross: Q, K and V are states of decoder and encoder, which enter through W_q, W_k, W_v as X does.
    bool projectsCross = false;
    MaskSpec mask;
    Normalizer normalizer;
    Approximation approximation; // exact, or what stands in for the normalizer
};

inline constexpr Index mostHeads = 1024;

// Q, K, V that enter the score function, of all heads side by side: the given ones (cross) or X through the projections
// (self, and cross where it projects; a projection that is not given is the identity).
struct Projected {
    MatrixD q; // n_q × d_q
    MatrixD k; // n_k × d_k
    MatrixD v; // n_k × d_v
};

inline constexpr ErrorKind projectionDoesNotFit{HEEDMAP_MESSAGE("Error", "%1 has %2 rows, but X has %3 columns")};
inline constexpr ErrorKind projectedDoesNotFit{HEEDMAP_MESSAGE("Error", "%1 has %2 rows, but %3 has %4 columns")};
inline constexpr ErrorKind biasDoesNotFit{HEEDMAP_MESSAGE("Error", "%1 has %2 numbers, but %3 has %4 columns")};
inline constexpr ErrorKind keysAndValuesDiffer{
    HEEDMAP_MESSAGE("Error", "K has %1 rows and V has %2, but every key needs its value")};

// Errors: projectionDoesNotFit, projectedDoesNotFit, biasDoesNotFit, keysAndValuesDiffer.
Result<Projected> project(const Problem& problem);
// What each head attends to goes through W_q, W_k, W_v: always in self, in cross where it projects.
inline bool projects(const Problem& problem) {
    return problem.kind == ProblemKind::self || problem.projectsCross;
}

} // namespace heedmap::attention
