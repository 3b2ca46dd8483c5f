#include "core/attention/attention.h"

#include "core/attention/linear.h"
#include "core/attention/parallel_rows.h"
#include "core/attention/streaming.h"
#include "core/attention/update.h"
#include "core/tensor/huge_pages.h"

#include <algorithm>

namespace heedmap::attention {

namespace {

using kernels::viewOf;

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

// The contexts of some rows; `emptyRows` has to be as these rows are.
template <class T>
void setContexts(Attention<T>& attention, const Matrix<T>& v, Rows wanted) {
    const bool careful = attention.allowed.size() != 0 && !v.allFinite();
    Matrix<T>& context = attention.context;
    forRows(wanted.size(), v.size(), [&](Rows part) {
        const Rows rows{wanted.begin + part.begin, wanted.begin + part.end};
        if (!careful)
            context.middleRows(rows.begin, rows.size()).noalias() =
                attention.alpha.middleRows(rows.begin, rows.size()) * v;
        for (Index i = rows.begin; careful && i < rows.end; ++i)
            contextOfAllowed(attention, v, i, context);
    });
    for (const Index row : attention.emptyRows)
        if (wanted.contains(row))
            context.row(row).setZero();
}

// The weights of some rows from their scores, and which of them allow nothing.
template <class T>
void setWeights(Attention<T>& attention, const Normalizer& normalizer, Rows wanted) {
    const Matrix<T>& e = attention.scores;
    std::vector<std::uint8_t> empty(static_cast<std::size_t>(wanted.size()));
    constexpr Index costOfExponential = 16;
    forRows(wanted.size(), e.cols() * costOfExponential, [&](Rows part) {
        for (Index r = part.begin; r < part.end; ++r) {
            const Index i = wanted.begin + r;
            const bool any = normalizeRow<T>(normalizer, rowSpan(e, i), rowSpan(std::as_const(attention.allowed), i),
                                             rowSpan(attention.alpha, i));
            empty[static_cast<std::size_t>(r)] = any ? 0 : 1;
        }
    });
    std::vector<Index>& rows = attention.emptyRows;
    rows.erase(std::remove_if(rows.begin(), rows.end(), [&](Index i) { return wanted.contains(i); }), rows.end());
    for (Index r = 0; r < wanted.size(); ++r)
        if (empty[static_cast<std::size_t>(r)] != 0)
            rows.push_back(wanted.begin + r);
    std::sort(rows.begin(), rows.end());
}

template <class T>
Result<void> setAllowed(Attention<T>& attention, const MaskSpec& mask) {
    if (mask.allowsEverything())
        return {};
    auto allowed = buildMask(mask, attention.scores.rows(), attention.scores.cols());
    if (!allowed)
        return allowed.error();
    attention.allowed = *std::move(allowed);
    return {};
}

// Mask and normalizer on attention.scores.
template <class T>
Result<void> weigh(Attention<T>& attention, const MaskSpec& mask, const Normalizer& normalizer) {
    const Matrix<T>& e = attention.scores;
    if (auto set = setAllowed(attention, mask); !set)
        return set;
    attention.alpha.resize(e.rows(), e.cols());
    setWeights(attention, normalizer, Rows{0, e.rows()});
    return {};
}

// What of it allows nothing.
std::vector<Index> emptyRowsOf(const Attention<float>& attention) {
    std::vector<Index> empty;
    for (Index i = 0; i < attention.scores.rows(); ++i)
        if (attention.scores.cols() == 0 ||
            (attention.allowed.size() != 0 && !(attention.allowed.row(i).array() != 0).any()))
            empty.push_back(i);
    return empty;
}

// Everything but the scores by the loops for float32. False where they do not do it.
Result<bool> attendInBlocks(Attention<float>& attention, const MatrixF& q, const MatrixF& k, const MatrixF& v,
                            ScoreFunction function, const Parameters& parameters, const MaskSpec& mask,
                            const Normalizer& normalizer) {
    StreamingAttention streaming;
    if (auto prepared = streaming.prepare(function, viewOf(q), viewOf(k), parameters, mask, normalizer); !prepared)
        return prepared.error();
    if (!streaming.inBlocks())
        return false;
    if (auto set = setAllowed(attention, mask); !set)
        return set.error();
    attention.alpha.resize(q.rows(), k.rows());
    adviseHugePages(attention.alpha.data(), static_cast<std::size_t>(attention.alpha.size()) * sizeof(float));
    attention.context.resize(q.rows(), v.cols());
    StreamingRequest request;
    request.rows = {0, q.rows()};
    request.values = viewOf(v);
    request.alpha = viewOf(attention.alpha);
    request.context = viewOf(attention.context);
    streaming.run(request); // never stopped
    attention.emptyRows = emptyRowsOf(attention);
    return true;
}

} // namespace

template <class T>
Result<Attention<T>> attend(const Problem& problem, ScoreFunction function) {
    auto projected = project(problem);
    if (!projected)
        return projected.error();
    const auto run = [&](const Matrix<T>& q, const Matrix<T>& k, const Matrix<T>& v) {
        return attend<T>(q, k, v, function, problem);
    };
    if constexpr (std::is_same_v<T, double>)
        return run(projected->q, projected->k, projected->v);
    else
        return run(projected->q.template cast<T>(), projected->k.template cast<T>(), projected->v.template cast<T>());
}

template <class T>
Result<Attention<T>> attend(const Matrix<T>& q, const Matrix<T>& k, const Matrix<T>& v, ScoreFunction function,
                            const Problem& problem) {
    if (!problem.approximation.isExact())
        return attendApproximately<T>(q, k, v, function, problem.parameters, problem.mask, problem.normalizer,
                                      problem.approximation);
    return attend<T>(q, k, v, function, problem.parameters, problem.mask, problem.normalizer);
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
    if constexpr (std::is_same_v<T, float>) {
        const auto attended = attendInBlocks(attention, q, k, v, function, parameters, mask, normalizer);
        if (!attended)
            return attended.error();
        if (*attended)
            return attention;
    }
    if (auto weighed = weigh(attention, mask, normalizer); !weighed)
        return weighed.error();
    attention.context.resize(q.rows(), v.cols());
    setContexts(attention, v, Rows{0, q.rows()});
    return attention;
}

void update(Attention<double>& attention, const Projected& now, const ChangedRows& changed, ScoreFunction function,
            const Parameters& parameters, const Normalizer& normalizer) {
    const Rows all{0, now.q.rows()};
    HEEDMAP_EXPECTS(attention.scores.rows() == all.end && attention.scores.cols() == now.k.rows());
    HEEDMAP_EXPECTS(attention.context.cols() == now.v.cols() && now.v.rows() == now.k.rows());
    const auto within = [](Rows rows, Index end) {
        return 0 <= rows.begin && rows.begin <= rows.end && rows.end <= end;
    };
    HEEDMAP_EXPECTS(within(changed.queries, all.end) && within(changed.keys, now.k.rows()));
    const Rows& queries = changed.queries;
    const Rows& keys = changed.keys;
    if (queries.size() > 0)
        attention.scores.middleRows(queries.begin, queries.size()) =
            scores<double>(function, now.q.middleRows(queries.begin, queries.size()), now.k, parameters);
    if (keys.size() > 0)
        attention.scores.middleCols(keys.begin, keys.size()) =
            scores<double>(function, now.q, now.k.middleRows(keys.begin, keys.size()), parameters);
    const Rows weights = keys.size() > 0 ? all : queries;
    setWeights(attention, normalizer, weights);
    setContexts(attention, now.v, changed.values ? all : weights);
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
                                          ScoreFunction, const Problem&);
template Result<Attention<float>> attend(const Matrix<float>&, const Matrix<float>&, const Matrix<float>&,
                                         ScoreFunction, const Problem&);
template Result<Attention<double>> attend(const Matrix<double>&, const Matrix<double>&, const Matrix<double>&,
                                          ScoreFunction, const Parameters&, const MaskSpec&, const Normalizer&);
template Result<Attention<float>> attend(const Matrix<float>&, const Matrix<float>&, const Matrix<float>&,
                                         ScoreFunction, const Parameters&, const MaskSpec&, const Normalizer&);
template Result<Attention<double>> normalizeScores(const Matrix<double>&, const MaskSpec&, const Normalizer&);
template Result<Attention<float>> normalizeScores(const Matrix<float>&, const MaskSpec&, const Normalizer&);

} // namespace heedmap::attention
