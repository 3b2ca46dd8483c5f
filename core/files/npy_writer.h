// A .npy array piece by piece.
#pragma once

#include "core/tensor/tensor.h"

#include <functional>
#include <string_view>

namespace heedmap::files {

// Version 1, little-endian, C order, the data 64-byte aligned. bfloat16 and float8 become float32.
void produceNpy(const TensorView& tensor, const std::function<void(std::string_view bytes)>& sink);

} // namespace heedmap::files
