#include "tests/bench/limits.h"

#include "core/kernels/elementwise.h"

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
    for (auto& sum : sums)
        sum = factor;
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

} // namespace heedmap::bench::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace heedmap::bench {

HWY_EXPORT(multiplyAdds);

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
        float numbers[2] = {1e-20F, 0};
        return HWY_DYNAMIC_DISPATCH(multiplyAdds)(10'000'000, numbers);
    });
}

double tangentRate(int threads) {
    return bestRate(threads, [] {
        std::vector<float> x(4096);
        std::vector<float> y(4096);
        for (std::size_t i = 0; i < x.size(); ++i)
            x[i] = static_cast<float>(i % 1021) / 102.1F - 8;
        constexpr int rounds = 20'000;
        for (int round = 0; round < rounds; ++round)
            kernels::tangents(x.data(), static_cast<Index>(x.size()), y.data());
        return 4096.0 * rounds;
    });
}

} // namespace heedmap::bench
#endif
