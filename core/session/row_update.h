// One edited number of Q changes one row of e, α and c, one of K a column of e, one of V a column of c, one of X some
// of each: a panel after such an edit is the earlier one with these computed again, equal to the last bit to what is
// computed anew. Memory goes to and fro between the last two states of a panel, since touching fresh memory costs more
// than the arithmetic.
#pragma once

#include "core/attention/update.h"
#include "core/heatmap/pyramid_update.h"
#include "core/session/panel_result.h"

namespace heedmap {

// Its numbers are at hand, and small enough to be held twice.
bool mayBeUpdated(const PanelResult& result);

// Q, K and V as they enter the score function of each panel now; null for panels that have none, or no head of theirs.
using Operands = std::shared_ptr<const attention::Projected>;
std::vector<Operands> operandsOfPanels(const files::Session& session);

// What differs between what the panel was computed from and the session, where that is nothing but numbers of `now`
// (few rows of Q and K), or the normalizer; else none. Mask and kind are taken to be the same.
std::optional<attention::Changes> changesOf(const PanelResult& result, const files::Session& session,
                                            const Operands& now, bool otherNormalizer);

// About how many multiply-adds it takes to bring the panel up to date.
double workOfUpdate(const PanelResult& result, const attention::Changes& changes);

// What is kept of a panel beside its result: the state before the present one, and what brings pyramids up to date.
struct EarlierState {
    std::shared_ptr<const attention::Attention<double>> attention;
    attention::Changes changes; // what the present one differs in
    std::shared_ptr<heatmap::UpdatablePyramid> pyramid;
    std::shared_ptr<heatmap::UpdatablePyramid> presentPyramid; // PanelResult::pyramid is its; null: made otherwise
    std::optional<std::vector<Index>> redrawn;                 // rows in which the two pyramids differ; none: all
};

// What the first edit of a panel will need: copies of what it has. None where they would be large.
std::optional<EarlierState> preparedFor(const PanelResult& result);

// `result` as the session is now, and so is its pyramid. The present state becomes the earlier one.
void updatePanel(PanelResult& result, const files::Session& session, const Operands& now,
                 const attention::Changes& changes, EarlierState& earlier);

} // namespace heedmap
