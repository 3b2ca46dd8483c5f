// A .npy array piece by piece.
#pragma once

#include "core/attention/alpha_source.h"
#include "core/tensor/tensor.h"

#include <functional>
#include <memory>
#include <stop_token>
#include <string_view>
#include <vector>

namespace heedmap::files {

using NpySink = std::function<void(std::string_view bytes)>;

// Version 1, little-endian, C order, the data 64-byte aligned. bfloat16 and float8 become float32. Stopped, it ends in
// the middle.
void produceNpy(const TensorView& tensor, const NpySink& sink, std::stop_token stop = {});
// Sources of one size, one above another where there are several; read some rows at a time.
void produceNpy(const std::vector<std::shared_ptr<const attention::AlphaSource>>& sources, const NpySink& sink,
                std::stop_token stop = {});

} // namespace heedmap::files
