// Why scores are divided by √d_k (Vaswani et al. 2017, section 3.2.1), measured: for independent entries of mean 0 and
// variance 1, q·k has variance d_k, so that the softmax saturates as d_k grows, and ∂α/∂e goes to 0.
#pragma once

#include "core/tensor/matrix.h"

#include <span>
#include <vector>

namespace heedmap::analysis {

// Independent normal entries: Q (n_q × d) and K (n_k × d).
struct SaturationData {
    MatrixD q;
    MatrixD k;
};
SaturationData saturationData(Index queries, Index keys, Index dimensions, std::uint64_t seed);

struct SaturationPoint {
    Index dimension = 0;      // d_k
    double scoreVariance = 0; // of all e
    double entropy = 0;       // of α, nat, mean over rows
    double gradient = 0;      // ‖∂α/∂e‖ (Frobenius), mean over rows
    double largest = 0;       // largest α of a row, mean over rows
};

// α of the first d columns of the same data, e = q·k or q·k/√d, softmax at temperature τ.
// Precondition: 1 ≤ d ≤ columns, and there are rows.
MatrixD saturationScores(const SaturationData& data, Index dimension, bool scaled);
MatrixD saturationAlpha(const SaturationData& data, Index dimension, bool scaled, double temperature);
SaturationPoint saturationAt(const SaturationData& data, Index dimension, bool scaled, double temperature);
std::vector<SaturationPoint> saturationCurve(const SaturationData& data, std::span<const Index> dimensions, bool scaled,
                                             double temperature);

// ‖∂α/∂e‖ (Frobenius) of a softmax at temperature τ, whose weights are p: of (diag(p) − p pᵀ)/τ, without building it.
double softmaxGradientNorm(std::span<const double> p, double temperature);

} // namespace heedmap::analysis
