// One edited number of Q changes one row of e, α and c: a panel after such an edit is the earlier one with these rows
// computed again. Memory goes to and fro between the last two states of a panel, since touching fresh memory costs more
// than the arithmetic.
#pragma once

#include "ui/document/panel_result.h"

namespace heedmap {

// The rows of Q that differ between what the panel was computed from and the session, where nothing else of its Q, K, V
// and parameters does and they are few; else none. Mask, normalizer and kind are taken to be the same.
std::optional<std::vector<Index>> changedQueries(const PanelResult& result, const files::Session& session);

// The state of a panel before its present one.
struct EarlierState {
    std::shared_ptr<const attention::Attention<double>> attention;
    std::vector<Index> rows; // where it differs from the present one
};

// `result` with these rows of Q, which changedQueries() gave, as they are in the session now, without a pyramid. Its
// present state becomes the earlier one.
void updateRows(PanelResult& result, const files::Session& session, const std::vector<Index>& rows,
                EarlierState& earlier);

} // namespace heedmap
