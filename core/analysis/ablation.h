// What would change if weights were 0.
#pragma once

#include "core/attention/multi_head.h"

namespace heedmap::analysis {

struct Ablation {
    VectorD weights;     // α of the row without the key, the rest renormalised to sum 1 (all 0 if nothing remains)
    VectorD context;     // c (d_v) with these weights
    double moved = 0;    // ‖c' − c‖
    double relative = 0; // ‖c' − c‖ / ‖c‖; 0 where c is 0
    double angle = 0;    // between c and c', in degrees; 0 where one of them is 0
};

// α (n_q × n_k) and V (n_k × d_v); the weight at `cell` is set to 0. Precondition: the cell exists, V has n_k rows.
Ablation withoutWeight(const MatrixD& alpha, const MatrixD& v, Cell cell);

// Which weights are set to 0 (n_q × n_k, 1 = to 0). Preconditions: what is named lies inside.
BoolMatrix nothingZeroed(Index queries, Index keys);
void zero(BoolMatrix& zeroed, Cell cell);
void zero(BoolMatrix& zeroed, Rows rows, Columns columns); // a selection; all rows and one column: a key for everyone

enum class Remainder : std::uint8_t {
    renormalised, // the rest of the row is made to sum to what the row summed to; nothing remains: all 0
    kept,         // the rest stays as it is
};

struct WhatIf {
    MatrixD alpha;    // α' (n_q × n_k)
    MatrixD context;  // c' (n_q × d_v)
    VectorD moved;    // by row: ‖c' − c‖
    VectorD relative; // by row: ‖c' − c‖/‖c‖; 0 where c is 0
    VectorD angle;    // by row: between c and c', degrees; 0 where one of them is 0
};
// α (n_q × n_k), V (n_k × d_v). Rows in which nothing is zeroed stay exactly as they are.
WhatIf whatIf(const MatrixD& alpha, const MatrixD& v, const BoolMatrix& zeroed, Remainder remainder);
// The weights of one row that are chosen freely (sliders): c' and how far it is from c.
Ablation withWeights(const VectorD& alpha, const MatrixD& v, const VectorD& chosen);

// Heads taken out of multi-head attention: their contexts are 0 before W_o (Michel, Levy, Neubig 2019).
struct HeadAblation {
    MatrixD output;   // L × E
    VectorD moved;    // by row: ‖out' − out‖
    VectorD relative; // by row
    VectorD angle;    // by row, degrees
};
// Precondition: `result` was computed with W_o (not given: the identity); the heads exist.
HeadAblation withoutHeads(const attention::MultiHeadResult& result, const MatrixD& w_o,
                          const std::vector<Index>& heads);

// Between a and b in degrees, 0 … 180; 0 where one of them is 0.
double angleBetween(const VectorD& a, const VectorD& b);

} // namespace heedmap::analysis
