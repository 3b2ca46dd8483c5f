#include "core/kernels/attention.h"

#include <algorithm>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/kernels/attention_values.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <hwy/contrib/math/math-inl.h>

#include "core/kernels/power_of_two.h"

HWY_BEFORE_NAMESPACE();
namespace heedmap::kernels::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using Floats = hn::ScalableTag<float>;
using VF = hn::Vec<Floats>;

#if HWY_TARGET <= HWY_AVX3
constexpr int vectorsAcross = 4;
#else
constexpr int vectorsAcross = 2;
#endif
#if HWY_TARGET <= HWY_AVX3 || HWY_ARCH_ARM
constexpr int groupRows = 12;
#else
constexpr int groupRows = 6;
#endif
constexpr int rowsAtOnce = 6;
constexpr Index keysAtOnce = 128; // their values stay in the first cache while the rows of a group pass

HWY_INLINE void addValuesOfRows(const ValueStep& step, const float* HWY_RESTRICT weights,
                                const float* HWY_RESTRICT values, Index keys, float* HWY_RESTRICT context) {
    const Floats d;
    const Index lanes = static_cast<Index>(hn::Lanes(d));
    VF sums[rowsAtOnce][vectorsAcross];
#pragma GCC unroll 6
    for (int i = 0; i < rowsAtOnce; ++i) {
#pragma GCC unroll 4
        for (int c = 0; c < vectorsAcross; ++c)
            sums[i][c] = hn::Load(d, context + i * step.contextStride + c * lanes);
    }
    const Index stride = step.stride;
    for (Index j = 0; j < keys; ++j) {
        VF v[vectorsAcross];
#pragma GCC unroll 4
        for (int c = 0; c < vectorsAcross; ++c)
            v[c] = hn::LoadU(d, values + c * lanes);
#pragma GCC unroll 6
        for (int i = 0; i < rowsAtOnce; ++i) {
            const VF p = hn::Set(d, weights[i * stride + j]);
#pragma GCC unroll 4
            for (int c = 0; c < vectorsAcross; ++c)
                sums[i][c] = hn::MulAdd(p, v[c], sums[i][c]);
        }
        values += step.valueStride;
    }
#pragma GCC unroll 6
    for (int i = 0; i < rowsAtOnce; ++i) {
#pragma GCC unroll 4
        for (int c = 0; c < vectorsAcross; ++c)
            hn::Store(sums[i][c], d, context + i * step.contextStride + c * lanes);
    }
}

void addValuesF(const ValueStep& step) {
    for (Index first = 0; first < step.keys; first += keysAtOnce) {
        const Index count = step.keys - first < keysAtOnce ? step.keys - first : keysAtOnce;
        for (int i = 0; i < groupRows; i += rowsAtOnce)
            addValuesOfRows(step, step.weights + i * step.stride + first, step.values + first * step.valueStride, count,
                            step.context + i * step.contextStride);
    }
}

void scaleToF(const float* HWY_RESTRICT in, float factor, Index count, float* HWY_RESTRICT out, Stores stores) {
    const Floats d;
    const Index lanes = static_cast<Index>(hn::Lanes(d));
    const VF by = hn::Set(d, factor);
    Index j = 0;
    if (stores == Stores::past) {
        // Only whole vectors in their places can be written past the caches.
        const auto misplaced = static_cast<Index>(reinterpret_cast<std::uintptr_t>(out) / sizeof(float)) % lanes;
        for (const Index first = misplaced == 0 ? 0 : lanes - misplaced; j < first && j < count; ++j)
            out[j] = in[j] * factor;
        for (; j + lanes <= count; j += lanes)
            hn::Stream(hn::Mul(by, hn::LoadU(d, in + j)), d, out + j);
    }
    for (; j + lanes <= count; j += lanes)
        hn::StoreU(hn::Mul(by, hn::LoadU(d, in + j)), d, out + j);
    for (; j < count; ++j)
        out[j] = in[j] * factor;
}

void scaleRowsF(const ScaledRows& rows) {
    for (Index i = 0; i < rows.rows; ++i)
        scaleToF(rows.in + i * rows.stride, rows.factors[i], rows.columns, rows.out + i * rows.outStride, rows.stores);
}

// Σ p log₂ p of whole vectors, 0 where p is 0.
template <class D, class V = hn::Vec<D>>
HWY_INLINE V weightedLogarithm(D d, V p) {
    const V positive = hn::Max(p, hn::Set(d, 1.1754943508222875e-38F));
    return hn::Mul(p, hn::Log2(d, positive));
}

