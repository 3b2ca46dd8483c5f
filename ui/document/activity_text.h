// What the computer is doing, for the status line.
#pragma once

#include "core/session/panel_result.h"
#include "ui/document/document.h"

#include <QString>

#include <vector>

namespace heedmap {

// "computing… 40 %"; without a figure while nothing is known of it.
QString computingText(double progress);
// Where the numbers are and how long they took: "in memory, computed in 3.1 ms", "read from the file in 210 ms".
QString computedText(const std::vector<PanelResult>& results);
// Why the results are not the session's, and what they are: "stopped: shows τ = 1, asked τ = 5". Empty where they are.
QString unfinishedText(const Document& document);

} // namespace heedmap
