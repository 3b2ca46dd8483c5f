// Tokens and gold links as they are taken into a session. Private to the importer.
#pragma once

#include "core/session/stack.h"

namespace heedmap::files {

// Cropped or padded (with empty ones) to the sizes of a matrix, which is noted for `file`. One list for both axes is a
// sequence of which a step of a generation sees the beginning: it fits the columns from the left, and row i of a query
// that is shorter than the keys is position n_k − n_q + i.
Labels fittedTo(Labels labels, Index rows, Index columns, const std::string& file, OpenFiles& files);

// `given` where it says something, axis by axis, else `own`.
Labels overridden(Labels own, const Labels& given);

// One line of links, Pharaoh form. Errors: goldNotRead, goldNotText, those of parseLinks().
Result<std::vector<GoldLink>> readGold(const std::string& path, Index rows, Index columns, OpenFiles& files);

} // namespace heedmap::files
