// Private to core/tensor: how one stored number of each dtype is read.
#pragma once

#include "core/result.h"
#include "core/tensor/dtype.h"

#include <bit>
#include <cstring>
#include <type_traits>

namespace heedmap::element {

template <std::size_t size>
using BitsOfSize = std::conditional_t<
    size == 1, std::uint8_t,
    std::conditional_t<size == 2, std::uint16_t, std::conditional_t<size == 4, std::uint32_t, std::uint64_t>>>;

inline std::uint8_t swapped(std::uint8_t bits) {
    return bits;
}
inline std::uint16_t swapped(std::uint16_t bits) {
    return static_cast<std::uint16_t>((bits >> 8) | (bits << 8));
}
inline std::uint32_t swapped(std::uint32_t bits) {
    return (static_cast<std::uint32_t>(swapped(static_cast<std::uint16_t>(bits))) << 16) |
           swapped(static_cast<std::uint16_t>(bits >> 16));
}
inline std::uint64_t swapped(std::uint64_t bits) {
    return (static_cast<std::uint64_t>(swapped(static_cast<std::uint32_t>(bits))) << 32) |
           swapped(static_cast<std::uint32_t>(bits >> 32));
}

// A number that the machine itself has.
template <class T>
struct Native {
    using Bits = BitsOfSize<sizeof(T)>;
    using Number = T;
    static T decode(Bits bits) { return std::bit_cast<T>(bits); }
};
// A number whose bits `convert` turns into a float.
template <class B, auto convert>
struct Coded {
    using Bits = B;
    using Number = float;
    static float decode(Bits bits) { return convert(bits); }
};
inline float fromBool(std::uint8_t bits) {
    return bits != 0 ? 1.0F : 0.0F;
}

// The bytes need not be aligned.
template <class Element, bool swap>
typename Element::Number load(const std::byte* data) {
    typename Element::Bits bits;
    std::memcpy(&bits, data, sizeof bits);
    if constexpr (swap)
        bits = swapped(bits);
    return Element::decode(bits);
}

// Calls f.operator()<Element>() with the element type of `dtype`.
template <class F>
auto visit(DType dtype, F&& f) {
    switch (dtype) {
    case DType::boolean:
        return f.template operator()<Coded<std::uint8_t, fromBool>>();
    case DType::int8:
        return f.template operator()<Native<std::int8_t>>();
    case DType::int16:
        return f.template operator()<Native<std::int16_t>>();
    case DType::int32:
        return f.template operator()<Native<std::int32_t>>();
    case DType::int64:
        return f.template operator()<Native<std::int64_t>>();
    case DType::uint8:
        return f.template operator()<Native<std::uint8_t>>();
    case DType::uint16:
        return f.template operator()<Native<std::uint16_t>>();
    case DType::uint32:
        return f.template operator()<Native<std::uint32_t>>();
    case DType::uint64:
        return f.template operator()<Native<std::uint64_t>>();
    case DType::float8_e4m3:
        return f.template operator()<Coded<std::uint8_t, fromFloat8E4m3>>();
    case DType::float8_e5m2:
        return f.template operator()<Coded<std::uint8_t, fromFloat8E5m2>>();
    case DType::float16:
        return f.template operator()<Coded<std::uint16_t, fromFloat16>>();
    case DType::bfloat16:
        return f.template operator()<Coded<std::uint16_t, fromBfloat16>>();
    case DType::float32:
        return f.template operator()<Native<float>>();
    case DType::float64:
        return f.template operator()<Native<double>>();
    }
    preconditionFailed("a known dtype", __FILE__, __LINE__);
}

} // namespace heedmap::element
