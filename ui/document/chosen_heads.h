// Panels of several chosen heads: the mean of their weights, or the largest of each cell.
#pragma once

#include "ui/document/document.h"

namespace heedmap {

// Fills `source` or `error` of a panel of chosen heads of a file's layer.
void poolHeadsOfFile(PanelResult& result, const files::Session& session);
// "scaled dot, mean of heads 0, 2", where `what` is "scaled dot".
QString chosenTitle(const files::Panel& panel, const QString& what);

// Whether a panel shows one head of several of a layer, so that it can be chosen.
bool canBeChosen(const files::Session& session, int panel);
// The panel of chosen heads that the head of this panel would go into: that of its score function, or of its layer.
std::optional<std::size_t> panelOfChosen(const files::Session& session, int panel);
bool isChosen(const files::Session& session, int panel);
// Takes the head in or out. The panel of chosen heads comes with the first one, behind all others, and goes with the
// last one.
void toggleChosen(Document& document, int panel);

bool showsChosen(const files::Session& session, int panel);
void setOverHeads(Document& document, int panel, files::OverHeads overHeads);

} // namespace heedmap
