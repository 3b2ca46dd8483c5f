#include "core/attention/multi_head.h"

namespace heedmap::attention {

namespace {

MatrixD columnBlock(const MatrixD& matrix, Index head, Index heads) {
    const Index width = matrix.cols() / heads;
    return matrix.middleCols(head * width, width);
}

Result<void> checkDivides(Index columns, Index heads) {
    if (heads > 0 && columns % heads == 0)
        return {};
    return makeError(headsDoNotDivide, {std::to_string(columns), std::to_string(heads)});
}

} // namespace

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

Result<MultiHeadResult> attendHeads(const Problem& problem, ScoreFunction function) {
    const auto projected = project(problem);
    if (!projected)
        return projected.error();
    MultiHeadResult result;
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

} // namespace heedmap::attention
