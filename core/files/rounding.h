// Whole numbers that float64, in which everything is computed and drawn, does not hold.
#pragma once

#include "core/error.h"
#include "core/tensor/tensor.h"

#include <optional>

namespace heedmap::files {

// How many numbers of int64 or uint64 are rounded; nothing where none is. Looks at all of them.
std::optional<Phrase> roundingNote(const TensorView& view);

} // namespace heedmap::files
