// A row of weights of which some are chosen by hand.
#pragma once

#include "core/analysis/ablation.h"

#include <map>

namespace heedmap::analysis {

// α (n_k) with the weights of these keys set. Renormalised: the others share in their old proportions what is left of
// the row's sum; where nothing is left for them, or nobody is there to take it, all weights are divided by their sum.
// Kept: the others stay, and the sum may be another.
// Precondition: the keys exist, the chosen weights are not negative.
VectorD withChosen(const VectorD& alpha, const std::map<Index, double>& chosen, Remainder remainder);

// The two components of V (n_k × d_v) that differ most between the keys, for a picture of the plane they span; the
// second is −1 where there is only one. Precondition: V has a column.
std::pair<Index, Index> widestComponents(const MatrixD& v);

} // namespace heedmap::analysis
