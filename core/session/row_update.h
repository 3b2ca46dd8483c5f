// One edited number of Q changes one row of e, α and c, one of K a column of e, one of V a column of c, one of X some
// of each: a panel after such an edit is the earlier one with these computed again, equal to the last bit to what is
// computed anew. Memory goes to and fro between the last two states of a panel, since touching fresh memory costs more
// than the arithmetic.
#pragma once

#include "core/attention/attention.h"
#include "core/heatmap/pyramid_update.h"
#include "core/session/panel_result.h"

namespace heedmap {

// Its numbers are at hand, and small enough to be held twice.
bool mayBeUpdated(const PanelResult& result);

// What an edit changed of a problem, as the edit itself knows it: these numbers or the normalizer, and nothing else.
struct ProblemEdit {
    std::optional<attention::ScoreFunction> function{}; // whose Q, K and V: its own; none: the problem's
    Rows q{};
    Rows k{};
    Columns v{};
    Rows x{};
    bool normalizer = false;
};

// What the edit that led to `session` changed for a panel; none where that is most of it.
std::optional<attention::Changes> changesOf(const PanelResult& result, const files::Session& session,
                                            const ProblemEdit& edit);

// Q, K and V as they enter the score function of each panel after these changes: the same as before where they do not
// concern them. Null for panels without changes, and for those that have no head of theirs any more.
using Operands = std::shared_ptr<const attention::Projected>;
std::vector<Operands> operandsAfter(const std::vector<PanelResult>& results, const files::Session& session,
                                    const std::vector<std::optional<attention::Changes>>& changes);

// About how many multiply-adds it takes to bring the panel up to date.
double workOfUpdate(const PanelResult& result, const attention::Changes& changes);

// What is kept of a panel beside its result: the state before the present one, and what brings pyramids up to date.
struct EarlierState {
    const attention::Attention<double>* attention = nullptr; // lent by PanelResult::memory; perhaps gone
    attention::Changes changes;                              // what the present one differs in
    Lender<heatmap::UpdatablePyramid> pyramids;
    const heatmap::UpdatablePyramid* pyramid = nullptr; // lent by `pyramids`; perhaps gone
    std::shared_ptr<const heatmap::UpdatablePyramid>
        presentPyramid;                        // PanelResult::pyramid is its; null: made otherwise
    std::optional<std::vector<Index>> redrawn; // rows in which the two pyramids differ; none: all
};

// What the first edit of a panel will need: copies of what it has. None where they would be large.
std::optional<EarlierState> preparedFor(const PanelResult& result);

// `result` as the session is now, and so is its pyramid. The present state becomes the earlier one.
void updatePanel(PanelResult& result, const files::Session& session, const Operands& now,
                 const attention::Changes& changes, EarlierState& earlier);

} // namespace heedmap
