#include "core/attention/update.h"

#include "core/attention/weigh.h"

namespace heedmap::attention {

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
