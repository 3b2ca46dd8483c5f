#include "core/attention/problem.h"

#include "core/attention/product.h"

namespace heedmap::attention {

namespace {

// The names that errors use.
struct Names {
    const char* w;
    const char* b;
    const char* states;
    const char* result;
};

Result<MatrixD> through(const Names& names, const MatrixD& states, const MatrixD& w, const VectorD& b) {
    if (w.size() != 0 && w.rows() != states.cols()) {
        const std::string rows = std::to_string(w.rows());
        const std::string columns = std::to_string(states.cols());
        return std::string_view(names.states) == "X"
                   ? makeError(projectionDoesNotFit, {names.w, rows, columns})
                   : makeError(projectedDoesNotFit, {names.w, rows, names.states, columns});
    }
    MatrixD result = w.size() == 0 ? states : product<double>(states, w);
    if (b.size() == 0)
        return result;
    if (b.size() != result.cols())
        return makeError(biasDoesNotFit,
                         {names.b, std::to_string(b.size()), names.result, std::to_string(result.cols())});
    result.rowwise() += b.transpose();
    return result;
}

Result<Projected> throughProjections(const Problem& problem) {
    const bool self = problem.kind == ProblemKind::self;
    const Parameters& p = problem.parameters;
    auto q = through({"W_q", "b_q", self ? "X" : "Q", "Q"}, self ? problem.x : problem.q, p.w_q, p.b_q);
    if (!q)
        return q.error();
    auto k = through({"W_k", "b_k", self ? "X" : "K", "K"}, self ? problem.x : problem.k, p.w_k, p.b_k);
    if (!k)
        return k.error();
    auto v = through({"W_v", "b_v", self ? "X" : "V", "V"}, self ? problem.x : problem.v, p.w_v, p.b_v);
    if (!v)
        return v.error();
    return Projected{*std::move(q), *std::move(k), *std::move(v)};
}

} // namespace

Result<Projected> project(const Problem& problem) {
    if (problem.kind == ProblemKind::cross && problem.k.rows() != problem.v.rows())
        return makeError(keysAndValuesDiffer, {std::to_string(problem.k.rows()), std::to_string(problem.v.rows())});
    if (!projects(problem))
        return Projected{problem.q, problem.k, problem.v};
    return throughProjections(problem);
}

} // namespace heedmap::attention
