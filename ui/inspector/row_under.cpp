#include "ui/inspector/row_under.h"

#include "core/attention/attention_alpha.h"
#include "core/attention/explain.h"
#include "core/session/consistency.h"

namespace heedmap {

PanelResult rowUnder(const Inspected& inspected, attention::ScoreFunction function) {
    HEEDMAP_EXPECTS(inspected.computed());
    PanelResult result;
    result.panel.score = function;
    result.title = titleOf({}, result.panel);
    std::optional<attention::Projected> own; // of a score function that has Q, K and V for itself
    if (function != inspected.panel.panel.score && !inspected.session.own.empty()) {
        auto projected = attention::project(inspected.session.problemOf(function));
        if (!projected) {
            result.error = projected.error();
            return result;
        }
        own = std::move(projected).value();
    }
    const attention::Projected& all = own ? *own : *inspected.panel.projected;
    attention::Problem needs; // W, W_s, W_h and v as the panels of this session have them
    needs.q = all.q.topRows(1);
    needs.k = all.k.topRows(1);
    needs.parameters = inspected.session.operands(function).parameters;
    files::seedMissing(needs, function);
    std::vector<std::uint8_t> allowed;
    const BoolMatrix& mask = inspected.panel.attention->allowed;
    for (Index j = 0; j < mask.cols(); ++j)
        allowed.push_back(mask(inspected.cell.row, j));
    const attention::Problem& problem = inspected.session.problem;
    auto attended = attention::attendRow(all, inspected.cell.row, function, needs.parameters, allowed,
                                         problem.normalizer, problem.approximation);
    if (!attended) {
        result.error = attended.error();
        return result;
    }
    auto attention = std::make_shared<attention::Attention<double>>(std::move(attended).value());
    result.source = std::make_shared<attention::AttentionAlpha>(attention);
    result.attention = std::move(attention);
    result.parameters = std::make_shared<attention::Parameters>(std::move(needs.parameters));
    result.projected = std::make_shared<attention::Projected>(
        attention::Projected{all.q.middleRows(inspected.cell.row, 1), all.k, all.v});
    return result;
}

Inspected inRow(const Inspected& inspected, const PanelResult& row) {
    return {.session = inspected.session,
            .results = inspected.results,
            .panel = row,
            .cell = {0, inspected.cell.column},
            .selectedRows = {0, 1},
            .selectedColumns = inspected.selectedColumns,
            .rowTokens = {inspected.rowTokens[inspected.cell.row]},
            .columnTokens = inspected.columnTokens};
}

} // namespace heedmap
