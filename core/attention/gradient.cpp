#include "core/attention/gradient.h"

#include <cmath>

namespace heedmap::attention {

namespace {

// s of each normalizer, with which J = (diag(s) − s sᵀ/Σs)/τ: p, the support, √p.
VectorD slopes(NormalizerKind kind, const VectorD& p) {
    switch (kind) {
    case NormalizerKind::softmax:
        return p;
    case NormalizerKind::sparsemax:
        return p.unaryExpr([](double weight) { return weight > 0 ? 1.0 : 0.0; });
    case NormalizerKind::entmax15:
        return p.cwiseSqrt();
    case NormalizerKind::hardmax:
        return VectorD::Zero(p.size());
    }
    preconditionFailed("a known normalizer", __FILE__, __LINE__);
}

void throughAdditive(const MatrixD& scores, const Projected& in, const Parameters& parameters, Gradients& result) {
    const MatrixD fromQuery = in.q * parameters.w_s.transpose(); // n_q × a
    const MatrixD fromKey = in.k * parameters.w_h.transpose();   // n_k × a
    MatrixD ofQuery = MatrixD::Zero(fromQuery.rows(), fromQuery.cols());
    MatrixD ofKey = MatrixD::Zero(fromKey.rows(), fromKey.cols());
    for (Index i = 0; i < scores.rows(); ++i)
        for (Index j = 0; j < scores.cols(); ++j) {
            const VectorD unit =
                (fromQuery.row(i) + fromKey.row(j)).transpose().unaryExpr([](double x) { return std::tanh(x); });
            result.parameters.v += scores(i, j) * unit;
            const VectorD before = scores(i, j) * parameters.v.cwiseProduct((1 - unit.array().square()).matrix());
            ofQuery.row(i) += before.transpose();
            ofKey.row(j) += before.transpose();
        }
    result.q = ofQuery * parameters.w_s;
    result.k = ofKey * parameters.w_h;
    result.parameters.w_s = ofQuery.transpose() * in.q;
    result.parameters.w_h = ofKey.transpose() * in.k;
}

// Rows divided by their length, and from ∂L/∂(those) back to the rows: (u − x̂ (x̂·u))/‖x‖; 0 where ‖x‖ is 0.
MatrixD directions(const MatrixD& rows) {
    MatrixD result = rows;
    for (Index i = 0; i < rows.rows(); ++i)
        if (const double length = rows.row(i).stableNorm(); length > 0)
            result.row(i) /= length;
    return result;
}

MatrixD throughDirections(const MatrixD& rows, const MatrixD& unit, const MatrixD& upstream) {
    MatrixD result = MatrixD::Zero(rows.rows(), rows.cols());
    for (Index i = 0; i < rows.rows(); ++i)
        if (const double length = rows.row(i).stableNorm(); length > 0)
            result.row(i) = (upstream.row(i) - unit.row(i) * unit.row(i).dot(upstream.row(i))) / length;
    return result;
}

void throughCosine(const MatrixD& scores, const Projected& in, const Parameters& parameters, Gradients& result) {
    const MatrixD q = directions(in.q);
    const MatrixD k = directions(in.k);
    result.q = throughDirections(in.q, q, parameters.beta * (scores * k));
    result.k = throughDirections(in.k, k, parameters.beta * (scores.transpose() * q));
    result.parameters.beta = scores.cwiseProduct(q * k.transpose()).sum();
}

void throughScores(ScoreFunction function, const Projected& in, const Parameters& parameters, Gradients& result) {
    const MatrixD& e = result.scores;
    switch (function) {
    case ScoreFunction::additive:
        return throughAdditive(e, in, parameters, result);
    case ScoreFunction::cosine:
        return throughCosine(e, in, parameters, result);
    case ScoreFunction::general:
        if (parameters.w.size() > 0) {
            result.q = e * in.k * parameters.w.transpose();
            result.k = e.transpose() * in.q * parameters.w;
            result.parameters.w = in.q.transpose() * e * in.k;
            return;
        }
        [[fallthrough]];
    case ScoreFunction::dot:
    case ScoreFunction::scaled_dot:
        result.q = e * in.k;
        result.k = e.transpose() * in.q;
        if (function == ScoreFunction::scaled_dot && in.k.cols() > 0) {
            const double root = std::sqrt(static_cast<double>(in.k.cols()));
            result.q /= root;
            result.k /= root;
        }
    }
}

Parameters zerosLike(const Parameters& parameters) {
    Parameters zeros;
    zeros.w = MatrixD::Zero(parameters.w.rows(), parameters.w.cols());
    zeros.w_s = MatrixD::Zero(parameters.w_s.rows(), parameters.w_s.cols());
    zeros.w_h = MatrixD::Zero(parameters.w_h.rows(), parameters.w_h.cols());
    zeros.v = VectorD::Zero(parameters.v.size());
    zeros.beta = 0;
    return zeros;
}

// ∂L/∂α = G Vᵀ, 0 where masked (there V may be anything).
MatrixD throughContext(const Attention<double>& attention, const MatrixD& v, const MatrixD& g) {
    HEEDMAP_EXPECTS(g.rows() == attention.alpha.rows() && g.cols() == v.cols());
    HEEDMAP_EXPECTS(v.rows() == attention.alpha.cols());
    MatrixD result = g * v.transpose();
    if (attention.allowed.size() > 0)
        result = (attention.allowed.array() != 0).select(result, 0.0);
    for (const Index row : attention.emptyRows)
        result.row(row).setZero();
    return result;
}

} // namespace

MatrixD normalizerJacobian(const Normalizer& normalizer, const VectorD& p) {
    const VectorD s = slopes(normalizer.kind, p);
    const double sum = s.sum();
    MatrixD jacobian = s.asDiagonal();
    if (sum > 0)
        jacobian -= s * s.transpose() / sum;
    return jacobian / normalizer.temperature;
}

// The squares of row j sum to s_j² ((1 − s_j/S)² + Σ_{k≠j} s_k²/S²), S = Σs. What is left beside the largest s is
// summed apart, so that nothing cancels in a row that is nearly saturated.
double jacobianNorm(const Normalizer& normalizer, const VectorD& p) {
    if (p.size() == 0)
        return 0;
    VectorD s = slopes(normalizer.kind, p);
    Index top = 0;
    const double largest = s.maxCoeff(&top);
    s(top) = 0;
    const double others = s.sum();
    const double squares = s.squaredNorm();
    const double sum = others + largest;
    if (!(sum > 0))
        return sum; // 0, or NaN
    double total = largest * largest * (others * others + squares);
    for (Index j = 0; j < s.size(); ++j) {
        const double left = sum - s(j);
        total += s(j) * s(j) * (left * left + largest * largest + (squares - s(j) * s(j)));
    }
    return std::sqrt(total) / sum / normalizer.temperature;
}

VectorD throughNormalizer(const Normalizer& normalizer, const VectorD& p, const VectorD& upstream) {
    HEEDMAP_EXPECTS(p.size() == upstream.size());
    const VectorD s = slopes(normalizer.kind, p);
    const double sum = s.sum();
    if (!(sum > 0))
        return VectorD::Zero(p.size());
    return s.cwiseProduct((upstream.array() - s.dot(upstream) / sum).matrix()) / normalizer.temperature;
}

Gradients gradients(const Attention<double>& attention, const Projected& projected, ScoreFunction function,
                    const Parameters& parameters, const Normalizer& normalizer, const MatrixD& g) {
    Gradients result;
    result.parameters = zerosLike(parameters);
    result.alpha = throughContext(attention, projected.v, g);
    result.v = attention.alpha.transpose() * g;
    result.scores.resize(result.alpha.rows(), result.alpha.cols());
    for (Index i = 0; i < result.alpha.rows(); ++i)
        result.scores.row(i) =
            throughNormalizer(normalizer, attention.alpha.row(i).transpose(), result.alpha.row(i).transpose())
                .transpose();
    throughScores(function, projected, parameters, result);
    return result;
}

MatrixD gradientTimesAttention(const Attention<double>& attention, const MatrixD& v) {
    return gradientTimesAttention(attention, v, directions(attention.context));
}

MatrixD gradientTimesAttention(const Attention<double>& attention, const MatrixD& v, const MatrixD& g) {
    return attention.alpha.cwiseProduct(throughContext(attention, v, g));
}

} // namespace heedmap::attention
