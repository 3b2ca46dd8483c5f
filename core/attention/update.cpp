#include "core/attention/update.h"

#include "core/attention/weigh.h"

#include <algorithm>
#include <cmath>

namespace heedmap::attention {

namespace {

bool same(double a, double b) {
    return a == b || (std::isnan(a) && std::isnan(b));
}

std::vector<Index> changedRows(const MatrixD& before, const MatrixD& now) {
    std::vector<Index> rows;
    for (Index i = 0; i < now.rows(); ++i) {
        const double* const a = before.data() + i * before.cols();
        const double* const b = now.data() + i * now.cols();
        if (!std::equal(a, a + now.cols(), b, same))
            rows.push_back(i);
    }
    return rows;
}

std::vector<Index> changedColumns(const MatrixD& before, const MatrixD& now) {
    std::vector<std::uint8_t> changed(static_cast<std::size_t>(now.cols()));
    for (const Index i : changedRows(before, now))
        for (Index j = 0; j < now.cols(); ++j)
            if (!same(before(i, j), now(i, j)))
                changed[static_cast<std::size_t>(j)] = 1;
    std::vector<Index> columns;
    for (Index j = 0; j < now.cols(); ++j)
        if (changed[static_cast<std::size_t>(j)] != 0)
            columns.push_back(j);
    return columns;
}

bool sameSize(const MatrixD& a, const MatrixD& b) {
    return a.rows() == b.rows() && a.cols() == b.cols();
}

} // namespace

std::optional<Changes> changesBetween(const Projected& before, const Projected& now) {
    if (!sameSize(before.q, now.q) || !sameSize(before.k, now.k) || !sameSize(before.v, now.v))
        return std::nullopt;
    return Changes{changedRows(before.q, now.q), changedRows(before.k, now.k), changedColumns(before.v, now.v)};
}

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
