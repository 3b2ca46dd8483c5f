// What would change if a weight were 0.
#pragma once

#include "core/attention/attention.h"

namespace heedmap::analysis {

struct Ablation {
    VectorD weights;     // α of the row without the key, the rest renormalised to sum 1 (all 0 if nothing remains)
    VectorD context;     // c (d_v) with these weights
    double moved = 0;    // ‖c' − c‖
    double relative = 0; // ‖c' − c‖ / ‖c‖; 0 where c is 0
};

// α (n_q × n_k) and V (n_k × d_v); the weight at `cell` is set to 0. Precondition: the cell exists, V has n_k rows.
Ablation withoutWeight(const MatrixD& alpha, const MatrixD& v, Cell cell);

} // namespace heedmap::analysis
