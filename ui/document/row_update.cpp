#include "ui/document/row_update.h"

#include "core/attention/attention_alpha.h"
#include "core/attention/update.h"
#include "core/files/consistency.h"

namespace heedmap {

namespace {

using attention::Attention;

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

bool sameParameters(const attention::Parameters& a, const attention::Parameters& b) {
    using files::sameNumbers;
    return sameNumbers(a.w, b.w) && sameNumbers(a.w_s, b.w_s) && sameNumbers(a.w_h, b.w_h) && sameNumbers(a.v, b.v) &&
           a.beta == b.beta;
}

} // namespace

std::optional<std::vector<Index>> changedQueries(const PanelResult& result, const files::Session& session) {
    using files::sameNumbers;
    const bool comparable = result.attention && result.projected && result.parameters && result.panel.score &&
                            session.problem.kind == attention::ProblemKind::cross &&
                            session.problem.approximation.isExact() && !result.approximationError &&
                            result.attention->alpha.size() <= mostKeptCells;
    if (!comparable)
        return std::nullopt;
    const auto& now = session.operands(result.panel.score);
    const attention::Projected& before = *result.projected;
    if (before.q.rows() != now.q.rows() || before.q.cols() != now.q.cols() || !sameNumbers(before.k, now.k) ||
        !sameNumbers(before.v, now.v))
        return std::nullopt;
    const attention::Parameters seeded = attention::withSeededScores(now.parameters, now.q.cols(), now.k.cols(),
                                                                     files::hiddenSize(now.q.cols(), now.k.cols()), 0);
    if (!sameParameters(seeded, *result.parameters))
        return std::nullopt;
    std::vector<Index> rows;
    for (Index row = 0; row < now.q.rows(); ++row) {
        if (!sameNumbers(before.q.row(row), now.q.row(row)))
            rows.push_back(row);
    }
    return static_cast<Index>(rows.size()) * 8 <= now.q.rows() ? std::optional(rows) : std::nullopt;
}

void updateRows(PanelResult& result, const files::Session& session, const std::vector<Index>& rows,
                EarlierState& earlier) {
    const MatrixD& q = session.operands(result.panel.score).q;
    auto projected = std::make_shared<attention::Projected>(*result.projected);
    const std::shared_ptr<Attention<double>> state = writable(*result.attention, earlier);
    for (const Index row : rows)
        projected->q.row(row) = q.row(row);
    for (const Index row : rows)
        attention::update(*state, *projected, {.queries = {row, row + 1}, .keys = {}}, *result.panel.score,
                          *result.parameters, session.problem.normalizer);
    earlier = {std::move(result.attention), rows};
    result.attention = state;
    result.projected = std::move(projected);
    result.source = std::make_shared<attention::AttentionAlpha>(result.attention);
    result.drawn = nullptr;
    result.pyramid = nullptr;
}

} // namespace heedmap
