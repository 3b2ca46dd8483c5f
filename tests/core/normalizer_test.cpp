#include "core/attention/normalizer.h"

#include "core/attention/parameters.h"
#include "tests/support/core/near.h"
#include "tests/support/core/numbers.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <vector>

using namespace heedmap;
using namespace heedmap::attention;

namespace {

using heedmap::test::infinity;

template <class T>
std::vector<T> weightsOf(const Normalizer& normalizer, const std::vector<T>& scores,
                         const std::vector<std::uint8_t>& allowed = {}) {
    std::vector<T> weights(scores.size(), T{-7});
    normalizeRow<T>(normalizer, scores, allowed, weights);
    return weights;
}

double sumOf(const std::vector<double>& weights) {
    double sum = 0;
    for (const double weight : weights)
        sum += weight;
    return sum;
}

// Σ of what the threshold leaves, found by halving: the definition of the two sparse normalizers.
std::vector<double> byBisection(NormalizerKind kind, const std::vector<double>& scores, double temperature) {
    const double scale = kind == NormalizerKind::entmax15 ? 0.5 : 1.0;
    const auto left = [&](double z, double t) {
        const double rest = std::max(z - t, 0.0);
        return kind == NormalizerKind::entmax15 ? rest * rest : rest;
    };
    const double largest = *std::max_element(scores.begin(), scores.end()) * scale / temperature;
    double low = largest - 1;
    double high = largest;
    for (int i = 0; i < 200; ++i) {
        const double middle = (low + high) / 2;
        double sum = 0;
        for (const double score : scores)
            sum += left(score * scale / temperature, middle);
        (sum > 1 ? low : high) = middle;
    }
    std::vector<double> weights;
    for (const double score : scores)
        weights.push_back(left(score * scale / temperature, low));
    return weights;
}

std::vector<double> randomScores(std::size_t count, double scale, std::uint64_t seed) {
    RandomStream random(seed);
    std::vector<double> scores(count);
    for (double& score : scores)
        score = random.normal() * scale;
    return scores;
}

} // namespace

TEST(Normalizer, RowsSumToOne) {
    for (const NormalizerKind kind : allNormalizers)
        for (const double scale : {0.0, 1e-300, 1e-20, 1.0, 30.0, 1e300})
            for (const double temperature : {0.01, 1.0, 100.0})
                for (const std::size_t count : {1U, 2U, 9U, 131U, 3000U}) {
                    const auto weights = weightsOf({kind, temperature}, randomScores(count, scale, count));
                    EXPECT_NEAR(sumOf(weights), 1.0, 1e-12)
                        << nameOf(kind) << ", scale " << scale << ", τ " << temperature << ", " << count << " keys";
                    for (const double weight : weights) {
                        ASSERT_GE(weight, 0.0);
                        ASSERT_LE(weight, 1.0);
                    }
                }
}

TEST(Normalizer, SoftmaxOfKnownScores) {
    const auto weights = weightsOf<double>({}, {0.0, std::log(2.0), std::log(5.0)});
    EXPECT_NEAR(weights[0], 0.125, 1e-15);
    EXPECT_NEAR(weights[1], 0.25, 1e-15);
    EXPECT_NEAR(weights[2], 0.625, 1e-15);
    const auto shifted = weightsOf<double>({}, {1e5, 1e5 + std::log(2.0), 1e5 + std::log(5.0)});
    EXPECT_NEAR(shifted[2], 0.625, 1e-10);
}

TEST(Normalizer, SoftmaxKeepsSmallWeights) {
    const auto weights = weightsOf<double>({}, {0.0, -700.0, -740.0, -800.0});
    EXPECT_EQ(weights[0], 1.0);
    EXPECT_NEAR(weights[1] / std::exp(-700.0), 1.0, 1e-12);
    EXPECT_GT(weights[2], 0.0);
    EXPECT_EQ(weights[3], 0.0);
}

TEST(Normalizer, TemperatureDividesTheScores) {
    const auto scores = randomScores(9, 2.0, 1);
    std::vector<double> divided = scores;
    for (double& score : divided)
        score /= 0.25;
    for (const NormalizerKind kind : allNormalizers) {
        const auto hot = weightsOf({kind, 0.25}, scores);
        const auto plain = weightsOf({kind, 1.0}, divided);
        for (std::size_t j = 0; j < scores.size(); ++j)
            EXPECT_NEAR(hot[j], plain[j], 1e-14) << nameOf(kind) << " " << j;
    }
    EXPECT_NEAR(weightsOf<double>({NormalizerKind::softmax, infinity}, {1, 2, -infinity, 4})[0], 1.0 / 3, 1e-15);
}

