#include "core/attention/attention.h"

#include "core/attention/linear.h"
#include "core/attention/parallel_rows.h"
#include "core/attention/streaming.h"
#include "core/kernels/multiply.h"
#include "core/tensor/huge_pages.h"

#include <algorithm>
#include <numeric>

namespace heedmap::attention {

namespace {

using kernels::View;
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

// Calls run(first, count) for rows that follow each other.
template <class Run>
void forRuns(const std::vector<Index>& rows, const Run& run) {
    for (std::size_t begin = 0, end = 0; begin < rows.size(); begin = end) {
        end = begin + 1;
        while (end < rows.size() && rows[end] == rows[end - 1] + 1)
            ++end;
        run(rows[begin], static_cast<Index>(end - begin));
    }
}

// Forbidden values may enter a context, with weight 0: none of them is infinite or NaN.
template <class T>
bool mayMixAll(const Attention<T>& attention, const Matrix<T>& v) {
    return attention.allowed.size() == 0 || v.allFinite();
}

// 0 … count − 1
std::vector<Index> allIndices(Index count) {
    std::vector<Index> all(static_cast<std::size_t>(count));
    std::iota(all.begin(), all.end(), Index{0});
    return all;
}

// α of these rows from their e, and which of them allow nothing. The rows ascend.
template <class T>
void setWeights(Attention<T>& attention, const Normalizer& normalizer, const std::vector<Index>& rows) {
    const Matrix<T>& e = attention.scores;
    std::vector<std::uint8_t> empty(rows.size());
    constexpr Index costOfExponential = 16;
    forRows(static_cast<Index>(rows.size()), e.cols() * costOfExponential, [&](Rows part) {
        for (Index r = part.begin; r < part.end; ++r) {
            const Index i = rows[static_cast<std::size_t>(r)];
            const bool any = normalizeRow<T>(normalizer, rowSpan(e, i), rowSpan(std::as_const(attention.allowed), i),
                                             rowSpan(attention.alpha, i));
            empty[static_cast<std::size_t>(r)] = any ? 0 : 1;
        }
    });
    std::erase_if(attention.emptyRows, [&](Index i) { return std::binary_search(rows.begin(), rows.end(), i); });
    for (std::size_t r = 0; r < rows.size(); ++r)
        if (empty[r] != 0)
            attention.emptyRows.push_back(rows[r]);
    std::sort(attention.emptyRows.begin(), attention.emptyRows.end());
}

// c of these rows from their α; emptyRows has to be as these rows are.
template <class T>
void setContexts(Attention<T>& attention, const Matrix<T>& v, const std::vector<Index>& rows) {
    Matrix<T>& context = attention.context;
    if (mayMixAll(attention, v)) {
        forRuns(rows, [&](Index first, Index count) {
            kernels::multiply(viewOf(context).middleRows(first, count),
                              View<const T>(viewOf(attention.alpha)).middleRows(first, count), viewOf(v));
        });
    } else {
        forRows(static_cast<Index>(rows.size()), v.size(), [&](Rows part) {
            for (Index r = part.begin; r < part.end; ++r)
                contextOfAllowed(attention, v, rows[static_cast<std::size_t>(r)], context);
        });
    }
    for (const Index row : attention.emptyRows)
        if (std::binary_search(rows.begin(), rows.end(), row))
            context.row(row).setZero();
}

// These columns of c, of all rows. Precondition: mayMixAll().
template <class T>
void setContextColumns(Attention<T>& attention, const Matrix<T>& v, const std::vector<Index>& columns) {
    forRuns(columns, [&](Index first, Index count) {
        kernels::multiply(viewOf(attention.context).middleColumns(first, count), View<const T>(viewOf(attention.alpha)),
                          viewOf(v).middleColumns(first, count));
    });
    for (const Index row : attention.emptyRows)
        attention.context.row(row).setZero();
}

using kernels::viewOf;

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
    setWeights(attention, normalizer, allIndices(e.rows()));
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
    setContexts(attention, v, allIndices(q.rows()));
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
                                          ScoreFunction, const Problem&);
template Result<Attention<float>> attend(const Matrix<float>&, const Matrix<float>&, const Matrix<float>&,
                                         ScoreFunction, const Problem&);
template Result<Attention<double>> attend(const Matrix<double>&, const Matrix<double>&, const Matrix<double>&,
                                          ScoreFunction, const Parameters&, const MaskSpec&, const Normalizer&);
template Result<Attention<float>> attend(const Matrix<float>&, const Matrix<float>&, const Matrix<float>&,
                                         ScoreFunction, const Parameters&, const MaskSpec&, const Normalizer&);
template Result<Attention<double>> normalizeScores(const Matrix<double>&, const MaskSpec&, const Normalizer&);
template Result<Attention<float>> normalizeScores(const Matrix<float>&, const MaskSpec&, const Normalizer&);

void update(Attention<double>& attention, const Projected& before, const Projected& now, const Changes& changes,
            ScoreFunction function, const Parameters& parameters, const Normalizer& normalizer) {
    HEEDMAP_EXPECTS(attention.scores.rows() == now.q.rows() && attention.scores.cols() == now.k.rows());
    HEEDMAP_EXPECTS(attention.context.cols() == now.v.cols() && now.v.rows() == now.k.rows());
    if (!changes.queries.empty())
        attention.scores(changes.queries, Eigen::all) =
            scores<double>(function, now.q(changes.queries, Eigen::all), now.k, parameters);
    if (!changes.keys.empty())
        attention.scores(Eigen::all, changes.keys) =
            scores<double>(function, now.q, now.k(changes.keys, Eigen::all), parameters);
    const bool all = changes.touchesAllWeights();
    const std::vector<Index> rows = all ? allIndices(now.q.rows()) : changes.queries;
    setWeights(attention, normalizer, rows);
    const bool otherValues = !changes.valueColumns.empty();
    if (otherValues && !(mayMixAll(attention, now.v) && mayMixAll(attention, before.v)))
        return setContexts(attention, now.v, allIndices(now.q.rows()));
    setContexts(attention, now.v, rows);
    if (otherValues && !all)
        setContextColumns(attention, now.v, changes.valueColumns);
}

} // namespace heedmap::attention
