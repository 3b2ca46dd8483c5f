// The chosen row under any score function, on show or not.
#pragma once

#include "ui/inspector/inspected.h"

namespace heedmap {

// The row alone, as the only row of a panel; `error` says why there is none. Precondition: inspected.computed().
PanelResult rowUnder(const Inspected& inspected, attention::ScoreFunction function);

// `inspected`, with that panel and its only row.
Inspected inRow(const Inspected& inspected, const PanelResult& row);

} // namespace heedmap
