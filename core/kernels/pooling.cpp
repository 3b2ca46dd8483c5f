#include "core/kernels/pooling.h"

#include <cmath>
#include <cstring>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/kernels/pooling.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace heedmap::kernels::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// Calls f(tag, i) for the vectors that cover [0, count): whole ones, then single numbers.
template <class F>
HWY_INLINE void forCells(Index count, const F& f) {
    const hn::ScalableTag<float> d;
    const Index lanes = static_cast<Index>(hn::Lanes(d));
    Index i = 0;
    for (; i + lanes <= count; i += lanes)
        f(d, i);
    for (; i < count; ++i)
        f(hn::CappedTag<float, 1>(), i);
}

bool allNumbers(const float* HWY_RESTRICT values, Index count) {
    const hn::ScalableTag<float> d;
    const Index lanes = static_cast<Index>(hn::Lanes(d));
    auto zeros = hn::Zero(d); // x · 0 is NaN for what is no number
    auto more = zeros;        // two sums, that one need not wait for the other
    Index i = 0;
    for (; i + 2 * lanes <= count; i += 2 * lanes) {
        zeros = hn::MulAdd(hn::LoadU(d, values + i), hn::Zero(d), zeros);
        more = hn::MulAdd(hn::LoadU(d, values + i + lanes), hn::Zero(d), more);
    }
    zeros = hn::Add(zeros, more);
    float rest = hn::GetLane(hn::SumOfLanes(d, zeros));
    for (; i < count; ++i)
        rest += values[i] * 0.0F;
    return rest == 0.0F;
}

void takeLargestF(const float* HWY_RESTRICT values, Index count, float* HWY_RESTRICT largest) {
    forCells(count, [&](auto d, Index i) {
        hn::StoreU(hn::Max(hn::LoadU(d, largest + i), hn::LoadU(d, values + i)), d, largest + i);
    });
}

void takeLimitsF(const float* HWY_RESTRICT values, Index count, Limits& limits) {
    const hn::ScalableTag<float> d;
    const Index lanes = static_cast<Index>(hn::Lanes(d));
    const auto infinity = hn::Set(d, HUGE_VALF);
    const auto none = hn::Neg(infinity);
    auto smallest = infinity;
    auto largest = none;
    auto positive = infinity;
    const auto take = [&](auto value) {
        smallest = hn::Min(smallest, hn::IfThenElse(hn::Eq(value, none), infinity, value));
        largest = hn::Max(largest, value);
        positive = hn::Min(positive, hn::IfThenElse(hn::Gt(value, hn::Zero(d)), value, infinity));
    };
    Index i = 0;
    for (; i + lanes <= count; i += lanes)
        take(hn::LoadU(d, values + i));
    for (; i < count; ++i)
        take(hn::Set(d, values[i]));
    const auto join = [](float a, float b, bool least) {
        return (b < a) == least ? b : a;
    };
    limits.smallest = join(limits.smallest, hn::GetLane(hn::MinOfLanes(d, smallest)), true);
    limits.largest = join(limits.largest, hn::GetLane(hn::MaxOfLanes(d, largest)), false);
    limits.positive = join(limits.positive, hn::GetLane(hn::MinOfLanes(d, positive)), true);
}

bool markNumbersF(float* values, Index count, std::uint8_t* marks) {
    constexpr std::uint8_t number = 0;
    constexpr std::uint8_t nan = 2;
    constexpr std::uint8_t positive = 3;
    constexpr std::uint8_t negative = 4;
    constexpr float largest = 3.402823466e38F;
    const bool all = allNumbers(values, count);
    for (Index i = 0; i < count; ++i)
        marks[i] = number;
    for (Index i = 0; i < count && !all; ++i) {
        if (values[i] >= -largest && values[i] <= largest)
            continue;
        marks[i] = values[i] > largest ? positive : (values[i] < -largest ? negative : nan);
        values[i] = 0;
    }
    return all;
}

template <class D>
HWY_INLINE hn::Vec<D> loadWide(D wide, const float* values) {
    return hn::PromoteTo(wide, hn::LoadU(hn::Rebind<float, D>(), values));
}
template <class D>
HWY_INLINE hn::Vec<D> loadWide(D wide, const double* values) {
    return hn::LoadU(wide, values);
}

template <class T>
void setColors(const T* HWY_RESTRICT values, Index count, const ColorScale& scale, std::uint8_t* HWY_RESTRICT out) {
    const auto color = [&](auto wide, Index i) {
        using DD = decltype(wide);
        const auto zero = hn::Zero(wide);
        const auto value = loadWide(wide, values + i);
        const auto distance = hn::Div(hn::Sub(value, hn::Set(wide, scale.low)), hn::Set(wide, scale.span));
        auto position = hn::Max(distance, zero);
        if (scale.squareRoot)
            position = hn::Sqrt(position);
        const auto place = hn::Min(hn::Mul(position, hn::Set(wide, 256.0)), hn::Set(wide, 255.0));
        const auto index = hn::DemoteTo(hn::Rebind<std::int32_t, DD>(), place);
        const hn::Rebind<std::uint32_t, DD> words;
        HWY_ALIGN std::uint32_t colors[hn::MaxLanes(decltype(words)())];
        hn::Store(hn::GatherIndex(words, scale.table, index), words, colors);
        std::memcpy(out + 4 * i, colors, 4 * hn::Lanes(words)); // which need not be aligned
    };
    const hn::ScalableTag<double> d;
    const Index lanes = static_cast<Index>(hn::Lanes(d));
    Index i = 0;
    for (; i + lanes <= count; i += lanes)
        color(d, i);
    for (; i < count; ++i)
        color(hn::CappedTag<double, 1>(), i);
}

void colorNumbersF(const float* values, Index count, const ColorScale& scale, std::uint8_t* out) {
    setColors(values, count, scale, out);
}
void colorNumbersD(const double* values, Index count, const ColorScale& scale, std::uint8_t* out) {
    setColors(values, count, scale, out);
}

} // namespace heedmap::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace heedmap::kernels {

HWY_EXPORT(takeLargestF);
HWY_EXPORT(takeLimitsF);
HWY_EXPORT(markNumbersF);
HWY_EXPORT(colorNumbersF);
HWY_EXPORT(colorNumbersD);

void takeLargest(const float* values, Index count, float* largest) {
    HWY_DYNAMIC_DISPATCH(takeLargestF)(values, count, largest);
}
void takeLimits(const float* values, Index count, Limits& limits) {
    HWY_DYNAMIC_DISPATCH(takeLimitsF)(values, count, limits);
}
bool markNumbers(float* values, Index count, std::uint8_t* marks) {
    return HWY_DYNAMIC_DISPATCH(markNumbersF)(values, count, marks);
}
void colorNumbers(const float* values, Index count, const ColorScale& scale, std::uint8_t* out) {
    HWY_DYNAMIC_DISPATCH(colorNumbersF)(values, count, scale, out);
}
void colorNumbers(const double* values, Index count, const ColorScale& scale, std::uint8_t* out) {
    HWY_DYNAMIC_DISPATCH(colorNumbersD)(values, count, scale, out);
}

} // namespace heedmap::kernels
#endif
