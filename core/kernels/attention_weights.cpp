#include "core/kernels/attention.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/kernels/attention_weights.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "core/kernels/vector_math.h"

HWY_BEFORE_NAMESPACE();
namespace heedmap::kernels::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// As many rows as leave the sums of a tile in registers: 32 of them, or 16.
#if HWY_TARGET <= HWY_AVX3 || HWY_ARCH_ARM
constexpr int tileRows = 12;
#else
constexpr int tileRows = 6;
#endif
constexpr Index sumStride = 16;

using Floats = hn::ScalableTag<float>;
using Doubles = hn::ScalableTag<double>;
using VF = hn::Vec<Floats>;
using VD = hn::Vec<Doubles>;

HWY_INLINE Index floatLanes() {
    return static_cast<Index>(hn::Lanes(Floats()));
}

TileSizes sizesOf(ScoreKind kind) {
    const Index lanes = floatLanes();
    const Index values = (HWY_TARGET <= HWY_AVX3 ? 4 : 2) * lanes;
    return {tileRows, kind == ScoreKind::single ? 2 * lanes : lanes, values};
}

// Scores in float64 fill two vectors for each one of weights, except where a vector is one number.
constexpr bool twoHalves = HWY_TARGET != HWY_SCALAR;

// q·k of the rows of a group and two vectors of keys, or one. Each sum runs over the components in order.
template <bool two, class D, class T = hn::TFromD<D>, class V = hn::Vec<D>>
HWY_INLINE void dotTile(D d, const T* HWY_RESTRICT queries, const T* HWY_RESTRICT keys, Index depth,
                        V (&left)[tileRows], V (&right)[tileRows]) {
    const Index lanes = static_cast<Index>(hn::Lanes(d));
#pragma GCC unroll 12
    for (int i = 0; i < tileRows; ++i)
        left[i] = right[i] = hn::Zero(d);
    for (Index c = 0; c < depth; ++c) {
        const V k0 = hn::Load(d, keys);
        const V k1 = two ? hn::Load(d, keys + lanes) : k0;
#pragma GCC unroll 12
        for (int i = 0; i < tileRows; ++i) {
            const V q = hn::Set(d, queries[i]);
            left[i] = hn::MulAdd(q, k0, left[i]);
            if constexpr (two)
                right[i] = hn::MulAdd(q, k1, right[i]);
        }
        queries += tileRows;
        keys += two ? 2 * lanes : lanes;
    }
}

// Where a vector is one number, all places of `sums` are used in turn, or rounding errors would add up.
HWY_INLINE void addTo(float* sums, Index panel, VF value) {
    const Floats d;
    sums += HWY_TARGET == HWY_SCALAR ? panel % sumStride : 0;
    hn::Store(hn::Add(hn::Load(d, sums), value), d, sums);
}

template <bool masked>
HWY_INLINE void singleWeights(const Operands<float>& operands, const WeightStep& step) {
    const Floats d;
    const Index lanes = floatLanes();
    const float* keys = operands.keys;
    for (Index panel = 0; panel < step.panels; ++panel, keys += 2 * lanes * operands.depth) {
        VF left[tileRows];
        VF right[tileRows];
        dotTile<true>(d, operands.queries, keys, operands.depth, left, right);
        float* out = step.weights + panel * 2 * lanes;
        const float* keep = masked ? step.keep + panel * 2 * lanes : nullptr;
#pragma GCC unroll 12
        for (int i = 0; i < tileRows; ++i) {
            VF p0 = powerOfTwo(d, left[i]);
            VF p1 = powerOfTwo(d, right[i]);
            if constexpr (masked) {
                p0 = hn::Mul(p0, hn::Load(d, keep));
                p1 = hn::Mul(p1, hn::Load(d, keep + lanes));
                keep += step.stride;
            }
            hn::Store(p0, d, out);
            hn::Store(p1, d, out + lanes);
            addTo(step.sums + i * sumStride, panel, hn::Add(p0, p1));
            out += step.stride;
        }
    }
}

// Weights of the scores of one row and one panel.
HWY_INLINE void storeWeights(const WeightStep& step, Index panel, int row, VD low, VD high) {
    const Floats d;
    const Index at = row * step.stride + panel * floatLanes();
    const VF reference = hn::Set(d, step.references == nullptr ? 0.0F : step.references[row]);
    VF p = powerOfTwo(d, low, high, reference);
    if (step.keep != nullptr)
        p = hn::Mul(p, hn::Load(d, step.keep + at));
    hn::Store(p, d, step.weights + at);
    addTo(step.sums + row * sumStride, panel, p);
}

