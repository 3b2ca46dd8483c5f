#include "core/kernels/attention.h"
#include "core/kernels/elementwise.h"
#include "core/kernels/target.h"
#include "tests/support/core/numbers.h"

#include <bit>
#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <vector>

using namespace heedmap;

namespace {

using heedmap::test::infinityF;
using heedmap::test::quietNaNF;

// How many of float32's steps at `exact` lie between it and `actual`.
double ulps(float actual, double exact) {
    const auto nearest = static_cast<float>(exact);
    if (std::isinf(nearest) || std::isnan(nearest))
        return std::isnan(nearest) ? (std::isnan(actual) ? 0 : 1e9) : (actual == nearest ? 0 : 1e9);
    const float size = std::max(std::abs(nearest), std::numeric_limits<float>::min());
    const double step = static_cast<double>(std::nextafter(size, infinityF)) - static_cast<double>(size);
    return std::abs(static_cast<double>(actual) - exact) / step;
}

// About 200 000 numbers that are spread over everything a float32 can be, and those where something changes.
std::vector<float> arguments() {
    std::vector<float> numbers{0.0F,   -0.0F,    infinityF, -infinityF, quietNaNF, 88.72283F,   88.72284F, -87.33654F,
                               -87.4F, -103.97F, -103.98F,  -104.5F,    0.625F,    0.62499994F, 9.01F};
    for (std::uint32_t bits = 0; bits < 0xFFFF0000U; bits += 21'731U)
        numbers.push_back(std::bit_cast<float>(bits));
    for (float x = -120; x < 120; x += 0.0037F)
        numbers.push_back(x);
    return numbers;
}

using Kernel = void (*)(const float*, Index, float*);

void expectWithin2Ulp(Kernel kernel, double (*exact)(double)) {
    const std::vector<float> x = arguments();
    std::vector<float> y(x.size());
    kernel(x.data(), static_cast<Index>(x.size()), y.data());
    double worst = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
        const double error = ulps(y[i], exact(static_cast<double>(x[i])));
        ASSERT_LE(error, 2.0) << "of " << x[i] << " is " << y[i] << " instead of " << exact(static_cast<double>(x[i]));
        worst = std::max(worst, error);
    }
    EXPECT_GT(worst, 0.4); // or nothing was compared
}

// Every length around the widths of vectors, from a place that no vector is aligned to; nothing behind is touched.
void expectSameAtEveryLength(Kernel kernel) {
    std::vector<float> x(70);
    for (std::size_t i = 0; i < x.size(); ++i)
        x[i] = static_cast<float>(i) * 0.31F - 9;
    std::vector<float> whole(x.size());
    kernel(x.data(), static_cast<Index>(x.size()), whole.data());
    for (std::size_t count = 0; count <= 67; ++count) {
        std::vector<float> y(72, 42.0F);
        kernel(x.data() + 1, static_cast<Index>(count), y.data() + 3);
        for (std::size_t i = 0; i < y.size(); ++i)
            ASSERT_EQ(y[i], i < 3 || i >= 3 + count ? 42.0F : whole[i - 2]) << count << ", " << i;
    }
}

class KernelFunctions : public testing::TestWithParam<std::string> {
protected:
    void SetUp() override { ASSERT_TRUE(kernels::useTarget(GetParam())); }
    void TearDown() override { kernels::useTarget(""); }
};

INSTANTIATE_TEST_SUITE_P(All, KernelFunctions, testing::ValuesIn(kernels::availableTargets()),
                         [](const auto& target) { return target.param; });

} // namespace

TEST_P(KernelFunctions, ExponentialsAreWithin2Ulp) {
    expectWithin2Ulp(kernels::exponentials, [](double x) { return std::exp(x); });
    expectSameAtEveryLength(kernels::exponentials);
}

TEST_P(KernelFunctions, TangentsAreWithin2Ulp) {
    expectWithin2Ulp(kernels::tangents, [](double x) { return std::tanh(x); });
    expectSameAtEveryLength(kernels::tangents);
}

TEST_P(KernelFunctions, PowersOfTwo) {
    for (const std::size_t count : {0U, 1U, 2U, 15U, 16U, 17U, 500U}) {
        std::vector<double> s(count);
        for (std::size_t i = 0; i < count; ++i)
            s[i] = -126 + 252 * static_cast<double>(i) / 499.3;
        std::vector<float> powers(count + 1, 42.0F);
        kernels::powersOfTwo(s.data(), static_cast<Index>(count), powers.data());
        for (std::size_t i = 0; i < count; ++i)
            EXPECT_LE(ulps(powers[i], std::exp2(s[i])), 1.5) << s[i] << ": " << powers[i];
        EXPECT_EQ(powers[count], 42.0F);
    }
}

TEST_P(KernelFunctions, LargestSquareSeesWhatIsNotFinite) {
    for (const Index columns : {0, 1, 3, 16, 33}) {
        std::vector<float> numbers(static_cast<std::size_t>(5 * columns), 0.5F);
        for (Index c = 0; c < columns; ++c)
            numbers[static_cast<std::size_t>(3 * columns + c)] = -2;
        const kernels::View<float> view(numbers.data(), 5, columns);
        EXPECT_EQ(kernels::largestSquare(view), 4.0 * static_cast<double>(columns));
        for (const float bad : {quietNaNF, infinityF, -infinityF, 1e38F}) {
            if (columns == 0)
                break;
            numbers[static_cast<std::size_t>(columns)] = bad;
            EXPECT_FALSE(std::isfinite(kernels::largestSquare(view))) << bad;
        }
    }
}

