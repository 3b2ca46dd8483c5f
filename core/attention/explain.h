// Why a cell is what it is: the numbers that stand in its formula.
#pragma once

#include "core/attention/attention.h"

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

} // namespace heedmap::attention