// The largest of the kept scores of one row and one panel.
HWY_INLINE void takeLargest(const MaximumStep& step, Index panel, int row, VD low, VD high) {
    const Doubles d;
    if (step.keep != nullptr) {
        const VD none = hn::Set(d, -1e300);
        const VF keep = hn::Load(Floats(), step.keep + row * step.stride + panel * floatLanes());
        low = hn::IfThenElse(hn::Eq(promotedLow(d, keep), hn::Zero(d)), none, low);
        high = hn::IfThenElse(hn::Eq(promotedHigh(d, keep), hn::Zero(d)), none, high);
    }
    const VD larger = twoHalves ? hn::Max(low, high) : low;
    const double found = hn::GetLane(hn::MaxOfLanes(d, larger));
    step.largest[row] = found > step.largest[row] ? found : step.largest[row];
}

// Calls use(panel, row, low, high) with the scores of each row and panel.
template <class Use>
HWY_INLINE void forWideTiles(const Operands<double>& operands, Index panels, const Use& use) {
    const Doubles d;
    const double* keys = operands.keys;
    for (Index panel = 0; panel < panels; ++panel, keys += floatLanes() * operands.depth) {
        VD low[tileRows];
        VD high[tileRows];
        dotTile<twoHalves>(d, operands.queries, keys, operands.depth, low, high);
#pragma GCC unroll 12
        for (int i = 0; i < tileRows; ++i)
            use(panel, i, low[i], high[i]);
    }
}

// 1 / (x y + 1) for four units at once costs one division: a/b + c/d = (a d + c b) / (b d). What is as large as 2³¹
// makes no difference to a tanh in float32, but its product would overflow.
HWY_INLINE VF quotients(const float* HWY_RESTRICT x, const float* HWY_RESTRICT y, const float* HWY_RESTRICT v) {
    const Floats d;
    const Index lanes = floatLanes();
    const VF one = hn::Set(d, 1.0F);
    const VF most = hn::Set(d, 2147483648.0F);
    const VF a = hn::Min(hn::MulAdd(hn::Set(d, x[0]), hn::Load(d, y), one), most);
    const VF b = hn::Min(hn::MulAdd(hn::Set(d, x[tileRows]), hn::Load(d, y + lanes), one), most);
    const VF c = hn::Min(hn::MulAdd(hn::Set(d, x[2 * tileRows]), hn::Load(d, y + 2 * lanes), one), most);
    const VF e = hn::Min(hn::MulAdd(hn::Set(d, x[3 * tileRows]), hn::Load(d, y + 3 * lanes), one), most);
    const VF above1 = hn::MulAdd(hn::Set(d, v[0]), b, hn::Mul(hn::Set(d, v[1]), a));
    const VF above2 = hn::MulAdd(hn::Set(d, v[2]), e, hn::Mul(hn::Set(d, v[3]), c));
    const VF below1 = hn::Mul(a, b);
    const VF below2 = hn::Mul(c, e);
    return hn::Div(hn::MulAdd(above1, below2, hn::Mul(above2, below1)), hn::Mul(below1, below2));
}

template <class Use>
HWY_INLINE void forAdditiveTiles(const AdditiveOperands& additive, Index panels, const Use& use) {
    constexpr int rowsAtOnce = 2;
    constexpr Index unitsInFloat = 16; // so many are summed in float32, all of them in float64
    const Doubles wide;
    const Floats d;
    const Operands<float>& operands = additive.operands;
    const VD total = hn::Set(wide, additive.total);
    const VD scale = hn::Set(wide, additive.scale);
    const float* keys = operands.keys;
    for (Index panel = 0; panel < panels; ++panel, keys += floatLanes() * operands.depth) {
        for (int i = 0; i < tileRows; i += rowsAtOnce) {
            VD low[rowsAtOnce] = {hn::Zero(wide), hn::Zero(wide)};
            VD high[rowsAtOnce] = {hn::Zero(wide), hn::Zero(wide)};
            for (Index first = 0; first < operands.depth; first += unitsInFloat) {
                const Index past = first + unitsInFloat < operands.depth ? first + unitsInFloat : operands.depth;
                VF sum[rowsAtOnce] = {hn::Zero(d), hn::Zero(d)};
                for (Index u = first; u < past; u += 4) {
#pragma GCC unroll 2
                    for (int r = 0; r < rowsAtOnce; ++r)
                        sum[r] = hn::Add(sum[r], quotients(operands.queries + u * tileRows + i + r,
                                                           keys + u * floatLanes(), additive.v + u));
                }
#pragma GCC unroll 2
                for (int r = 0; r < rowsAtOnce; ++r) {
                    low[r] = hn::Add(low[r], promotedLow(wide, sum[r]));
                    high[r] = hn::Add(high[r], promotedHigh(wide, sum[r]));
                }
            }
#pragma GCC unroll 2
            for (int r = 0; r < rowsAtOnce; ++r)
                use(panel, i + r, hn::MulAdd(scale, low[r], total), hn::MulAdd(scale, high[r], total));
        }
    }
}

