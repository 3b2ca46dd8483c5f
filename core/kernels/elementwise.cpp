#include "core/kernels/elementwise.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/kernels/elementwise.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "core/kernels/vector_math.h"

HWY_BEFORE_NAMESPACE();
namespace heedmap::kernels::HWY_NAMESPACE {

void exponentialsF(const float* x, Index count, float* out) {
    forVectors<float>(count,
                      [&](auto d, Index i) { hn::StoreU(preciseExponential(d, hn::LoadU(d, x + i)), d, out + i); });
}
void tangentsF(const float* x, Index count, float* out) {
    forVectors<float>(count, [&](auto d, Index i) { hn::StoreU(preciseTangent(d, hn::LoadU(d, x + i)), d, out + i); });
}

} // namespace heedmap::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace heedmap::kernels {

HWY_EXPORT(exponentialsF);
HWY_EXPORT(tangentsF);

void exponentials(const float* x, Index count, float* out) {
    HWY_DYNAMIC_DISPATCH(exponentialsF)(x, count, out);
}
void tangents(const float* x, Index count, float* out) {
    HWY_DYNAMIC_DISPATCH(tangentsF)(x, count, out);
}

} // namespace heedmap::kernels
#endif
