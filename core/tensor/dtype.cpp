#include "core/tensor/dtype.h"

#include "core/result.h"

#include <bit>

namespace heedmap {

namespace {

// A binary float of fewer bits than float32, all of whose numbers float32 holds.
template <int exponentBits, int mantissaBits>
float widen(std::uint32_t bits) {
    constexpr std::uint32_t exponentMask = (1U << exponentBits) - 1;
    constexpr std::uint32_t mantissaMask = (1U << mantissaBits) - 1;
    constexpr std::uint32_t bias = exponentMask >> 1;
    const std::uint32_t sign = (bits >> (exponentBits + mantissaBits)) << 31;
    const std::uint32_t exponent = (bits >> mantissaBits) & exponentMask;
    const std::uint32_t mantissa = bits & mantissaMask;
    if (exponent == exponentMask)
        return std::bit_cast<float>(sign | 0x7F800000U | (mantissa << (23 - mantissaBits)));
    if (exponent != 0)
        return std::bit_cast<float>(sign | ((exponent + 127 - bias) << 23) | (mantissa << (23 - mantissaBits)));
    // Subnormal: mantissa · 2^(1 − bias − mantissaBits).
    constexpr auto unit = std::bit_cast<float>((127U + 1U - bias - mantissaBits) << 23);
    const float magnitude = static_cast<float>(mantissa) * unit;
    return sign != 0 ? -magnitude : magnitude;
}

} // namespace

std::size_t sizeOf(DType dtype) {
    switch (dtype) {
    case DType::boolean:
    case DType::int8:
    case DType::uint8:
    case DType::float8_e4m3:
    case DType::float8_e5m2:
        return 1;
    case DType::int16:
    case DType::uint16:
    case DType::float16:
    case DType::bfloat16:
        return 2;
    case DType::int32:
    case DType::uint32:
    case DType::float32:
        return 4;
    case DType::int64:
    case DType::uint64:
    case DType::float64:
        return 8;
    }
    preconditionFailed("a known dtype", __FILE__, __LINE__);
}

std::string_view nameOf(DType dtype) {
    switch (dtype) {
    case DType::boolean:
        return "bool";
    case DType::int8:
        return "int8";
    case DType::int16:
        return "int16";
    case DType::int32:
        return "int32";
    case DType::int64:
        return "int64";
    case DType::uint8:
        return "uint8";
    case DType::uint16:
        return "uint16";
    case DType::uint32:
        return "uint32";
    case DType::uint64:
        return "uint64";
    case DType::float8_e4m3:
        return "float8_e4m3";
    case DType::float8_e5m2:
        return "float8_e5m2";
    case DType::float16:
        return "float16";
    case DType::bfloat16:
        return "bfloat16";
    case DType::float32:
        return "float32";
    case DType::float64:
        return "float64";
    }
    preconditionFailed("a known dtype", __FILE__, __LINE__);
}

float fromFloat16(std::uint16_t bits) {
    return widen<5, 10>(bits);
}

float fromBfloat16(std::uint16_t bits) {
    return std::bit_cast<float>(static_cast<std::uint32_t>(bits) << 16);
}

float fromFloat8E4m3(std::uint8_t bits) {
    // The largest exponent holds numbers; only all ones below the sign is NaN.
    if ((bits & 0x7FU) == 0x7FU)
        return std::bit_cast<float>((bits & 0x80U) != 0 ? 0xFFC00000U : 0x7FC00000U);
    // As a float of five exponent bits its exponent never is the largest; the bias differs by 8.
    const std::uint32_t wide = ((bits & 0x80U) << 1) | (bits & 0x7FU);
    return widen<5, 3>(wide) * 256.0F;
}

float fromFloat8E5m2(std::uint8_t bits) {
    return widen<5, 2>(bits);
}

} // namespace heedmap
