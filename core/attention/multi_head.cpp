#include "core/attention/multi_head.h"

namespace heedmap::attention {

namespace {

std::string text(Index rows, Index columns) {
    return std::to_string(rows) + "×" + std::to_string(columns);
}

template <class T>
Matrix<T> columnBlock(const Matrix<T>& matrix, Index head, Index heads) {
    const Index width = matrix.cols() / heads;
    return matrix.middleCols(head * width, width);
}

// x Wᵀ + b
template <class T>
Matrix<T> linear(const Matrix<T>& x, const MatrixD& w, const VectorD& b) {
    Matrix<T> y = x * w.transpose().template cast<T>();
    if (b.size() != 0)
        y.rowwise() += b.transpose().template cast<T>();
    return y;
}

struct InputSizes {
    Index query, key, value;
};

Result<void> checkParameters(const MultiHeadParameters& p, const InputSizes& sizes) {
    const Index embedding = p.w_q.rows();
    const auto misfit = [&](const char* name, const std::string& is, const std::string& wanted) {
        return makeError(parameterDoesNotFit,
                         {name, is, std::to_string(sizes.query), std::to_string(sizes.key), wanted});
    };
    struct Weights {
        const char* name;
        const MatrixD& matrix;
        Index columns;
    };
    for (const Weights& w : {Weights{"W_q", p.w_q, sizes.query}, Weights{"W_k", p.w_k, sizes.key},
                             Weights{"W_v", p.w_v, sizes.value}, Weights{"W_o", p.w_o, embedding}})
        if (w.matrix.rows() != embedding || w.matrix.cols() != w.columns)
            return misfit(w.name, text(w.matrix.rows(), w.matrix.cols()), text(embedding, w.columns));
    struct Bias {
        const char* name;
        const VectorD& vector;
    };
    for (const Bias& b : {Bias{"b_q", p.b_q}, Bias{"b_k", p.b_k}, Bias{"b_v", p.b_v}, Bias{"b_o", p.b_o}})
        if (b.vector.size() != 0 && b.vector.size() != embedding)
            return misfit(b.name, std::to_string(b.vector.size()), std::to_string(embedding));
    return {};
}

Result<void> checkDivides(Index columns, Index heads) {
    if (heads > 0 && columns % heads == 0)
        return {};
    return makeError(headsDoNotDivide, {std::to_string(columns), std::to_string(heads)});
}

} // namespace

template <class T>
Matrix<T> MultiHeadResult<T>::meanAlpha() const {
    HEEDMAP_EXPECTS(!heads.empty());
    Matrix<T> mean = heads.front().alpha;
    for (std::size_t h = 1; h < heads.size(); ++h)
        mean += heads[h].alpha;
    return mean / static_cast<T>(heads.size());
}

template <class T>
Result<MultiHeadResult<T>> multiHead(const Matrix<T>& query, const Matrix<T>& key, const Matrix<T>& value,
                                     const MultiHeadParameters& parameters, const MaskSpec& mask,
                                     const Normalizer& normalizer) {
    if (auto fit = checkParameters(parameters, {query.cols(), key.cols(), value.cols()}); !fit)
        return fit.error();
    if (auto divides = checkDivides(parameters.w_q.rows(), parameters.heads); !divides)
        return divides.error();
    const Matrix<T> q = linear(query, parameters.w_q, parameters.b_q);
    const Matrix<T> k = linear(key, parameters.w_k, parameters.b_k);
    const Matrix<T> v = linear(value, parameters.w_v, parameters.b_v);
    MultiHeadResult<T> result;
    Matrix<T> sideBySide(q.rows(), v.cols());
    for (Index h = 0; h < parameters.heads; ++h) {
        const Index heads = parameters.heads;
        auto head = attend<T>(columnBlock(q, h, heads), columnBlock(k, h, heads), columnBlock(v, h, heads),
                              ScoreFunction::scaled_dot, {}, mask, normalizer);
        if (!head)
            return head.error();
        const Index width = v.cols() / heads;
        sideBySide.middleCols(h * width, width) = head->context;
        result.heads.push_back(*std::move(head));
    }
    result.output = linear(sideBySide, parameters.w_o, parameters.b_o);
    return result;
}

Result<Projected> headOf(const Projected& all, Index heads, Index keyValueHeads, Index head) {
    const Index groups = keyValueHeads > 0 ? keyValueHeads : heads;
    if (auto divides = checkDivides(all.q.cols(), heads); !divides)
        return divides.error();
    if (heads % groups != 0)
        return makeError(groupsDoNotDivide, {std::to_string(heads), std::to_string(groups)});
    for (const MatrixD* matrix : {&all.k, &all.v})
        if (auto divides = checkDivides(matrix->cols(), groups); !divides)
            return divides.error();
    HEEDMAP_EXPECTS(head >= 0 && head < heads);
    const Index group = head / (heads / groups);
    return Projected{columnBlock(all.q, head, heads), columnBlock(all.k, group, groups),
                     columnBlock(all.v, group, groups)};
}

Result<MatrixD> joinHeads(const std::vector<MatrixD>& contexts, const Parameters& parameters) {
    HEEDMAP_EXPECTS(!contexts.empty());
    Index width = 0;
    for (const MatrixD& context : contexts)
        width += context.cols();
    MatrixD joined(contexts.front().rows(), width);
    Index at = 0;
    for (const MatrixD& context : contexts) {
        joined.middleCols(at, context.cols()) = context;
        at += context.cols();
    }
    const MatrixD& w = parameters.w_o;
    const VectorD& b = parameters.b_o;
    if (w.size() != 0 && w.rows() != width)
        return makeError(projectedDoesNotFit, {"W_o", std::to_string(w.rows()), "c", std::to_string(width)});
    if (w.size() != 0)
        joined = MatrixD(joined * w);
    if (b.size() != 0 && b.size() != joined.cols())
        return makeError(biasDoesNotFit,
                         {"b_o", std::to_string(b.size()), w.size() != 0 ? "W_o" : "c", std::to_string(joined.cols())});
    if (b.size() != 0)
        joined.rowwise() += b.transpose();
    return joined;
}

Result<MultiHeadResult<double>> attendHeads(const Problem& problem, ScoreFunction function) {
    const auto projected = project(problem);
    if (!projected)
        return projected.error();
    MultiHeadResult<double> result;
    std::vector<MatrixD> contexts;
    for (Index h = 0; h < problem.heads; ++h) {
        const auto head = headOf(*projected, problem.heads, problem.keyValueHeads, h);
        if (!head)
            return head.error();
        auto attended = attend<double>(head->q, head->k, head->v, function, problem);
        if (!attended)
            return attended.error();
        contexts.push_back(attended->context);
        result.heads.push_back(*std::move(attended));
    }
    auto output = joinHeads(contexts, problem.parameters);
    if (!output)
        return output.error();
    result.output = *std::move(output);
    return result;
}

template <class T>
Result<std::vector<Attention<T>>>
groupedQuery(const std::vector<Matrix<T>>& q, const std::vector<Matrix<T>>& k, const std::vector<Matrix<T>>& v,
             ScoreFunction function, const Parameters& parameters, const MaskSpec& mask, const Normalizer& normalizer) {
    HEEDMAP_EXPECTS(k.size() == v.size());
    if (k.empty() || q.size() % k.size() != 0)
        return makeError(groupsDoNotDivide, {std::to_string(q.size()), std::to_string(k.size())});
    const std::size_t sharing = q.size() / k.size();
    std::vector<Attention<T>> result;
    for (std::size_t h = 0; h < q.size(); ++h) {
        auto head = attend<T>(q[h], k[h / sharing], v[h / sharing], function, parameters, mask, normalizer);
        if (!head)
            return head.error();
        result.push_back(*std::move(head));
    }
    return result;
}

template struct MultiHeadResult<double>;
template struct MultiHeadResult<float>;
template Result<MultiHeadResult<double>> multiHead(const Matrix<double>&, const Matrix<double>&, const Matrix<double>&,
                                                   const MultiHeadParameters&, const MaskSpec&, const Normalizer&);
template Result<MultiHeadResult<float>> multiHead(const Matrix<float>&, const Matrix<float>&, const Matrix<float>&,
                                                  const MultiHeadParameters&, const MaskSpec&, const Normalizer&);
template Result<std::vector<Attention<double>>> groupedQuery(const std::vector<Matrix<double>>&,
                                                             const std::vector<Matrix<double>>&,
                                                             const std::vector<Matrix<double>>&, ScoreFunction,
                                                             const Parameters&, const MaskSpec&, const Normalizer&);
template Result<std::vector<Attention<float>>> groupedQuery(const std::vector<Matrix<float>>&,
                                                            const std::vector<Matrix<float>>&,
                                                            const std::vector<Matrix<float>>&, ScoreFunction,
                                                            const Parameters&, const MaskSpec&, const Normalizer&);

} // namespace heedmap::attention
