// Panels of several chosen heads: the mean of their weights, or the largest of each cell.
#pragma once

#include "core/session/panel_result.h"

namespace heedmap {

// Fills `source` or `error` of a panel of chosen heads of a file's layer.
void poolHeadsOfFile(PanelResult& result, const files::Session& session);
// "scaled dot, mean of heads 0, 2", where `what` is "scaled dot".
Phrase chosenTitle(const files::Panel& panel, const Phrase& what);

// Whether a panel shows one head of several of a layer, so that it can be chosen.
bool canBeChosen(const files::Session& session, int panel);
// The panel of chosen heads that the head of this panel would go into: that of its score function, or of its layer.
std::optional<std::size_t> panelOfChosen(const files::Session& session, int panel);
bool isChosen(const files::Session& session, int panel);
bool showsChosen(const files::Session& session, int panel);
// Takes the head in or out. The panel of chosen heads comes with the first one, behind all others, and goes with the
// last one. Precondition: canBeChosen().
void toggleChosen(files::Session& session, int panel);

} // namespace heedmap
