#include "core/attention/linear.h"

#include "core/attention/mask_rows.h"
#include "core/attention/parallel_rows.h"

#include <cmath>

namespace heedmap::attention {

namespace {

// x' of queries or keys, whose products are the scores over τ.
template <class T>
struct Factors {
    Matrix<T> q; // n_q × d
    Matrix<T> k; // n_k × d
};

template <class T>
void scaleToLength(Matrix<T>& matrix, T length) {
    for (Index i = 0; i < matrix.rows(); ++i) {
        const T norm = matrix.row(i).norm();
        if (norm != T(0))
            matrix.row(i) *= length / norm;
    }
}

template <class T>
Factors<T> factorsOf(const Matrix<T>& q, const Matrix<T>& k, ScoreFunction function, const Parameters& parameters,
                     double temperature) {
    Factors<T> factors{q, k};
    if (function == ScoreFunction::general && parameters.w.size() > 0)
        factors.q = q * parameters.w.cast<T>();
    if (function == ScoreFunction::cosine) {
        const auto length = static_cast<T>(std::sqrt(std::abs(parameters.beta)));
        scaleToLength(factors.q, parameters.beta < 0 ? -length : length);
        scaleToLength(factors.k, length);
    }
    double divisor = std::sqrt(temperature);
    if (function == ScoreFunction::scaled_dot)
        divisor *= std::sqrt(std::sqrt(static_cast<double>(std::max<Index>(k.cols(), 1))));
    factors.q /= static_cast<T>(divisor);
    factors.k /= static_cast<T>(divisor);
    return factors;
}

template <class T>
Matrix<T> eluPlusOne(const Matrix<T>& x) {
    return x.unaryExpr([](T value) { return value > T(0) ? value + T(1) : std::exp(value); });
}

// Columns of normal numbers become orthogonal directions that prefer none: Q of the QR factorization whose R has a
// positive diagonal (Mezzadri 2007), column by column. The second pass takes away what rounding left in the first.
// Eigen's own factorization gives the same to rounding, but its templates took longer to compile than any other part of
// this file.
void orthonormalizeColumns(MatrixD& matrix) {
    for (Index j = 0; j < matrix.cols(); ++j) {
        for (int pass = 0; pass < 2; ++pass)
            for (Index earlier = 0; earlier < j; ++earlier)
                matrix.col(j) -= matrix.col(earlier).dot(matrix.col(j)) * matrix.col(earlier);
        matrix.col(j).normalize();
    }
}

// m directions of d components, of the lengths of normal vectors: in each block of d they are orthogonal.
MatrixD orthogonalDirections(Index m, Index d, std::uint64_t seed) {
    RandomStream random(seed);
    MatrixD directions(m, d);
    for (Index first = 0; d > 0 && first < m; first += d) {
        MatrixD block = normalMatrix(d, d, random);
        const MatrixD lengths = normalMatrix(d, d, random).rowwise().norm();
        orthonormalizeColumns(block);
        const Index count = std::min(d, m - first);
        directions.middleRows(first, count) = (lengths.col(0).asDiagonal() * block).topRows(count);
    }
    return directions;
}

// ω·x − ‖x‖²/2 of every row and direction: the logarithm of √m φ.
template <class T>
Matrix<T> logarithms(const Matrix<T>& x, const Matrix<T>& directions) {
    Matrix<T> result = x * directions.transpose();
    result.colwise() -= (x.rowwise().squaredNorm() / T(2)).eval();
    return result;
}

template <class T>
Features<T> randomFeatures(const Factors<T>& factors, const Approximation& approximation) {
    const Index m = approximation.featuresFor(factors.q.cols());
    const Matrix<T> directions = orthogonalDirections(m, factors.q.cols(), approximation.seed).template cast<T>();
    Features<T> features;
    features.queries = logarithms(factors.q, directions);
    features.keys = logarithms(factors.k, directions);
    const T ofMean = -std::log(static_cast<T>(m));
    features.ofQuery = features.queries.rowwise().maxCoeff();
    features.ofKeys = (features.keys.size() > 0 ? features.keys.maxCoeff() : T(0));
    features.queries = (features.queries.colwise() - features.ofQuery).array().exp();
    features.keys = (features.keys.array() - features.ofKeys).exp();
    features.ofKeys += ofMean;
    return features;
}

// How many keys come before a row's end where only causal and padding count.
Index visibleKeys(const MaskSpec& mask, Index row, Index keys) {
    Index visible = mask.causal ? std::min(row + 1, keys) : keys;
    return mask.padding ? std::min(visible, *mask.padding) : visible;
}

// Without a causal mask every row sees the same keys.
template <class T>
Matrix<T> contextOfAll(const Features<T>& features, const Matrix<T>& v, Index visible) {
    const auto keys = features.keys.topRows(visible);
    const Matrix<T> sums = keys.transpose() * v.topRows(visible);
    const Vector<T> whole = features.queries * keys.colwise().sum().transpose();
    Matrix<T> context = features.queries * sums;
    for (Index i = 0; i < context.rows(); ++i) {
        if (whole(i) == T(0))
            context.row(i).setZero();
        else
            context.row(i) /= whole(i);
    }
    return context;
}

template <class T>
Matrix<T> contextOfPrefixes(const Features<T>& features, const Matrix<T>& v, const MaskSpec& mask) {
    Matrix<T> sums = Matrix<T>::Zero(features.keys.cols(), v.cols()); // Σ φ(k) vᵀ, f × d_v
    Vector<T> weights = Vector<T>::Zero(features.keys.cols());        // Σ φ(k), f
    Matrix<T> context(features.queries.rows(), v.cols());
    Index taken = 0;
    for (Index i = 0; i < context.rows(); ++i) {
        for (const Index end = visibleKeys(mask, i, v.rows()); taken < end; ++taken) {
            sums.noalias() += features.keys.row(taken).transpose() * v.row(taken);
            weights += features.keys.row(taken).transpose();
        }
        const T whole = features.queries.row(i).dot(weights);
        if (whole == T(0))
            context.row(i).setZero();
        else
            context.row(i).noalias() = features.queries.row(i) * sums / whole;
    }
    return context;
}

// Of some rows, over the keys that each of them may look at, into the same rows of `context`.
template <class T>
void contextOfRanges(const Features<T>& features, const Matrix<T>& v, const MaskRows& mask, Rows some,
                     Matrix<T>& context) {
    forRows(some.size(), v.rows() * 8, [&](Rows rows) {
        std::vector<Columns> ranges;
        for (Index i = some.begin + rows.begin; i < some.begin + rows.end; ++i) {
            T whole = 0;
            context.row(i).setZero();
            mask.row(i, ranges);
            for (const Columns& range : ranges) {
                const auto keys = features.keys.middleRows(range.begin, range.size());
                const Vector<T> weights = keys * features.queries.row(i).transpose();
                whole += weights.sum();
                context.row(i).noalias() += weights.transpose() * v.middleRows(range.begin, range.size());
            }
            if (whole == T(0))
                context.row(i).setZero();
            else
                context.row(i) /= whole;
        }
    });
}

bool seesPrefixes(const MaskSpec& mask) {
    return !mask.hasPattern() && mask.custom.size() == 0;
}

// ln(φ(q)·φ(k)) of some rows, with what was divided out put back.
template <class T>
Matrix<T> impliedScores(const Features<T>& features, Rows rows) {
    Matrix<T> implied(rows.size(), features.keys.rows());
    forRows(rows.size(), implied.cols() * features.keys.cols(), [&](Rows part) {
        auto block = implied.middleRows(part.begin, part.size());
        const Index first = rows.begin + part.begin;
        block.noalias() = features.queries.middleRows(first, part.size()) * features.keys.transpose();
        block = (block.array().log() + features.ofKeys).matrix();
        block.colwise() += features.ofQuery.segment(first, part.size());
    });
    return implied;
}

// Rows of scores between two looks at the stop token.
Index rowsBetweenLooks(Index keys, Index features) {
    return std::max<Index>(16, 20'000'000 / std::max<Index>(keys * (features + 32), 1));
}

} // namespace

template <class T>
Result<Features<T>> featuresOf(const Matrix<T>& q, const Matrix<T>& k, ScoreFunction function,
                               const Parameters& parameters, const Normalizer& normalizer,
                               const Approximation& approximation) {
    HEEDMAP_EXPECTS(!approximation.isExact());
    const bool linear = approximation.kind == ApproximationKind::linear;
    const char* const name = linear ? "linear" : "performer";
    if (function == ScoreFunction::additive)
        return makeError(approximationNeedsProduct, {name});
    if (normalizer.kind != NormalizerKind::softmax)
        return makeError(approximationNeedsSoftmax, {name, std::string(nameOf(normalizer.kind))});
    if (auto fit = checkSizes(function, q.cols(), k.cols(), parameters); !fit)
        return fit.error();
    const Factors<T> factors = factorsOf(q, k, function, parameters, normalizer.temperature);
    if (!linear)
        return randomFeatures(factors, approximation);
    return Features<T>{eluPlusOne(factors.q), eluPlusOne(factors.k), Vector<T>::Zero(q.rows()), T(0)};
}

template <class T>
Result<Attention<T>> attendApproximately(const Matrix<T>& q, const Matrix<T>& k, const Matrix<T>& v,
                                         ScoreFunction function, const Parameters& parameters, const MaskSpec& mask,
                                         const Normalizer& normalizer, const Approximation& approximation,
                                         std::stop_token stop) {
    if (k.rows() != v.rows())
        return makeError(keysAndValuesDiffer, {std::to_string(k.rows()), std::to_string(v.rows())});
    const auto features = featuresOf<T>(q, k, function, parameters, normalizer, approximation);
    if (!features)
        return features.error();
    const auto maskRows = MaskRows::of(mask, q.rows(), k.rows());
    if (!maskRows)
        return maskRows.error();
    Attention<T> whole;
    if (!mask.allowsEverything())
        whole.allowed = buildMask(mask, q.rows(), k.rows()).value(); // it fits
    whole.scores.resize(q.rows(), k.rows());
    whole.alpha.resize(q.rows(), k.rows());
    whole.context.resize(q.rows(), v.cols());
    const Index step = rowsBetweenLooks(k.rows(), features->keys.cols());
    for (Index first = 0; first < q.rows() && !stop.stop_requested(); first += step) {
        const Rows rows{first, std::min(first + step, q.rows())};
        MaskSpec part;
        if (whole.allowed.size() > 0)
            part.custom = whole.allowed.middleRows(first, rows.size());
        const Attention<T> strip = normalizeScores<T>(impliedScores(*features, rows), part, Normalizer()).value();
        whole.scores.middleRows(first, rows.size()) = strip.scores;
        whole.alpha.middleRows(first, rows.size()) = strip.alpha;
        for (const Index row : strip.emptyRows)
            whole.emptyRows.push_back(first + row);
        if (!seesPrefixes(mask))
            contextOfRanges(*features, v, *maskRows, rows, whole.context);
    }
    if (seesPrefixes(mask) && !stop.stop_requested())
        whole.context = linearContext(*features, v, mask).value(); // there is no custom mask that could not fit
    return whole;
}

template <class T>
Result<Matrix<T>> linearContext(const Features<T>& features, const Matrix<T>& v, const MaskSpec& mask) {
    HEEDMAP_EXPECTS(features.keys.rows() == v.rows());
    if (seesPrefixes(mask))
        return mask.causal ? contextOfPrefixes(features, v, mask)
                           : contextOfAll(features, v, visibleKeys(mask, 0, v.rows()));
    const auto rows = MaskRows::of(mask, features.queries.rows(), v.rows());
    if (!rows)
        return rows.error();
    Matrix<T> context(features.queries.rows(), v.cols());
    contextOfRanges(features, v, *rows, Rows{0, context.rows()}, context);
    return context;
}

template Result<Features<float>> featuresOf(const MatrixF&, const MatrixF&, ScoreFunction, const Parameters&,
                                            const Normalizer&, const Approximation&);
template Result<Features<double>> featuresOf(const MatrixD&, const MatrixD&, ScoreFunction, const Parameters&,
                                             const Normalizer&, const Approximation&);
template Result<Attention<float>> attendApproximately(const MatrixF&, const MatrixF&, const MatrixF&, ScoreFunction,
                                                      const Parameters&, const MaskSpec&, const Normalizer&,
                                                      const Approximation&, std::stop_token);
template Result<Attention<double>> attendApproximately(const MatrixD&, const MatrixD&, const MatrixD&, ScoreFunction,
                                                       const Parameters&, const MaskSpec&, const Normalizer&,
                                                       const Approximation&, std::stop_token);
template Result<MatrixF> linearContext(const Features<float>&, const MatrixF&, const MaskSpec&);
template Result<MatrixD> linearContext(const Features<double>&, const MatrixD&, const MaskSpec&);

} // namespace heedmap::attention
