// Edits that add panels made of others, or change how they are made: each one undoable command.
#pragma once

#include "core/session/chosen_heads.h"
#include "ui/document/document.h"

namespace heedmap {

bool isDifference(const files::Session& session, int panel);
// Whether a difference can be made with it behind the minus: weights, but not those of chosen heads.
bool canBeTakenAway(const files::Session& session, int panel);
// Behind `panel`: it minus `other`. It shows weights, and the other one can be taken away.
void addDifference(Document& document, int panel, int other);
// What `panel` minus the reference would be: the first other panel that shows weights; none: nothing to take away.
std::optional<int> defaultSubtrahend(const files::Session& session, int panel);
// A difference, but not one from chosen heads, which cannot be taken away.
bool canBeSwapped(const files::Session& session, int panel);
void swapDifference(Document& document, int panel);

// A matrix of a file, shown as it is.
bool canBeExchanged(const files::Session& session, int panel);
// Rows become columns, of the matrix in all its panels. Precondition: canBeExchanged().
void exchangeAxes(Document& document, int panel);

bool canShowGradient(const files::Session& session, int panel);
bool canShowStack(const files::Session& session, int panel); // rollout and flow
// Behind `panel`, of the same score function or matrix. Precondition: it can be.
void addDerived(Document& document, int panel, files::PanelKind kind);

// Takes the head that the panel shows into the panel of chosen heads, or out of it. Precondition: canBeChosen().
void toggleChosen(Document& document, int panel);
void setOverHeads(Document& document, int panel, files::OverHeads overHeads);

void setRollout(Document& document, int panel, const analysis::RolloutOptions& options);

} // namespace heedmap
