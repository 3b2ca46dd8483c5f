// An attention brought up to date after an edit, without computing all of it anew.
#pragma once

#include "core/attention/attention.h"

namespace heedmap::attention {

// What changed since an attention was computed: rows of Q, rows of K, and whether anything of V did.
struct ChangedRows {
    Rows queries;
    Rows keys;
    bool values = false;
};

// `attention` as attend() gives it for Q, K and V as they are now, up to rounding: only the rows and columns of e that
// changed are computed, and α and c of the rows that this touches. Preconditions: it was computed with the same score
// function, parameters, mask and normalizer; no size changed.
void update(Attention<double>& attention, const Projected& now, const ChangedRows& changed, ScoreFunction function,
            const Parameters& parameters, const Normalizer& normalizer);

} // namespace heedmap::attention
