// Private to core/kernels: 2^s for the target that is being compiled. Included once for each target, after
// <hwy/highway.h>.
#if defined(HEEDMAP_POWER_OF_TWO_H) == defined(HWY_TARGET_TOGGLE)
#ifdef HEEDMAP_POWER_OF_TWO_H
#undef HEEDMAP_POWER_OF_TWO_H
#else
#define HEEDMAP_POWER_OF_TWO_H
#endif

#include "core/index.h"

HWY_BEFORE_NAMESPACE();
namespace heedmap::kernels::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// 2^r for |r| ≤ 1/2 within 1 ulp: the polynomial of degree 6 whose largest relative error is smallest (2·10⁻⁹).
template <class D, class V = hn::Vec<D>>
HWY_INLINE V powerOfFraction(D d, V r) {
    V p = hn::Set(d, 0.00015353361959569156F);
    p = hn::MulAdd(p, r, hn::Set(d, 0.0013398873852565885F));
    p = hn::MulAdd(p, r, hn::Set(d, 0.00961843691766262F));
    p = hn::MulAdd(p, r, hn::Set(d, 0.055503323674201965F));
    p = hn::MulAdd(p, r, hn::Set(d, 0.24022647738456726F));
    p = hn::MulAdd(p, r, hn::Set(d, 0.6931471824645996F));
    return hn::MulAdd(p, r, hn::Set(d, 1.0F));
}

// 2^s for |s| ≤ 126. Adding 1.5·2²³ rounds to a whole number, which then stands in the lowest bits.
template <class D, class V = hn::Vec<D>>
HWY_INLINE V powerOfTwo(D d, V s) {
    const hn::RebindToSigned<D> bits;
    const V magic = hn::Set(d, 12582912.0F);
    const V shifted = hn::Add(s, magic);
    const V fraction = hn::Sub(s, hn::Sub(shifted, magic));
    const auto exponent = hn::ShiftLeft<23>(hn::BitCast(bits, shifted));
    return hn::BitCast(d, hn::Add(hn::BitCast(bits, powerOfFraction(d, fraction)), exponent));
}

#if HWY_TARGET == HWY_SCALAR
// A vector is one number here, and `high` is none.
template <class D, class V = hn::Vec<D>, class VD>
HWY_INLINE V demoted(D d, VD low, VD) {
    return hn::DemoteTo(d, low);
}
template <class DD, class VF>
HWY_INLINE hn::Vec<DD> promotedLow(DD wide, VF v) {
    return hn::PromoteTo(wide, v);
}
template <class DD, class VF>
HWY_INLINE hn::Vec<DD> promotedHigh(DD wide, VF v) {
    return hn::PromoteTo(wide, v);
}
#else
// Two vectors of float64 as one of float32, and back.
template <class D, class V = hn::Vec<D>, class VD>
HWY_INLINE V demoted(D d, VD low, VD high) {
    const hn::Half<D> half;
    return hn::Combine(d, hn::DemoteTo(half, high), hn::DemoteTo(half, low));
}
template <class DD, class VF>
HWY_INLINE hn::Vec<DD> promotedLow(DD wide, VF v) {
    return hn::PromoteTo(wide, hn::LowerHalf(v));
}
template <class DD, class VF>
HWY_INLINE hn::Vec<DD> promotedHigh(DD wide, VF v) {
    return hn::PromoteTo(wide, hn::UpperHalf(hn::Rebind<float, DD>(), v));
}
#endif

// 2^(s − reference) for s in float64, `low` and `high` half of them each. The reference is a whole number, at least
// s − 127; what is less than 2^−126 is 0.
template <class D, class V = hn::Vec<D>, class VD>
HWY_INLINE V powerOfTwo(D d, VD low, VD high, V reference) {
    const hn::RebindToSigned<D> bits;
    const VD wholeLow = hn::Round(low);
    const VD wholeHigh = hn::Round(high);
    const V fraction = demoted(d, hn::Sub(low, wholeLow), hn::Sub(high, wholeHigh));
    const V exponent = hn::Max(hn::Sub(demoted(d, wholeLow, wholeHigh), reference), hn::Set(d, -127.0F));
    const auto scale = hn::ShiftLeft<23>(hn::Add(hn::ConvertTo(bits, exponent), hn::Set(bits, 127)));
    return hn::Mul(powerOfFraction(d, fraction), hn::BitCast(d, scale));
}

} // namespace heedmap::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
