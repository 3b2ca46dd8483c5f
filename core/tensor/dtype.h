// Types of the numbers that a tensor holds.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace heedmap {

enum class DType : std::uint8_t {
    boolean,
    int8,
    int16,
    int32,
    int64,
    uint8,
    uint16,
    uint32,
    uint64,
    float8_e4m3,
    float8_e5m2,
    float16,
    bfloat16,
    float32,
    float64,
};

// Bytes of one number.
std::size_t sizeOf(DType dtype);
// "bool", "int8" … "float16", "bfloat16", "float32", "float64": NumPy's and PyTorch's names.
std::string_view nameOf(DType dtype);

// IEEE 754 binary16, its truncated cousin bfloat16, and the two 8-bit formats of OFP8 (E4M3FN has no infinity).
// Exact: each of these numbers is a float32.
float fromFloat16(std::uint16_t bits);
float fromBfloat16(std::uint16_t bits);
float fromFloat8E4m3(std::uint8_t bits);
float fromFloat8E5m2(std::uint8_t bits);

} // namespace heedmap
