// --what-if: weights set to 0, and what that does to the context.
#pragma once

#include "app/command_line/load.h"
#include "core/analysis/ablation.h"

namespace heedmap::command_line {

struct WhatIfOptions {
    // Inclusive; without an end it reaches to the last one.
    struct Span {
        Index first = 0;
        std::optional<Index> last;
    };
    struct Zero {
        std::string text;          // as it was written
        Span rows, columns;        // of every head
        std::optional<Index> head; // then this head as a whole: entries whose last index it is
    };
    std::vector<Zero> zeros;
    analysis::Remainder remainder = analysis::Remainder::renormalised;
};

void addWhatIfOptions(CLI::App& command, WhatIfOptions& options);

// The weights of a file's matrices, a set for each tensor, as What if and words need no more. Errors:
// whatIfNeedsWeights.
Result<std::vector<AttentionSet>> weightsOf(const Loaded& loaded);

inline constexpr ErrorKind whatIfNeedsWeights{
    "%1 holds %2 at row %3, column %4, which is no weight; scores become weights with --normalizer"};

// Of each entry of the set, in order. Errors: whatIfOutside.
Result<std::vector<analysis::WhatIf>> whatIfOf(const AttentionSet& set, const WhatIfOptions& options);

inline constexpr ErrorKind badWhatIf{"\"%1\" is no change of weights; write zero:ROW,COLUMN as in zero:2,3, with * for "
                                     "all and 1-3 for several, or head:1"};
inline constexpr ErrorKind whatIfOutside{"%1 lies outside: there are %2 %3, counted from 0", Fault::usage};

} // namespace heedmap::command_line
