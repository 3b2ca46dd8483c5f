#include "core/attention/problem.h"

namespace heedmap::attention {

namespace {

Result<MatrixD> throughProjection(const char* name, const MatrixD& x, const MatrixD& w) {
    if (w.size() == 0)
        return x;
    if (w.rows() != x.cols())
        return makeError(projectionDoesNotFit, {name, std::to_string(w.rows()), std::to_string(x.cols())});
    return MatrixD(x * w);
}

} // namespace

Result<Projected> project(const Problem& problem) {
    if (problem.kind == ProblemKind::cross) {
        if (problem.k.rows() != problem.v.rows())
            return makeError(keysAndValuesDiffer, {std::to_string(problem.k.rows()), std::to_string(problem.v.rows())});
        return Projected{problem.q, problem.k, problem.v};
    }
    auto q = throughProjection("W_q", problem.x, problem.parameters.w_q);
    if (!q)
        return q.error();
    auto k = throughProjection("W_k", problem.x, problem.parameters.w_k);
    if (!k)
        return k.error();
    auto v = throughProjection("W_v", problem.x, problem.parameters.w_v);
    if (!v)
        return v.error();
    return Projected{*std::move(q), *std::move(k), *std::move(v)};
}

} // namespace heedmap::attention
