#include "core/tensor/dtype.h"

#include <bit>
#include <cmath>
#include <gtest/gtest.h>
#include <limits>

using namespace heedmap;

namespace {

// The definition, term by term: (−1)^s · 2^(e − bias) · 1.m, or 2^(1 − bias) · 0.m where e is 0.
double byDefinition(std::uint32_t bits, int exponentBits, int mantissaBits) {
    const std::uint32_t mantissa = bits & ((1U << mantissaBits) - 1);
    const auto exponent = static_cast<int>((bits >> mantissaBits) & ((1U << exponentBits) - 1));
    const int bias = (1 << (exponentBits - 1)) - 1;
    const double fraction = std::ldexp(static_cast<double>(mantissa), -mantissaBits);
    const double magnitude =
        exponent == 0 ? std::ldexp(fraction, 1 - bias) : std::ldexp(1.0 + fraction, exponent - bias);
    return (bits >> (exponentBits + mantissaBits)) != 0 ? -magnitude : magnitude;
}

} // namespace

TEST(DType, EveryFloat16IsExact) {
    for (std::uint32_t bits = 0; bits <= 0xFFFF; ++bits) {
        const float value = fromFloat16(static_cast<std::uint16_t>(bits));
        if ((bits & 0x7C00U) != 0x7C00U) {
            ASSERT_EQ(value, byDefinition(bits, 5, 10)) << bits;
        } else if ((bits & 0x3FFU) == 0) {
            ASSERT_TRUE(std::isinf(value)) << bits;
        } else {
            ASSERT_TRUE(std::isnan(value)) << bits;
        }
        ASSERT_EQ(std::signbit(value), (bits & 0x8000U) != 0) << bits;
    }
}

TEST(DType, Bfloat16IsTheUpperHalfOfFloat32) {
    EXPECT_EQ(fromBfloat16(0x3F80), 1.0F);
    EXPECT_EQ(fromBfloat16(0xC049), -3.140625F);
    EXPECT_EQ(fromBfloat16(0x0001), std::ldexp(1.0F, -133));
    EXPECT_EQ(fromBfloat16(0xFF80), -std::numeric_limits<float>::infinity());
    EXPECT_TRUE(std::isnan(fromBfloat16(0x7FC0)));
}

TEST(DType, EveryFloat8IsExact) {
    for (std::uint32_t bits = 0; bits <= 0xFF; ++bits) {
        const float e4m3 = fromFloat8E4m3(static_cast<std::uint8_t>(bits));
        const float e5m2 = fromFloat8E5m2(static_cast<std::uint8_t>(bits));
        if ((bits & 0x7FU) == 0x7FU) {
            EXPECT_TRUE(std::isnan(e4m3)) << bits;
        } else {
            EXPECT_EQ(e4m3, byDefinition(bits, 4, 3)) << bits;
        }
        if ((bits & 0x7CU) != 0x7CU) {
            EXPECT_EQ(e5m2, byDefinition(bits, 5, 2)) << bits;
        } else if ((bits & 3U) == 0) {
            EXPECT_TRUE(std::isinf(e5m2)) << bits;
        } else {
            EXPECT_TRUE(std::isnan(e5m2)) << bits;
        }
        EXPECT_EQ(std::signbit(e4m3), bits >= 0x80) << bits;
        EXPECT_EQ(std::signbit(e5m2), bits >= 0x80) << bits;
    }
    EXPECT_EQ(fromFloat8E4m3(0x7E), 448.0F);
    EXPECT_EQ(fromFloat8E5m2(0x7B), 57344.0F);
}

TEST(DType, SizesAndNames) {
    EXPECT_EQ(sizeOf(DType::boolean), 1U);
    EXPECT_EQ(sizeOf(DType::bfloat16), 2U);
    EXPECT_EQ(sizeOf(DType::uint32), 4U);
    EXPECT_EQ(sizeOf(DType::float64), 8U);
    EXPECT_EQ(nameOf(DType::boolean), "bool");
    EXPECT_EQ(nameOf(DType::bfloat16), "bfloat16");
    EXPECT_EQ(nameOf(DType::float8_e4m3), "float8_e4m3");
}