TEST(Normalizer, SparseOnesEqualTheirDefinition) {
    for (const NormalizerKind kind : {NormalizerKind::sparsemax, NormalizerKind::entmax15})
        for (const std::size_t count : {1U, 2U, 3U, 10U, 500U})
            for (const double scale : {1e-6, 0.1, 1.0, 5.0})
                for (const double temperature : {0.5, 1.0, 3.0}) {
                    const auto scores = randomScores(count, scale, 7 * count);
                    const auto weights = weightsOf({kind, temperature}, scores);
                    const auto expected = byBisection(kind, scores, temperature);
                    for (std::size_t j = 0; j < count; ++j)
                        ASSERT_NEAR(weights[j], expected[j], 1e-13)
                            << nameOf(kind) << ", " << count << " keys, scale " << scale << ", key " << j;
                }
}

TEST(Normalizer, SparseOnesOfTies) {
    for (const NormalizerKind kind : allNormalizers) {
        EXPECT_EQ(weightsOf<double>({kind, 1.0}, {3, 3, 3, 3}), std::vector<double>(4, 0.25)) << nameOf(kind);
        EXPECT_EQ(weightsOf<double>({kind, 1.0}, {-2}), std::vector<double>{1.0}) << nameOf(kind);
    }
    EXPECT_EQ(weightsOf<double>({NormalizerKind::sparsemax, 1.0}, {0, 1, 1}), (std::vector<double>{0, 0.5, 0.5}));
    EXPECT_EQ(weightsOf<double>({NormalizerKind::hardmax, 1.0}, {1, 5, 5, 5, 5}),
              (std::vector<double>{0, .25, .25, .25, .25}));
}

TEST(Normalizer, ForbiddenKeysGetNothing) {
    const std::vector<double> scores{100, 1, 2, std::nan(""), infinity};
    const std::vector<std::uint8_t> allowed{0, 1, 1, 0, 0};
    for (const NormalizerKind kind : allNormalizers) {
        SCOPED_TRACE(nameOf(kind));
        const auto weights = weightsOf({kind, 1.0}, scores, allowed);
        EXPECT_EQ(weights[0], 0.0);
        EXPECT_EQ(weights[3], 0.0);
        EXPECT_EQ(weights[4], 0.0);
        EXPECT_EQ(std::vector(weights.begin() + 1, weights.begin() + 3), weightsOf<double>({kind, 1.0}, {1, 2}));
    }
}

TEST(Normalizer, RowsThatAllowNothingAreZero) {
    for (const NormalizerKind kind : allNormalizers) {
        SCOPED_TRACE(nameOf(kind));
        std::vector<double> weights(2, 9.0);
        EXPECT_FALSE(
            normalizeRow<double>({kind, 1.0}, std::vector{1.0, 2.0}, std::vector<std::uint8_t>{0, 0}, weights));
        EXPECT_EQ(weights, std::vector<double>(2, 0.0));
        weights = {9, 9};
        EXPECT_FALSE(normalizeRow<double>({kind, 1.0}, std::vector{-infinity, -infinity}, {}, weights));
        EXPECT_EQ(weights, std::vector<double>(2, 0.0));
        EXPECT_FALSE(normalizeRow<double>({kind, 1.0}, {}, {}, {}));
    }
}

TEST(Normalizer, MinusInfinityGetsExactlyZero) {
    for (const NormalizerKind kind : allNormalizers)
        EXPECT_EQ(weightsOf<double>({kind, 1.0}, {2, -infinity, 2}), (std::vector{0.5, 0.0, 0.5})) << nameOf(kind);
}

TEST(Normalizer, NaNAndPlusInfinityAreNotHidden) {
    for (const NormalizerKind kind : allNormalizers)
        for (const double bad : {std::nan(""), infinity}) {
            SCOPED_TRACE(nameOf(kind));
            const auto weights = weightsOf<double>({kind, 1.0}, {1, bad, 3, 4}, {1, 1, 1, 0});
            EXPECT_TRUE(std::isnan(weights[0]));
            EXPECT_TRUE(std::isnan(weights[1]));
            EXPECT_TRUE(std::isnan(weights[2]));
            EXPECT_EQ(weights[3], 0.0);
        }
}

TEST(Normalizer, MayWriteOverTheScores) {
    for (const NormalizerKind kind : allNormalizers) {
        const auto scores = randomScores(20, 1.0, 3);
        std::vector<double> both = scores;
        normalizeRow<double>({kind, 0.7}, both, {}, both);
        EXPECT_EQ(both, weightsOf({kind, 0.7}, scores)) << nameOf(kind);
    }
}

TEST(Normalizer, LongFloatRowsSumToOne) {
    const std::vector<float> scores(200000, 1.5F);
    for (const NormalizerKind kind : allNormalizers) {
        const auto weights = weightsOf<float>({kind, 1.0}, scores);
        double sum = 0;
        for (const float weight : weights)
            sum += static_cast<double>(weight);
        EXPECT_NEAR(sum, 1.0, 1e-7) << nameOf(kind);
    }
}

TEST(Normalizer, NamesAreReadBack) {
    for (const NormalizerKind kind : allNormalizers)
        EXPECT_EQ(normalizerNamed(nameOf(kind)), kind);
    EXPECT_EQ(normalizerNamed("Softmax"), std::nullopt);
}
