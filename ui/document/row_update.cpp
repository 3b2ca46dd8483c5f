#include "ui/document/row_update.h"

#include "core/attention/attention_alpha.h"
#include "core/files/consistency.h"

namespace heedmap {

namespace {

using attention::Attention;
using attention::Problem;

constexpr Index mostKeptCells = Index{1} << 22; // a panel's memory is held twice up to here

void copyRows(const Attention<double>& from, const std::vector<Index>& rows, Attention<double>& to) {
    for (const Index row : rows) {
        to.scores.row(row) = from.scores.row(row);
        to.alpha.row(row) = from.alpha.row(row);
        to.context.row(row) = from.context.row(row);
    }
}

// A state equal to `present` that nobody else sees: the earlier one brought up to date, or a copy.
std::shared_ptr<Attention<double>> writable(const Attention<double>& present, EarlierState& earlier) {
    const bool ours = earlier.attention && earlier.attention.use_count() == 1 &&
                      earlier.attention->alpha.rows() == present.alpha.rows() &&
                      earlier.attention->alpha.cols() == present.alpha.cols();
    if (!ours)
        return std::make_shared<Attention<double>>(present);
    auto state = std::const_pointer_cast<Attention<double>>(std::move(earlier.attention));
    copyRows(present, earlier.rows, *state);
    return state;
}

bool sameRest(const Problem& a, const Problem& b) {
    using files::sameNumbers;
    const attention::Parameters& p = a.parameters;
    const attention::Parameters& r = b.parameters;
    return sameNumbers(a.k, b.k) && sameNumbers(a.v, b.v) && sameNumbers(p.w, r.w) && sameNumbers(p.w_s, r.w_s) &&
           sameNumbers(p.w_h, r.w_h) && sameNumbers(p.v, r.v) && p.beta == r.beta && a.mask == b.mask &&
           a.normalizer == b.normalizer;
}

} // namespace

std::optional<std::vector<Index>> changedQueries(const Problem& before, const Problem& now) {
    const bool comparable = before.kind == attention::ProblemKind::cross && now.kind == before.kind &&
                            before.q.rows() == now.q.rows() && before.q.cols() == now.q.cols();
    if (!comparable || !sameRest(before, now))
        return std::nullopt;
    std::vector<Index> rows;
    for (Index row = 0; row < now.q.rows(); ++row) {
        if (!files::sameNumbers(before.q.row(row), now.q.row(row)))
            rows.push_back(row);
    }
    return static_cast<Index>(rows.size()) * 8 <= now.q.rows() ? std::optional(rows) : std::nullopt;
}

bool updateRows(PanelResult& result, const files::Session& session, const std::vector<Index>& rows,
                EarlierState& earlier) {
    if (!result.attention || !result.projected || !result.parameters || !result.panel.score ||
        result.attention->alpha.size() > mostKeptCells)
        return false;
    const Problem& problem = session.problem;
    if (result.projected->q.rows() != problem.q.rows() || result.projected->q.cols() != problem.q.cols())
        return false;
    auto projected = std::make_shared<attention::Projected>(*result.projected);
    const std::shared_ptr<Attention<double>> state = writable(*result.attention, earlier);
    for (const Index row : rows) {
        projected->q.row(row) = problem.q.row(row);
        attention::MaskSpec mask;
        if (state->allowed.size() > 0)
            mask.custom = state->allowed.row(row);
        const auto one = attention::attend<double>(projected->q.row(row), projected->k, projected->v,
                                                   *result.panel.score, *result.parameters, mask, problem.normalizer);
        if (!one)
            return false;
        state->scores.row(row) = one->scores;
        state->alpha.row(row) = one->alpha;
        state->context.row(row) = one->context;
    }
    earlier = {std::move(result.attention), rows};
    result.attention = state;
    result.projected = std::move(projected);
    result.source = std::make_shared<attention::AttentionAlpha>(result.attention);
    result.drawn = nullptr;
    result.pyramid = nullptr;
    return true;
}

} // namespace heedmap
