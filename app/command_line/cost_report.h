// What `heedmap cost` prints: for people as tables, for machines as JSON.
#pragma once

#include "core/analysis/cost_sizes.h"

namespace heedmap::command_line {

// `preset`: null where none was chosen.
void printCost(const analysis::CostSizes& sizes, const analysis::CostPreset* preset);
void printCostJson(const analysis::CostSizes& sizes, const analysis::CostPreset* preset);

} // namespace heedmap::command_line
