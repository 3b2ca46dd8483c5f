// Private to core/kernels: exponentials for the target that is being compiled. Included once for each target, after
// <hwy/highway.h>.
#if defined(HEEDMAP_VECTOR_MATH_H) == defined(HWY_TARGET_TOGGLE)
#ifdef HEEDMAP_VECTOR_MATH_H
#undef HEEDMAP_VECTOR_MATH_H
#else
#define HEEDMAP_VECTOR_MATH_H
#endif

#include "core/index.h"

#include <hwy/contrib/math/math-inl.h>

#include "core/kernels/power_of_two.h"

HWY_BEFORE_NAMESPACE();
namespace heedmap::kernels::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// e^x; NaN stays NaN, and what would overflow is a huge number.
template <class D, class V = hn::Vec<D>>
V exponential(D d, V x) {
    const V limit = hn::Set(d, static_cast<hn::TFromD<D>>(sizeof(hn::TFromD<D>) == 4 ? 88 : 700));
    const V result = hn::Exp(d, hn::IfThenElse(hn::Gt(x, limit), limit, x));
    return hn::IfThenElse(hn::Eq(x, x), result, x);
}

// 1/(1 + e^−x)
template <class D, class V = hn::Vec<D>>
V sigmoid(D d, V x) {
    const V one = hn::Set(d, hn::TFromD<D>{1});
    return hn::Div(one, hn::Add(one, exponential(d, hn::Neg(x))));
}

// 1 − 2/(e^2x + 1): exact to the last bits of 1, which is what gates and states need.
template <class D, class V = hn::Vec<D>>
V tangent(D d, V x) {
    const V one = hn::Set(d, hn::TFromD<D>{1});
    const V two = hn::Set(d, hn::TFromD<D>{2});
    return hn::Sub(one, hn::Div(two, hn::Add(exponential(d, hn::Add(x, x)), one)));
}

// e^x of float32 within 2 ulp for every x: 0, a subnormal number or ∞ where e^x is; NaN stays NaN.
template <class D, class V = hn::Vec<D>>
V preciseExponential(D d, V x) {
    const hn::RebindToSigned<D> bits;
    const V within = hn::Min(hn::Max(x, hn::Set(d, -104.5F)), hn::Set(d, 89.0F));
    const V whole = hn::Round(hn::Mul(within, hn::Set(d, 1.44269502F)));
    // x log₂e − whole, with log₂e as the sum of two numbers; the first product is not rounded where there is an FMA.
    const V rounded = hn::Sub(within, hn::Mul(whole, hn::Set(d, 0.693145752F))); // ln 2 in few bits: exact
    const V rest = hn::Sub(rounded, hn::Mul(whole, hn::Set(d, 1.42860677e-6F)));
    const V power = powerOfFraction(d, hn::Mul(rest, hn::Set(d, 1.44269502F)));
    // In two steps, since 2^whole itself may be too large or too small.
    const auto exponent = hn::ConvertTo(bits, whole);
    const auto half = hn::ShiftRight<1>(exponent);
    const auto bias = hn::Set(bits, 127);
    const V scale1 = hn::BitCast(d, hn::ShiftLeft<23>(hn::Add(half, bias)));
    const V scale2 = hn::BitCast(d, hn::ShiftLeft<23>(hn::Add(hn::Sub(exponent, half), bias)));
    return hn::IfThenElse(hn::Eq(x, x), hn::Mul(hn::Mul(power, scale1), scale2), x);
}

// tanh(x) of float32 within 2 ulp for every x. Near 0 by the odd polynomial of Cephes (Moshier 1989), else
// 1 − 2/(e^2|x| + 1) with the sign of x.
template <class D, class V = hn::Vec<D>>
V preciseTangent(D d, V x) {
    const V one = hn::Set(d, 1.0F);
    const V size = hn::Abs(x);
    const V square = hn::Mul(x, x);
    V p = hn::Set(d, -5.70498872745e-3F);
    p = hn::MulAdd(p, square, hn::Set(d, 2.06390887954e-2F));
    p = hn::MulAdd(p, square, hn::Set(d, -5.37397155531e-2F));
    p = hn::MulAdd(p, square, hn::Set(d, 1.33314422036e-1F));
    p = hn::MulAdd(p, square, hn::Set(d, -3.33332819422e-1F));
    const V small = hn::MulAdd(hn::Mul(p, square), x, x);
    const V power = preciseExponential(d, hn::Add(size, size));
    const V large = hn::CopySign(hn::Sub(one, hn::Div(hn::Set(d, 2.0F), hn::Add(power, one))), x);
    const V result = hn::IfThenElse(hn::Lt(size, hn::Set(d, 0.625F)), small, large);
    return hn::IfThenElse(hn::Eq(x, x), result, x);
}

// Calls f(tag, i) for the vectors that cover [0, count): whole ones, then single numbers, so that nothing behind the
// end is touched.
template <class T, class F>
HWY_INLINE void forVectors(Index count, const F& f) {
    const hn::ScalableTag<T> d;
    const Index lanes = static_cast<Index>(hn::Lanes(d));
    Index i = 0;
    for (; i + lanes <= count; i += lanes)
        f(d, i);
    for (; i < count; ++i)
        f(hn::CappedTag<T, 1>(), i);
}

// Σ of the vectors f(tag, i) that cover [0, count).
template <class T, class F>
HWY_INLINE T sumOfVectors(Index count, const F& f) {
    const hn::ScalableTag<T> d;
    const hn::CappedTag<T, 1> single;
    const Index lanes = static_cast<Index>(hn::Lanes(d));
    auto sum = hn::Zero(d);
    Index i = 0;
    for (; i + lanes <= count; i += lanes)
        sum = hn::Add(sum, f(d, i));
    T rest = 0;
    for (; i < count; ++i)
        rest += hn::GetLane(f(single, i));
    return hn::GetLane(hn::SumOfLanes(d, sum)) + rest;
}

} // namespace heedmap::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
