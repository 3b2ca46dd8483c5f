// How many (query, key) pairs a pattern allows, in closed form: no mask is built, so n may be in the billions.
// The patterns are those of attention::MaskSpec; sizes are numbers of queries n_q and of keys n_k, at least 0.
#pragma once

#include "core/analysis/count.h"

namespace heedmap::analysis {

// n_q·n_k
Count allPairs(Index queries, Index keys);
// j ≤ i; n(n + 1)/2 where n_q = n_k = n.
Count causalPairs(Index queries, Index keys);
// |i − j| ≤ w; n(2w + 1) − w(w + 1) where n_q = n_k = n > w (Longformer, Beltagy et al. 2020).
Count windowPairs(Index queries, Index keys, Index window);
// 0 ≤ i − j ≤ w; n(w + 1) − w(w + 1)/2 where n_q = n_k = n > w.
Count causalWindowPairs(Index queries, Index keys, Index window);
// |i − j| ≤ w·s and i − j a multiple of the step s ≥ 1: w keys on each side, s apart. One sequence of n.
Count dilatedPairs(Index n, Index window, Index step);
// i and j in the same block of B ≥ 1 positions. One sequence of n.
Count blockPairs(Index n, Index block);
// |i − j| ≤ w, or i < g, or j < g.
Count globalWindowPairs(Index queries, Index keys, Index window, Index global);
// BigBird (Zaheer et al. 2020): globalWindowPairs() of one sequence of n, and for each row i ≥ g so many further keys,
// drawn among those that it does not see yet (all of them, where there are fewer).
Count bigBirdPairs(Index n, Index window, Index global, Index random);

} // namespace heedmap::analysis
