// What a session's problem would cost: its sizes as those of the cost figures.
#pragma once

#include "core/analysis/layer_cost.h"
#include "core/session/session.h"

namespace heedmap::files {

// One layer of one sequence with the problem's n_q, n_k, heads, d_k, d_v and patterns, without a feed-forward network;
// of a file's matrices only n_q and n_k are known. What the problem does not say is that of `others`.
// None where the problem is empty.
std::optional<analysis::CostSizes> costSizesOf(const Session& session, const analysis::CostSizes& others);

// The method that the problem computes α with: full, linear or performer.
analysis::Method costMethodOf(const Session& session);

} // namespace heedmap::files
