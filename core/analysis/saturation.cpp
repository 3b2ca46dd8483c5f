#include "core/analysis/saturation.h"

#include "core/analysis/divergence.h"
#include "core/attention/attention.h"

#include <cmath>

namespace heedmap::analysis {

SaturationData saturationData(Index queries, Index keys, Index dimensions, std::uint64_t seed) {
    attention::RandomStream random(seed);
    MatrixD q = attention::normalMatrix(queries, dimensions, random);
    MatrixD k = attention::normalMatrix(keys, dimensions, random);
    return {std::move(q), std::move(k)};
}

MatrixD saturationScores(const SaturationData& data, Index dimension, bool scaled) {
    HEEDMAP_EXPECTS(dimension >= 1 && dimension <= data.q.cols() && dimension <= data.k.cols());
    const MatrixD e = data.q.leftCols(dimension) * data.k.leftCols(dimension).transpose();
    return scaled ? MatrixD(e / std::sqrt(static_cast<double>(dimension))) : e;
}

MatrixD saturationAlpha(const SaturationData& data, Index dimension, bool scaled, double temperature) {
    return attention::normalizeScores<double>(saturationScores(data, dimension, scaled), {},
                                              {attention::NormalizerKind::softmax, temperature})
        .value() // without a mask nothing can fail
        .alpha;
}

SaturationPoint saturationAt(const SaturationData& data, Index dimension, bool scaled, double temperature) {
    const MatrixD e = saturationScores(data, dimension, scaled);
    const MatrixD alpha = saturationAlpha(data, dimension, scaled, temperature);
    HEEDMAP_EXPECTS(alpha.size() > 0);
    SaturationPoint point{.dimension = dimension};
    point.scoreVariance = (e.array() - e.mean()).square().mean();
    for (Index i = 0; i < alpha.rows(); ++i) {
        const std::span<const double> row(alpha.data() + i * alpha.cols(), static_cast<std::size_t>(alpha.cols()));
        point.entropy += entropy(row);
        point.gradient += softmaxGradientNorm(row, temperature);
        point.largest += alpha.row(i).maxCoeff();
    }
    const auto rows = static_cast<double>(alpha.rows());
    point.entropy /= rows;
    point.gradient /= rows;
    point.largest /= rows;
    return point;
}

std::vector<SaturationPoint> saturationCurve(const SaturationData& data, std::span<const Index> dimensions, bool scaled,
                                             double temperature) {
    std::vector<SaturationPoint> points;
    for (const Index dimension : dimensions)
        points.push_back(saturationAt(data, dimension, scaled, temperature));
    return points;
}

// Σ_jk (p_j(δ_jk − p_k))² = Σ p² − 2 Σ p³ + (Σ p²)².
double softmaxGradientNorm(std::span<const double> p, double temperature) {
    double squares = 0;
    double cubes = 0;
    for (const double weight : p) {
        squares += weight * weight;
        cubes += weight * weight * weight;
    }
    return std::sqrt(std::max(0.0, squares - 2 * cubes + squares * squares)) / temperature;
}

} // namespace heedmap::analysis