TEST_P(KernelFunctions, ScalingAtEveryLengthAndPlace) {
    std::vector<float> in(80);
    for (std::size_t i = 0; i < in.size(); ++i)
        in[i] = static_cast<float>(i) - 1e-39F;
    for (const kernels::Stores stores : {kernels::Stores::cached, kernels::Stores::past})
        for (std::size_t place = 0; place < 17; ++place)
            for (std::size_t count = 0; count < 50; ++count) {
                std::vector<float> out(100, 42.0F);
                kernels::scaleTo(in.data() + 1, 0.5F, static_cast<Index>(count), out.data() + place, stores);
                for (std::size_t i = 0; i < out.size(); ++i)
                    ASSERT_EQ(out[i], i < place || i >= place + count ? 42.0F : in[i - place + 1] * 0.5F)
                        << place << ", " << count << ", " << i;
            }
}

TEST_P(KernelFunctions, FiguresOfAnyRun) {
    for (const std::size_t count : {1U, 2U, 15U, 17U, 64U, 511U}) {
        std::vector<float> p(count);
        std::vector<float> set(count);
        for (std::size_t i = 0; i < count; ++i) {
            p[i] = i % 3 == 0 ? 0.0F : static_cast<float>((i * 37) % 101) * 0.125F;
            set[i] = i % 2 == 0 ? 1.0F : 0.0F;
        }
        p[count / 2] = 77;
        p[count - 1] = 77;
        kernels::FigureSums sums;
        kernels::addFigures(p.data(), static_cast<Index>(count), 1000, set.data(), sums);
        double logarithm = 0;
        double chosen = 0;
        for (std::size_t i = 0; i < count; ++i) {
            const auto weight = static_cast<double>(p[i]);
            logarithm += weight > 0 ? weight * std::log2(weight) : 0;
            chosen += weight * static_cast<double>(set[i]);
        }
        EXPECT_EQ(sums.largest, 77.0F);
        EXPECT_EQ(sums.where, 1000 + static_cast<Index>(count / 2));
        EXPECT_NEAR(sums.weightedLogarithm, logarithm, 2e-6 * logarithm);
        EXPECT_NEAR(sums.chosen, chosen, 1e-6 * chosen);
        kernels::addFigures(p.data(), static_cast<Index>(count), 2000, nullptr, sums);
        EXPECT_EQ(sums.where, 1000 + static_cast<Index>(count / 2)); // the first of equal ones
        EXPECT_NEAR(sums.weightedLogarithm, 2 * logarithm, 4e-6 * logarithm);
    }
}

TEST_P(KernelFunctions, ContextsFromValuesAtAnyPlace) {
    const kernels::TileSizes tile = kernels::tileSizes(kernels::ScoreKind::single);
    constexpr Index stride = 320;
    std::vector<float> storage(static_cast<std::size_t>(300 * (tile.values + 3) + 1));
    for (std::size_t i = 0; i < storage.size(); ++i)
        storage[i] = static_cast<float>((i * 7919) % 1013) / 500 - 1;
    std::vector<float> weights(static_cast<std::size_t>(tile.rows * stride));
    for (std::size_t i = 0; i < weights.size(); ++i)
        weights[i] = static_cast<float>((i * 104729) % 997) / 997;
    for (const Index keys : {0, 1, 127, 128, 129, 300}) {
        alignas(64) float context[kernels::largestTileRows * 64];
        std::fill(std::begin(context), std::end(context), 1.0F);
        const Index valueStride = tile.values + 3;
        kernels::addValues({weights.data(), stride, storage.data() + 1, valueStride, keys, context, 64});
        for (Index i = 0; i < tile.rows; ++i)
            for (Index c = 0; c < tile.values; ++c) {
                double expected = 1;
                for (Index j = 0; j < keys; ++j)
                    expected += static_cast<double>(weights[static_cast<std::size_t>(i * stride + j)]) *
                                static_cast<double>(storage[static_cast<std::size_t>(1 + j * valueStride + c)]);
                EXPECT_NEAR(static_cast<double>(context[i * 64 + c]), expected, 3e-5) << keys << ": " << i << ", " << c;
            }
    }
}

TEST(KernelPacking, PanelsAreTransposedAndFilledUp) {
    MatrixF numbers(7, 3);
    for (Index i = 0; i < 7; ++i)
        for (Index c = 0; c < 3; ++c)
            numbers(i, c) = static_cast<float>(10 * i + c);
    std::vector<float> panels(2 * 4 * 3, 42.0F);
    kernels::packPanels(kernels::viewOf(std::as_const(numbers)), 4, 2.0, panels.data());
    for (Index i = 0; i < 8; ++i)
        for (Index c = 0; c < 3; ++c)
            EXPECT_EQ(panels[static_cast<std::size_t>((i / 4 * 3 + c) * 4 + i % 4)], i < 7 ? 2 * numbers(i, c) : 0)
                << i << ", " << c;
}

TEST(KernelTargets, OneCanBeChosenByNameAndAnUnknownOneChangesNothing) {
    const std::string best = kernels::currentTarget();
    const std::vector<std::string> all = kernels::availableTargets();
    ASSERT_FALSE(all.empty());
    EXPECT_TRUE(kernels::useTarget(all.back()));
    EXPECT_EQ(kernels::currentTarget(), all.back());
    EXPECT_FALSE(kernels::useTarget("abacus"));
    EXPECT_EQ(kernels::currentTarget(), all.back());
    EXPECT_TRUE(kernels::useTarget(""));
    EXPECT_EQ(kernels::currentTarget(), all.front());
    EXPECT_TRUE(kernels::useTarget(best));
}
