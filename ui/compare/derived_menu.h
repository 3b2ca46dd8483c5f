// The part of a panel's menu about panels that are made of others.
#pragma once

#include "ui/document/document.h"

class QMenu;

namespace heedmap {

// Adds what is possible with this panel: differences, gradient, rollout and flow, and how those are made. Nothing at
// all where nothing is.
void addDerivedActions(QMenu* menu, Document* document, int panel);

} // namespace heedmap
