// What the header of a safetensors file says of each tensor.
#pragma once

#include "core/files/safetensors_file.h"

namespace heedmap::files {

struct SafetensorsEntry {
    TensorInfo info;
    std::uint64_t begin = 0; // of its bytes, from the start of the data
    std::uint64_t end = 0;
};

// Entries in the order of their bytes. `dataSize` is what the file has after the header.
Result<std::vector<SafetensorsEntry>> parseSafetensorsHeader(std::string_view header, std::uint64_t dataSize);

} // namespace heedmap::files
