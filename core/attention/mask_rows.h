// A mask row by row, as ranges of keys: work on a sparse mask never looks at what it forbids.
#pragma once

#include "core/attention/mask.h"
#include "core/attention/parameters.h"
#include "core/index.h"

#include <vector>

namespace heedmap::attention {

class MaskRows {
public:
    // Takes O(n_q·random) time and O(n_q) memory. `spec` outlives the rows. Errors: customMaskDoesNotFit.
    static Result<MaskRows> of(const MaskSpec& spec, Index queries, Index keys);

    const MaskSpec& spec() const { return *spec_; }
    Index queries() const { return queries_; }
    Index keys() const { return keys_; }

    // The keys that a query may look at: ascending, no range empty, a gap between each and the next. Safe to call from
    // several threads at once.
    void row(Index query, std::vector<Columns>& ranges) const;
    // The keys that any of some queries may look at, in the same form: what a block of rows has to compute.
    void block(Rows queries, std::vector<Columns>& ranges) const;

private:
    MaskRows(const MaskSpec& spec, Index queries, Index keys);
    void addPatterns(Index query, std::vector<Columns>& ranges) const;
    void addDilated(Index query, std::vector<Columns>& ranges) const;

    const MaskSpec* spec_;
    Index queries_;
    Index keys_;
    std::vector<RandomStream> streams_; // before the draw of each row; empty where nothing is drawn
};

// The same asked about in blocks, without a byte for every cell.
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
