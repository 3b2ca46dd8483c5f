#include "core/attention/attention.h"

#include "core/attention/linear.h"
#include "core/attention/streaming.h"
#include "core/attention/weigh.h"
#include "core/tensor/huge_pages.h"

namespace heedmap::attention {

namespace {

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

} // namespace heedmap::attention
