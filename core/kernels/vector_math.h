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
