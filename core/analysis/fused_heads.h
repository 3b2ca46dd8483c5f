// Several heads as one matrix: the mean of their weights, or the largest of each cell.
#pragma once

#include "core/analysis/rollout.h"

namespace heedmap::analysis {

// Of `chosen` heads; empty: of all. Precondition: there is a head, those that are chosen exist, and they are of one
// size.
MatrixD fusedHeads(const std::vector<MatrixD>& heads, const std::vector<Index>& chosen, HeadFusion fusion);

} // namespace heedmap::analysis
