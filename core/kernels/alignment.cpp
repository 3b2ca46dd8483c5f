#include "core/kernels/alignment.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/kernels/alignment.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "core/kernels/vector_math.h"

HWY_BEFORE_NAMESPACE();
namespace heedmap::kernels::HWY_NAMESPACE {

template <class T>
void dots(const View<const T>& rows, const T* x, T* out) {
    for (Index j = 0; j < rows.rows; ++j)
        out[j] = sumOfVectors<T>(
            rows.columns, [&](auto d, Index i) { return hn::Mul(hn::LoadU(d, rows.row(j) + i), hn::LoadU(d, x + i)); });
}

template <class T>
void additive(const AdditiveStep<T>& step) {
    const Index units = step.keys.columns;
    for (Index j = 0; j < step.keys.rows; ++j) {
        T* u = step.u + j * units;
        step.scores[j] = sumOfVectors<T>(units, [&](auto d, Index i) {
            const auto sum = hn::Add(hn::LoadU(d, step.query + i), hn::LoadU(d, step.keys.row(j) + i));
            const auto value = tangent(d, sum);
            hn::StoreU(value, d, u + i);
            return hn::Mul(value, hn::LoadU(d, step.v + i));
        });
    }
}

template <class T>
void additiveBack(const AdditiveBackStep<T>& step) {
    const Index units = step.dKeys.columns;
    for (Index j = 0; j < step.dKeys.rows; ++j) {
        const T* u = step.u + j * units;
        T* dKey = step.dKeys.row(j);
        forVectors<T>(units, [&](auto d, Index i) {
            const auto value = hn::LoadU(d, u + i);
            const auto de = hn::Set(d, step.dScores[j]);
            const auto slope = hn::NegMulAdd(value, value, hn::Set(d, T{1}));
            const auto dSum = hn::Mul(hn::Mul(de, hn::LoadU(d, step.v + i)), slope);
            hn::StoreU(hn::Add(hn::LoadU(d, dKey + i), dSum), d, dKey + i);
            hn::StoreU(hn::Add(hn::LoadU(d, step.dQuery + i), dSum), d, step.dQuery + i);
            hn::StoreU(hn::MulAdd(de, value, hn::LoadU(d, step.dV + i)), d, step.dV + i);
        });
    }
}

void dotProductsF(const View<const float>& rows, const float* x, float* out) {
    dots(rows, x, out);
}
void dotProductsD(const View<const double>& rows, const double* x, double* out) {
    dots(rows, x, out);
}
void additiveForwardF(const AdditiveStep<float>& step) {
    additive(step);
}
void additiveForwardD(const AdditiveStep<double>& step) {
    additive(step);
}
void additiveBackwardF(const AdditiveBackStep<float>& step) {
    additiveBack(step);
}
void additiveBackwardD(const AdditiveBackStep<double>& step) {
    additiveBack(step);
}

} // namespace heedmap::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace heedmap::kernels {

HWY_EXPORT(dotProductsF);
HWY_EXPORT(dotProductsD);
HWY_EXPORT(additiveForwardF);
HWY_EXPORT(additiveForwardD);
HWY_EXPORT(additiveBackwardF);
HWY_EXPORT(additiveBackwardD);

void dotProducts(const View<const float>& rows, const float* x, float* out) {
    HWY_DYNAMIC_DISPATCH(dotProductsF)(rows, x, out);
}
void dotProducts(const View<const double>& rows, const double* x, double* out) {
    HWY_DYNAMIC_DISPATCH(dotProductsD)(rows, x, out);
}
void additiveForward(const AdditiveStep<float>& step) {
    HWY_DYNAMIC_DISPATCH(additiveForwardF)(step);
}
void additiveForward(const AdditiveStep<double>& step) {
    HWY_DYNAMIC_DISPATCH(additiveForwardD)(step);
}
void additiveBackward(const AdditiveBackStep<float>& step) {
    HWY_DYNAMIC_DISPATCH(additiveBackwardF)(step);
}
void additiveBackward(const AdditiveBackStep<double>& step) {
    HWY_DYNAMIC_DISPATCH(additiveBackwardD)(step);
}

} // namespace heedmap::kernels
#endif
