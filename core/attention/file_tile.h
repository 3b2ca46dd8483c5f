// Private to the alpha sources: numbers of a mapped file, read instead of touched.
#pragma once

#include "core/tensor/file_memory.h"
#include "core/tensor/tensor.h"

#include <span>

namespace heedmap::attention {

// What view.copyTo(out) gives. False: the file does not have it any more; `out` is then not to be used.
// Preconditions: the view has rank 2 and lies in the memory; out.size() is its number of cells.
bool copyFromFile(const FileMemory& file, const TensorView& view, std::span<float> out);
bool copyFromFile(const FileMemory& file, const TensorView& view, std::span<double> out);

} // namespace heedmap::attention
