// Python that computes with PyTorch what the program computes, to be copied and run: the numbers stand in it.
#pragma once

#include "core/attention/problem.h"
#include "core/attention/score.h"

#include <string>

namespace heedmap::files {

// torch.nn.MultiheadAttention gives the same numbers: scaled dot and softmax, through projections, heads that share
// nothing, and as many columns of W_o as W_q has. Elsewhere (other score functions, normalizers, a row that allows
// nothing) the code is written out with plain operations.
bool isTorchLayer(const attention::Problem& problem, attention::ScoreFunction function);

// Numbers that a code may hold; more are not written.
inline constexpr Index mostTorchNumbers = 50000;
inline constexpr ErrorKind tooLongForCode{
    HEEDMAP_MESSAGE("Error", "the problem has %1 numbers; code is written with up to %2")};

inline constexpr ErrorKind onlyExactCode{
    HEEDMAP_MESSAGE("Error", "code is written for exact attention; take the approximation off")};

// Defines `alpha` (B, h, T, S), `context` (B, h, T, d_v) unless it is a layer's, and `output` (B, T, d), with B = 1, in
// float64. Parameters that are not given are those the program uses. Errors: tooLongForCode, onlyExactCode, those of
// project() and headOf().
Result<std::string> torchCode(const attention::Problem& problem, attention::ScoreFunction function);

} // namespace heedmap::files
