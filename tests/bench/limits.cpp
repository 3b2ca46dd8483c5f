#include "tests/bench/limits.h"

#include "core/index.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <functional>
#include <thread>
#include <vector>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "tests/bench/limits.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "core/kernels/power_of_two.h"

HWY_BEFORE_NAMESPACE();
namespace heedmap::bench::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// Operations of `rounds` rounds of independent multiply–adds.
double multiplyAdds(long rounds, float* out) {
    constexpr int chains = HWY_TARGET <= HWY_AVX3 ? 24 : 12;
    const hn::ScalableTag<float> d;
    const auto factor = hn::Set(d, out[0]);
    hn::Vec<decltype(d)> sums[chains];
#pragma GCC unroll 24
    for (int i = 0; i < chains; ++i) // all different, or the compiler computes only one
        sums[i] = hn::Set(d, out[0] * static_cast<float>(i));
    for (long round = 0; round < rounds; ++round) {
#pragma GCC unroll 24
        for (auto& sum : sums)
            sum = hn::MulAdd(factor, factor, sum);
    }
    auto all = sums[0];
#pragma GCC unroll 24
    for (const auto& sum : sums)
        all = hn::Add(all, sum);
    out[1] = hn::GetLane(all);
    return 2.0 * chains * static_cast<double>(hn::Lanes(d)) * static_cast<double>(rounds);
}

// tanh x = 1 − 2/(e^2x + 1), the fewest operations there are, not precise near 0.
double quickTangents(const float* x, float* y, Index count) {
    const hn::ScalableTag<float> d;
    const auto one = hn::Set(d, 1.0F);
    for (Index i = 0; i < count; i += static_cast<Index>(hn::Lanes(d))) {
        const auto power = kernels::HWY_NAMESPACE::powerOfTwo(d, hn::Mul(hn::Load(d, x + i), hn::Set(d, 2.88539008F)));
        hn::Store(hn::Sub(one, hn::Div(hn::Set(d, 2.0F), hn::Add(power, one))), d, y + i);
    }
    return static_cast<double>(count);
}

} // namespace heedmap::bench::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace heedmap::bench {

HWY_EXPORT(multiplyAdds);
HWY_EXPORT(quickTangents);

namespace {

// The best rate of several rounds in which every thread does `work`, which says how much it did.
double bestRate(int threads, const std::function<double()>& work) {
    double best = 0;
    for (int round = 0; round < 5; ++round) {
        std::vector<std::thread> others;
        std::atomic<double> done{0};
        const auto start = std::chrono::steady_clock::now();
        for (int i = 0; i < threads; ++i)
            others.emplace_back([&] { done += work(); });
        for (std::thread& other : others)
            other.join();
        const std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
        best = std::max(best, done / time.count() * 1e-9);
    }
    return best;
}

} // namespace

double multiplyAddPeak(int threads) {
    return bestRate(threads, [] {
        float numbers[2] = {1e-10F, 0};
        return HWY_DYNAMIC_DISPATCH(multiplyAdds)(10'000'000, numbers);
    });
}

double tangentRate(int threads) {
    return bestRate(threads, [] {
        constexpr Index count = 4096;
        alignas(64) float x[count];
        alignas(64) float y[count];
        for (Index i = 0; i < count; ++i)
            x[i] = static_cast<float>(i % 1021) / 102.1F - 8;
        double done = 0;
        for (int round = 0; round < 20'000; ++round)
            done += HWY_DYNAMIC_DISPATCH(quickTangents)(x, y, count);
        return done;
    });
}

} // namespace heedmap::bench
#endif
