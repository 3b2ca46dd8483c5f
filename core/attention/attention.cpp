#include "core/attention/attention.h"

#include "core/attention/parallel_rows.h"

namespace heedmap::attention {

namespace {

template <class T>
std::span<T> rowSpan(Matrix<T>& matrix, Index row) {
    return {matrix.data() + row * matrix.cols(), static_cast<std::size_t>(matrix.cols())};
}

template <class T>
std::span<const T> rowSpan(const Matrix<T>& matrix, Index row) {
    if (matrix.size() == 0)
        return {};
    return {matrix.data() + row * matrix.cols(), static_cast<std::size_t>(matrix.cols())};
}

// c = Σ_j α_j v_j over the allowed keys only: 0 · inf and 0 · NaN of a forbidden value must not reach the context.
template <class T>
void contextOfAllowed(const Attention<T>& attention, const Matrix<T>& v, Index row, Matrix<T>& context) {
    context.row(row).setZero();
    for (Index j = 0; j < v.rows(); ++j)
        if (attention.allowed(row, j) != 0)
            context.row(row) += attention.alpha(row, j) * v.row(j);
}

template <class T>
Matrix<T> contexts(const Attention<T>& attention, const Matrix<T>& v) {
    Matrix<T> context(attention.alpha.rows(), v.cols());
    const bool careful = attention.allowed.size() != 0 && !v.allFinite();
    forRows(context.rows(), v.size(), [&](Rows rows) {
        if (!careful)
            context.middleRows(rows.begin, rows.size()).noalias() =
                attention.alpha.middleRows(rows.begin, rows.size()) * v;
        for (Index i = rows.begin; careful && i < rows.end; ++i)
            contextOfAllowed(attention, v, i, context);
    });
    for (const Index row : attention.emptyRows)
        context.row(row).setZero();
    return context;
}

// Mask and normalizer on attention.scores.
template <class T>
Result<void> weigh(Attention<T>& attention, const MaskSpec& mask, const Normalizer& normalizer) {
    const Matrix<T>& e = attention.scores;
    if (!mask.allowsEverything()) {
        auto allowed = buildMask(mask, e.rows(), e.cols());
        if (!allowed)
            return allowed.error();
        attention.allowed = *std::move(allowed);
    }
    attention.alpha.resize(e.rows(), e.cols());
    std::vector<std::uint8_t> empty(static_cast<std::size_t>(e.rows()));
    constexpr Index costOfExponential = 16;
    forRows(e.rows(), e.cols() * costOfExponential, [&](Rows rows) {
        for (Index i = rows.begin; i < rows.end; ++i)
            empty[static_cast<std::size_t>(i)] =
                normalizeRow<T>(normalizer, rowSpan(e, i), rowSpan(std::as_const(attention.allowed), i),
                                rowSpan(attention.alpha, i))
                    ? 0
                    : 1;
    });
    for (Index i = 0; i < e.rows(); ++i)
        if (empty[static_cast<std::size_t>(i)] != 0)
            attention.emptyRows.push_back(i);
    return {};
}

} // namespace

template <class T>
Result<Attention<T>> attend(const Problem& problem, ScoreFunction function) {
    auto projected = project(problem);
    if (!projected)
        return projected.error();
    const auto run = [&](const Matrix<T>& q, const Matrix<T>& k, const Matrix<T>& v) {
        return attend<T>(q, k, v, function, problem.parameters, problem.mask, problem.normalizer);
    };
    if constexpr (std::is_same_v<T, double>)
        return run(projected->q, projected->k, projected->v);
    else
        return run(projected->q.template cast<T>(), projected->k.template cast<T>(), projected->v.template cast<T>());
}

template <class T>
Result<Attention<T>> attend(const Matrix<T>& q, const Matrix<T>& k, const Matrix<T>& v, ScoreFunction function,
                            const Parameters& parameters, const MaskSpec& mask, const Normalizer& normalizer) {
    if (k.rows() != v.rows())
        return makeError(keysAndValuesDiffer, {std::to_string(k.rows()), std::to_string(v.rows())});
    if (auto fit = checkSizes(function, q.cols(), k.cols(), parameters); !fit)
        return fit.error();
    Attention<T> attention;
    attention.scores = scores<T>(function, q, k, parameters);
    if (auto weighed = weigh(attention, mask, normalizer); !weighed)
        return weighed.error();
    attention.context = contexts(attention, v);
    return attention;
}

template <class T>
Result<Attention<T>> normalizeScores(const Matrix<T>& scores, const MaskSpec& mask, const Normalizer& normalizer) {
    Attention<T> attention;
    attention.scores = scores;
    if (auto weighed = weigh(attention, mask, normalizer); !weighed)
        return weighed.error();
    attention.context.resize(scores.rows(), 0);
    return attention;
}

template Result<Attention<double>> attend(const Problem&, ScoreFunction);
template Result<Attention<float>> attend(const Problem&, ScoreFunction);
template Result<Attention<double>> attend(const Matrix<double>&, const Matrix<double>&, const Matrix<double>&,
                                          ScoreFunction, const Parameters&, const MaskSpec&, const Normalizer&);
template Result<Attention<float>> attend(const Matrix<float>&, const Matrix<float>&, const Matrix<float>&,
                                         ScoreFunction, const Parameters&, const MaskSpec&, const Normalizer&);
template Result<Attention<double>> normalizeScores(const Matrix<double>&, const MaskSpec&, const Normalizer&);
template Result<Attention<float>> normalizeScores(const Matrix<float>&, const MaskSpec&, const Normalizer&);

} // namespace heedmap::attention
