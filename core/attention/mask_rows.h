// A mask row by row, as ranges of keys: work on a sparse mask never looks at what it forbids.
#pragma once

#include "core/attention/mask.h"
#include "core/attention/parameters.h"

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

} // namespace heedmap::attention
