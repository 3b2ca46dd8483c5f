// A mask asked about in blocks, without a byte for every cell.
#pragma once

#include "core/attention/mask.h"
#include "core/index.h"

#include <vector>

namespace heedmap::attention {

class RowMask {
public:
    RowMask() = default;
    // Allows exactly what buildMask() does. Memory: O(queries · random) where a random mask is given, and the custom
    // mask itself. Errors: customMaskDoesNotFit.
    static Result<RowMask> make(MaskSpec spec, Index queries, Index keys);

    // What of a block is allowed. `some` may be said of a block that allows all; `none` and `all` are certain.
    enum class Reach : std::uint8_t { none, some, all };
    Reach reach(Rows rows, Columns columns) const;
    // Nothing in these rows is allowed outside of these columns.
    Columns span(Rows rows) const;
    bool allows(Cell cell) const;
    // 1 where allowed, 0 where not, for a part of a row; `out` holds columns.size() entries.
    void allowed(Index row, Columns columns, std::uint8_t* out) const;
    bool allowsEverything() const { return everything_; }

private:
    Reach dilatedReach(Rows rows, Columns columns) const;
    Reach patternReach(Rows rows, Columns columns) const;
    Index end(Index row) const; // the first key that causal or padding forbid
    bool drawn(Index row, Columns columns) const;

    MaskSpec spec_;
    Index queries_ = 0;
    Index keys_ = 0;
    bool everything_ = true;
    bool pattern_ = false;             // any of window, dilated, block, global, random
    std::vector<std::uint32_t> drawn_; // of a random mask: the keys of each row, sorted
    Index drawnARow_ = 0;
};

} // namespace heedmap::attention
