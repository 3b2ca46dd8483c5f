// Whether rows and columns of weights are likely exchanged: α as some tools dump it, [source, target].
#pragma once

#include "core/attention/alpha_source.h"

namespace heedmap::analysis {

// Every column sums to 1 (or holds nothing, though not all do), and some row does not: a row is a key, and a column a
// query.
bool looksExchanged(const attention::AlphaSource& alpha);

} // namespace heedmap::analysis
