// Why a cell is what it is: the numbers that stand in its formula.
#pragma once

#include "core/attention/linear.h"

namespace heedmap::attention {

struct CellExplanation {
    ScoreFunction function = ScoreFunction::dot;
    Normalizer normalizer;
    VectorD terms;         // their sum is e: by dimension, or by hidden unit (additive)
    double score = 0;      // e
    bool allowed = true;   // by the mask
    bool emptyRow = false; // nothing in the row is allowed: α is 0
    double alpha = 0;

    // softmax: α = exp((e − rowMaximum)/τ) / denominator, over the allowed keys
    double rowMaximum = 0;
    double denominator = 0;
    // sparsemax: α = max(e/τ − threshold, 0); 1.5-entmax: α = max(e/(2τ) − threshold, 0)²
    double threshold = 0;
};

// Precondition: `attention` was computed from `projected` by `function`, and the cell exists.
CellExplanation explainCell(const Attention<double>& attention, const Projected& projected, ScoreFunction function,
                            const Parameters& parameters, const Normalizer& normalizer, Cell cell);

// One row on its way from scores to weights, all of n_k numbers.
struct RowSteps {
    VectorD scores; // e
    VectorD masked; // −∞ where forbidden
    VectorD normalized; // before the sum is taken: exp((e − max e)/τ); e/τ − θ (sparsemax), e/(2τ) − θ (1.5-entmax);
                        // 1 for the largest scores, 0 for others (hard max). 0 where forbidden.
    VectorD weights;      // α
    double sum = 0;       // of `normalized`: what softmax and hard max divide by
    double threshold = 0; // θ
    double rowMaximum = 0;
    bool emptyRow = false; // nothing is allowed: `normalized` and α are 0
};

// Precondition: `attention` was computed with `normalizer`, and the row exists.
RowSteps rowSteps(const Attention<double>& attention, const Normalizer& normalizer, Index row);

// One query under any score function: α and context of this row alone (1 × n_k, 1 × d_v), with a mask of its own.
// `allowed` (n_k) may be empty. Errors: those of attend(), and of attendApproximately() where that is wanted.
Result<Attention<double>> attendRow(const Projected& projected, Index row, ScoreFunction function,
                                    const Parameters& parameters, std::span<const std::uint8_t> allowed,
                                    const Normalizer& normalizer, const Approximation& approximation = {});

} // namespace heedmap::attention