template <class Use>
HWY_INLINE void forTangentTiles(const TangentOperands& tangents, Index panels, const Use& use) {
    const Doubles wide;
    const Floats d;
    const Index half = static_cast<Index>(hn::Lanes(wide));
    const Operands<double>& operands = tangents.operands;
    const VD scale = hn::Set(wide, tangents.scale);
    const double* keys = operands.keys;
    for (Index panel = 0; panel < panels; ++panel, keys += floatLanes() * operands.depth) {
        for (int i = 0; i < tileRows; ++i) {
            VD low = hn::Zero(wide);
            VD high = hn::Zero(wide);
            for (Index u = 0; u < operands.depth; ++u) {
                const double* const b = keys + u * floatLanes();
                const VD a = hn::Set(wide, operands.queries[u * tileRows + i]);
                const VD aboveLow = hn::Add(a, hn::Load(wide, b));
                const VD aboveHigh = twoHalves ? hn::Add(a, hn::Load(wide, b + half)) : aboveLow;
                const VF term = hn::Mul(hn::Set(d, tangents.v[u]), preciseTangent(d, demoted(d, aboveLow, aboveHigh)));
                low = hn::Add(low, promotedLow(wide, term));
                high = hn::Add(high, promotedHigh(wide, term));
            }
            use(panel, i, hn::Mul(scale, low), hn::Mul(scale, high));
        }
    }
}

void dotWeightsF(const Operands<float>& operands, const WeightStep& step) {
    if (step.keep == nullptr)
        singleWeights<false>(operands, step);
    else
        singleWeights<true>(operands, step);
}
void dotWeightsD(const Operands<double>& operands, const WeightStep& step) {
    forWideTiles(operands, step.panels,
                 [&](Index panel, int row, VD low, VD high) { storeWeights(step, panel, row, low, high); });
}
void additiveWeightsF(const AdditiveOperands& operands, const WeightStep& step) {
    forAdditiveTiles(operands, step.panels,
                     [&](Index panel, int row, VD low, VD high) { storeWeights(step, panel, row, low, high); });
}
void tangentWeightsF(const TangentOperands& operands, const WeightStep& step) {
    forTangentTiles(operands, step.panels,
                    [&](Index panel, int row, VD low, VD high) { storeWeights(step, panel, row, low, high); });
}
void tangentMaximaF(const TangentOperands& operands, const MaximumStep& step) {
    forTangentTiles(operands, step.panels,
                    [&](Index panel, int row, VD low, VD high) { takeLargest(step, panel, row, low, high); });
}
void dotMaximaD(const Operands<double>& operands, const MaximumStep& step) {
    forWideTiles(operands, step.panels,
                 [&](Index panel, int row, VD low, VD high) { takeLargest(step, panel, row, low, high); });
}
void additiveMaximaF(const AdditiveOperands& operands, const MaximumStep& step) {
    forAdditiveTiles(operands, step.panels,
                     [&](Index panel, int row, VD low, VD high) { takeLargest(step, panel, row, low, high); });
}

} // namespace heedmap::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace heedmap::kernels {

HWY_EXPORT(sizesOf);
HWY_EXPORT(dotWeightsF);
HWY_EXPORT(dotWeightsD);
HWY_EXPORT(additiveWeightsF);
HWY_EXPORT(dotMaximaD);
HWY_EXPORT(additiveMaximaF);
HWY_EXPORT(tangentWeightsF);
HWY_EXPORT(tangentMaximaF);

TileSizes tileSizes(ScoreKind kind) {
    return HWY_DYNAMIC_DISPATCH(sizesOf)(kind);
}
void dotWeights(const Operands<float>& operands, const WeightStep& step) {
    HWY_DYNAMIC_DISPATCH(dotWeightsF)(operands, step);
}
void dotWeights(const Operands<double>& operands, const WeightStep& step) {
    HWY_DYNAMIC_DISPATCH(dotWeightsD)(operands, step);
}
void additiveWeights(const AdditiveOperands& operands, const WeightStep& step) {
    HWY_DYNAMIC_DISPATCH(additiveWeightsF)(operands, step);
}
void dotMaxima(const Operands<double>& operands, const MaximumStep& step) {
    HWY_DYNAMIC_DISPATCH(dotMaximaD)(operands, step);
}
void additiveMaxima(const AdditiveOperands& operands, const MaximumStep& step) {
    HWY_DYNAMIC_DISPATCH(additiveMaximaF)(operands, step);
}
void additiveWeights(const TangentOperands& operands, const WeightStep& step) {
    HWY_DYNAMIC_DISPATCH(tangentWeightsF)(operands, step);
}
void additiveMaxima(const TangentOperands& operands, const MaximumStep& step) {
    HWY_DYNAMIC_DISPATCH(tangentMaximaF)(operands, step);
}

} // namespace heedmap::kernels
#endif
