// Private to core/attention: what masks of all forms share.
#pragma once

#include "core/attention/mask.h"
#include "core/attention/parameters.h"

#include <vector>

namespace heedmap::attention {

// `count` of [0, row.size()), each set of them equally likely (Floyd; Bentley and Floyd 1987): they are appended to
// `keys`, and 1 is put for each of them into `row`, which has to be 0 throughout.
void drawKeys(Index count, RandomStream& random, std::vector<std::uint8_t>& row, std::vector<std::uint32_t>& keys);

// Errors: customMaskDoesNotFit.
Result<void> checkCustomMask(const MaskSpec& spec, Index queries, Index keys);

} // namespace heedmap::attention
