#include "core/analysis/saturation.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

using namespace heedmap;
using namespace heedmap::analysis;

TEST(Saturation, VarianceGrowsWithTheDimensionUnlessScaled) {
    const SaturationData data = saturationData(32, 64, 512, 1);
    for (const Index d : {1, 8, 64, 512}) {
        const double n = static_cast<double>(d);
        EXPECT_NEAR(saturationAt(data, d, false, 1).scoreVariance / n, 1, 0.35) << "d = " << d;
        EXPECT_NEAR(saturationAt(data, d, true, 1).scoreVariance, 1, 0.35) << "d = " << d;
    }
}

TEST(Saturation, WithoutTheRootWeightsSaturateAndTheGradientVanishes) {
    const SaturationData data = saturationData(32, 64, 512, 2);
    const std::vector<Index> dimensions{4, 16, 64, 256, 512};
    const auto plain = saturationCurve(data, dimensions, false, 1);
    const auto scaled = saturationCurve(data, dimensions, true, 1);
    for (std::size_t i = 1; i < dimensions.size(); ++i)
        EXPECT_LT(plain[i].entropy, plain[i - 1].entropy) << "d = " << dimensions[i];
    EXPECT_LT(plain.back().entropy, 0.3);
    EXPECT_GT(plain.back().largest, 0.9);
    EXPECT_LT(plain.back().gradient, 0.1);
    EXPECT_GT(scaled.back().entropy, 3);
    EXPECT_NEAR(scaled.back().gradient, scaled.front().gradient, 0.15);
}

TEST(Saturation, TheTemperatureDoesTheSameAsTheRoot) {
    const SaturationData data = saturationData(8, 16, 64, 3);
    const SaturationPoint scaled = saturationAt(data, 64, true, 1);
    const SaturationPoint warm = saturationAt(data, 64, false, 8);
    EXPECT_NEAR(warm.entropy, scaled.entropy, 1e-12);
    EXPECT_NEAR(warm.gradient * 8, scaled.gradient, 1e-12) << "∂α/∂e is divided by τ";
}

TEST(Saturation, TheNormIsThatOfTheWholeJacobian) {
    const std::vector<std::vector<double>> rows{{1}, {1, 0, 0}, {0.5, 0.5}, {0.1, 0.2, 0.3, 0.4}};
    for (const auto& p : rows) {
        double squares = 0;
        for (std::size_t j = 0; j < p.size(); ++j)
            for (std::size_t k = 0; k < p.size(); ++k)
                squares += std::pow(p[j] * ((j == k ? 1 : 0) - p[k]) / 0.5, 2);
        EXPECT_NEAR(softmaxGradientNorm(p, 0.5), std::sqrt(squares), 1e-12);
    }
}