void addFiguresF(const float* HWY_RESTRICT weights, Index count, Index first, const float* HWY_RESTRICT set,
                 FigureSums& sums) {
    const Floats d;
    const hn::CappedTag<float, 1> one;
    const Index lanes = static_cast<Index>(hn::Lanes(d));
    VF largest = hn::Zero(d);
    VF logarithm = hn::Zero(d);
    VF chosen = hn::Zero(d);
    Index j = 0;
    for (; j + lanes <= count; j += lanes) {
        const VF p = hn::LoadU(d, weights + j);
        largest = hn::Max(largest, p);
        logarithm = hn::Add(logarithm, weightedLogarithm(d, p));
        if (set != nullptr)
            chosen = hn::MulAdd(p, hn::LoadU(d, set + j), chosen);
    }
    float most = hn::GetLane(hn::MaxOfLanes(d, largest));
    sums.weightedLogarithm += static_cast<double>(hn::GetLane(hn::SumOfLanes(d, logarithm)));
    sums.chosen += static_cast<double>(hn::GetLane(hn::SumOfLanes(d, chosen)));
    for (; j < count; ++j) {
        most = weights[j] > most ? weights[j] : most;
        sums.weightedLogarithm += static_cast<double>(hn::GetLane(weightedLogarithm(one, hn::Set(one, weights[j]))));
        sums.chosen += set != nullptr ? static_cast<double>(weights[j] * set[j]) : 0.0;
    }
    if (most > sums.largest) {
        sums.largest = most;
        sums.where = first + (std::find(weights, weights + count, most) - weights);
    }
}

float largestSquareF(const View<const float>& rows) {
    const Floats d;
    const Index lanes = static_cast<Index>(hn::Lanes(d));
    float largest = 0;
    float all = 0; // what is not finite stays so in a sum, but not in a maximum
    for (Index i = 0; i < rows.rows; ++i) {
        const float* const row = rows.row(i);
        VF squares = hn::Zero(d);
        Index c = 0;
        for (; c + lanes <= rows.columns; c += lanes) {
            const VF x = hn::LoadU(d, row + c);
            squares = hn::MulAdd(x, x, squares);
        }
        float sum = hn::GetLane(hn::SumOfLanes(d, squares));
        for (; c < rows.columns; ++c)
            sum += row[c] * row[c];
        largest = sum > largest ? sum : largest;
        all += sum * 1e-9F;
    }
    return all - all == 0.0F ? largest : all;
}

// x · 0 is NaN for what is not finite.
float zeroTimes(const float* HWY_RESTRICT x, Index count) {
    const Floats d;
    const Index lanes = static_cast<Index>(hn::Lanes(d));
    VF zeros = hn::Zero(d);
    Index i = 0;
    for (; i + lanes <= count; i += lanes)
        zeros = hn::MulAdd(hn::LoadU(d, x + i), hn::Zero(d), zeros);
    float rest = hn::GetLane(hn::SumOfLanes(d, zeros));
    for (; i < count; ++i)
        rest += x[i] * 0.0F;
    return rest;
}

bool allFiniteF(const View<const float>& rows) {
    if (rows.stride == rows.columns)
        return zeroTimes(rows.data, rows.rows * rows.columns) == 0.0F;
    float zeros = 0;
    for (Index i = 0; i < rows.rows; ++i)
        zeros += zeroTimes(rows.row(i), rows.columns);
    return zeros == 0.0F;
}

void powersOfTwoF(const double* HWY_RESTRICT s, Index count, float* HWY_RESTRICT out) {
    const hn::ScalableTag<double> wide;
    const Floats d;
    const Index half = static_cast<Index>(hn::Lanes(wide));
    const Index lanes = static_cast<Index>(hn::Lanes(d));
    const VF zero = hn::Zero(d);
    Index j = 0;
    for (; j + lanes <= count; j += lanes) {
        const auto low = hn::LoadU(wide, s + j);
        const auto high = lanes > half ? hn::LoadU(wide, s + j + half) : low;
        hn::StoreU(powerOfTwo(d, low, high, zero), d, out + j);
    }
    if (j == count)
        return;
    HWY_ALIGN double rest[2 * hn::MaxLanes(hn::ScalableTag<double>())] = {};
    HWY_ALIGN float powers[hn::MaxLanes(Floats())];
    std::copy(s + j, s + count, rest);
    hn::Store(powerOfTwo(d, hn::Load(wide, rest), hn::Load(wide, rest + half), zero), d, powers);
    std::copy(powers, powers + (count - j), out + j);
}

} // namespace heedmap::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace heedmap::kernels {

HWY_EXPORT(addValuesF);
HWY_EXPORT(scaleToF);
HWY_EXPORT(scaleRowsF);
HWY_EXPORT(addFiguresF);
HWY_EXPORT(largestSquareF);
HWY_EXPORT(powersOfTwoF);
HWY_EXPORT(allFiniteF);

void addValues(const ValueStep& step) {
    HWY_DYNAMIC_DISPATCH(addValuesF)(step);
}
void scaleTo(const float* in, float factor, Index count, float* out, Stores stores) {
    HWY_DYNAMIC_DISPATCH(scaleToF)(in, factor, count, out, stores);
}
void scaleRows(const ScaledRows& rows) {
    HWY_DYNAMIC_DISPATCH(scaleRowsF)(rows);
}
void addFigures(const float* weights, Index count, Index first, const float* set, FigureSums& sums) {
    HWY_DYNAMIC_DISPATCH(addFiguresF)(weights, count, first, set, sums);
}

double largestSquare(const View<const float>& rows) {
    return static_cast<double>(HWY_DYNAMIC_DISPATCH(largestSquareF)(rows));
}
bool allFinite(const View<const float>& rows) {
    return HWY_DYNAMIC_DISPATCH(allFiniteF)(rows);
}
void powersOfTwo(const double* s, Index count, float* out) {
    HWY_DYNAMIC_DISPATCH(powersOfTwoF)(s, count, out);
}

} // namespace heedmap::kernels
#endif
