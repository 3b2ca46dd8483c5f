// Edits that menus, toolbar and panels all offer, each one undo step with its words.
#pragma once

#include "ui/document/document.h"

namespace heedmap {

void switchKind(Document& document, attention::ProblemKind kind);

bool showsScore(const files::Session& session, attention::ScoreFunction function);
// Panels of score functions keep the order of the functions; the last one on show stays.
void showScore(Document& document, attention::ScoreFunction function, bool shown);

void draw(Document& document, files::Drawing drawing);

// Forbids the cells in the custom mask, or allows them again where all of them are forbidden by it.
void toggleMask(Document& document, Rows rows, Columns columns);

} // namespace heedmap
