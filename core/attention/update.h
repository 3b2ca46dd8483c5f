// An attention brought up to date after an edit, without computing all of it anew.
#pragma once

#include "core/attention/attention.h"

namespace heedmap::attention {

// What differs from what an attention was computed from. Indices ascend.
struct Changes {
    std::vector<Index> queries;      // rows of Q
    std::vector<Index> keys;         // rows of K
    std::vector<Index> valueColumns; // columns of V that hold other numbers
    bool normalizer = false;         // another kind or temperature

    bool isNothing() const { return queries.empty() && keys.empty() && valueColumns.empty() && !normalizer; }
    bool touchesAllWeights() const { return !keys.empty() || normalizer; }
    bool operator==(const Changes&) const = default;
};

// `attention`, as attend() gave it for `before`, becomes what attend() gives for `now`, bit for bit: only the rows and
// columns of e that changed are computed, and α and c of the rows that this touches. Preconditions: it was computed
// with the same score function, parameters and mask; `changes` holds all that differs.
void update(Attention<double>& attention, const Projected& before, const Projected& now, const Changes& changes,
            ScoreFunction function, const Parameters& parameters, const Normalizer& normalizer);

} // namespace heedmap::attention
