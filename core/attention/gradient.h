// Gradients of one attention, by hand: what moves α, the context and a loss.
//   e = score(Q, K);  α = normalize(mask(e));  c = α V;  L = L(c),  G = ∂L/∂c (n_q × d_v)
#pragma once

#include "core/attention/attention.h"

namespace heedmap::attention {

// ∂α_j/∂e_k of one row (n_k × n_k), symmetric, of weights p that `normalizer` gave:
//   softmax    p_j (δ_jk − p_k)/τ
//   sparsemax  (δ_jk − 1/|S|)/τ on the support S = {p > 0} (Martins and Astudillo 2016)
//   1.5-entmax (δ_jk s_j − s_j s_k/Σs)/τ, s = √p (Peters, Niculae, Martins 2019)
//   hard max   0 (where two scores are equal there is no derivative)
// A masked key has p = 0, so its row and column are 0.
MatrixD normalizerJacobian(const Normalizer& normalizer, const VectorD& p);

// ‖∂α/∂e‖, the root of the sum of its squares, without building it: of any number of keys.
double jacobianNorm(const Normalizer& normalizer, const VectorD& p);

// ∂L/∂e of one row from ∂L/∂α: J u, without building J.
VectorD throughNormalizer(const Normalizer& normalizer, const VectorD& p, const VectorD& upstream);

struct Gradients {
    MatrixD alpha;  // ∂L/∂α (n_q × n_k) = G Vᵀ; 0 where masked
    MatrixD scores; // ∂L/∂e (n_q × n_k)
    MatrixD q, k, v;
    Parameters parameters; // W, W_s, W_h, v: 0 where the score function does not use it; empty where it was not given;
                           // beta is ∂L/∂β of cosine, else 0; W_q, W_k, W_v are left empty
};

// Precondition: `attention` was computed from `projected` by `function` and `normalizer`; G is n_q × d_v.
Gradients gradients(const Attention<double>& attention, const Projected& projected, ScoreFunction function,
                    const Parameters& parameters, const Normalizer& normalizer, const MatrixD& g);

// Gradient × attention, α ⊙ ∂L/∂α (n_q × n_k), for L = Σ_i ‖c_i‖: α_ij v_j·c_i/‖c_i‖. Row i sums to ‖c_i‖, so it says
// how much of the context each key contributes, and with which sign. 0 where ‖c_i‖ is 0.
MatrixD gradientTimesAttention(const Attention<double>& attention, const MatrixD& v);
// The same for any loss of which ∂L/∂c = g is known.
MatrixD gradientTimesAttention(const Attention<double>& attention, const MatrixD& v, const MatrixD& g);

} // namespace heedmap::attention
