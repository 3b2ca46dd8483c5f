// What a mask does: how much it allows, and by how many ways one position reaches another through layers of it.
#pragma once

#include "core/analysis/count.h"
#include "core/attention/mask_rows.h"

#include <optional>

namespace heedmap::analysis {

// Allowed cells of the whole mask.
Count allowedCells(const attention::MaskRows& mask);

// The allowed part of each of at most `most` × `most` equal pieces of the mask (the mask itself, 0 and 1, where it is
// no larger), row by row.
MatrixF maskMiniature(const attention::MaskRows& mask, Index most);

// A number of ways; `more` where there are at least that many (2^64 − 1).
struct PathCount {
    std::uint64_t count = 0;
    bool more = false;
    friend bool operator==(const PathCount&, const PathCount&) = default;
};

// Walks from key `from` to query `to` over `layers` layers of attention, each of which goes from a key to a query that
// may look at it: entry (to, from) of the mask's matrix to the power `layers`. Takes O(layers · ranges of the mask).
// Precondition: n_q = n_k, both positions exist, layers ≥ 0.
PathCount pathsThrough(const attention::MaskRows& mask, Index from, Index to, Index layers);

// The fewest layers after which `to` depends on `from`; none where it never does. The same precondition.
std::optional<Index> layersToReach(const attention::MaskRows& mask, Index from, Index to);

} // namespace heedmap::analysis
