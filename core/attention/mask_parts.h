// Private to core/attention: what masks of all forms share.
#pragma once

#include "core/attention/mask.h"
#include "core/attention/parameters.h"

#include <vector>

namespace heedmap::attention {

// `count` of [0, size) (all of them, where there are fewer), ascending, each set of them equally likely (Floyd; Bentley
// and Floyd 1987).
std::vector<Index> drawnKeys(Index count, Index size, RandomStream& random);

// Errors: customMaskDoesNotFit.
Result<void> checkCustomMask(const MaskSpec& spec, Index queries, Index keys);

} // namespace heedmap::attention
