#include "core/kernels/training.h"

#include <cmath>
#include <limits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/kernels/training.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "core/kernels/vector_math.h"

HWY_BEFORE_NAMESPACE();
namespace heedmap::kernels::HWY_NAMESPACE {

template <class T>
T largest(std::span<const T> values) {
    const hn::ScalableTag<T> d;
    const Index lanes = static_cast<Index>(hn::Lanes(d));
    const Index count = std::ssize(values);
    auto most = hn::Set(d, std::numeric_limits<T>::lowest());
    Index i = 0;
    for (; i + lanes <= count; i += lanes)
        most = hn::Max(most, hn::LoadU(d, values.data() + i));
    T result = hn::GetLane(hn::MaxOfLanes(d, most));
    for (; i < count; ++i)
        result = values[static_cast<std::size_t>(i)] > result ? values[static_cast<std::size_t>(i)] : result;
    return result;
}

template <class T>
double crossEntropyRow(std::span<T> logits, Index target, T scale) {
    T* x = logits.data();
    const T most = largest<T>(logits);
    const T chosen = x[target] - most;
    const T sum = sumOfVectors<T>(std::ssize(logits), [&](auto d, Index i) {
        const auto e = exponential(d, hn::Sub(hn::LoadU(d, x + i), hn::Set(d, most)));
        hn::StoreU(e, d, x + i);
        return e;
    });
    const T factor = scale / sum;
    forVectors<T>(std::ssize(logits),
                  [&](auto d, Index i) { hn::StoreU(hn::Mul(hn::LoadU(d, x + i), hn::Set(d, factor)), d, x + i); });
    x[target] -= scale;
    return std::log(static_cast<double>(sum)) - static_cast<double>(chosen);
}

double crossEntropyF(std::span<float> logits, Index target, float scale) {
    return crossEntropyRow(logits, target, scale);
}
double crossEntropyD(std::span<double> logits, Index target, double scale) {
    return crossEntropyRow(logits, target, scale);
}

void adamAll(const AdamStep& step, std::span<float> weights, const float* gradient, float* first, float* second) {
    float* w = weights.data();
    forVectors<float>(std::ssize(weights), [&](auto d, Index i) {
        const auto g = hn::Mul(hn::LoadU(d, gradient + i), hn::Set(d, step.gradientScale));
        const auto m =
            hn::MulAdd(hn::Set(d, step.beta1), hn::LoadU(d, first + i), hn::Mul(hn::Set(d, 1.0F - step.beta1), g));
        const auto v = hn::MulAdd(hn::Set(d, step.beta2), hn::LoadU(d, second + i),
                                  hn::Mul(hn::Set(d, 1.0F - step.beta2), hn::Mul(g, g)));
        const auto root = hn::Sqrt(hn::Mul(v, hn::Set(d, step.correction2)));
        const auto move = hn::Div(hn::Mul(m, hn::Set(d, step.correction1)), hn::Add(root, hn::Set(d, step.epsilon)));
        const auto old = hn::LoadU(d, w + i);
        const auto all = hn::MulAdd(hn::Set(d, step.decay), old, move);
        hn::StoreU(m, d, first + i);
        hn::StoreU(v, d, second + i);
        hn::StoreU(hn::NegMulAdd(hn::Set(d, step.rate), all, old), d, w + i);
    });
}

void sgdAll(const SgdStep& step, std::span<float> weights, const float* gradient) {
    float* w = weights.data();
    forVectors<float>(std::ssize(weights), [&](auto d, Index i) {
        const auto old = hn::LoadU(d, w + i);
        const auto move = hn::MulAdd(hn::Set(d, step.gradientScale), hn::LoadU(d, gradient + i),
                                     hn::Mul(hn::Set(d, step.decay), old));
        hn::StoreU(hn::NegMulAdd(hn::Set(d, step.rate), move, old), d, w + i);
    });
}

} // namespace heedmap::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace heedmap::kernels {

HWY_EXPORT(crossEntropyF);
HWY_EXPORT(crossEntropyD);
HWY_EXPORT(adamAll);
HWY_EXPORT(sgdAll);

double crossEntropy(std::span<float> logits, Index target, float scale) {
    return HWY_DYNAMIC_DISPATCH(crossEntropyF)(logits, target, scale);
}
double crossEntropy(std::span<double> logits, Index target, double scale) {
    return HWY_DYNAMIC_DISPATCH(crossEntropyD)(logits, target, scale);
}
void adam(const AdamStep& step, std::span<float> weights, std::span<const float> gradient, std::span<float> first,
          std::span<float> second) {
    HWY_DYNAMIC_DISPATCH(adamAll)(step, weights, gradient.data(), first.data(), second.data());
}
void sgd(const SgdStep& step, std::span<float> weights, std::span<const float> gradient) {
    HWY_DYNAMIC_DISPATCH(sgdAll)(step, weights, gradient.data());
}

double sumOfSquares(std::span<const float> gradient) {
    double sums[4] = {0, 0, 0, 0}; // four chains, so that additions need not wait for each other
    std::size_t i = 0;
    for (; i + 4 <= gradient.size(); i += 4)
        for (std::size_t c = 0; c < 4; ++c)
            sums[c] += static_cast<double>(gradient[i + c]) * static_cast<double>(gradient[i + c]);
    for (; i < gradient.size(); ++i)
        sums[0] += static_cast<double>(gradient[i]) * static_cast<double>(gradient[i]);
    return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

} // namespace heedmap::kernels
#endif
