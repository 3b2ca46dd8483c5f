#include "core/analysis/divergence.h"
#include "tests/support/core/case_file.h"
#include "tests/support/core/cases.h"
#include "tests/support/core/grid_source.h"
#include "tests/support/core/numbers.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>

namespace heedmap::analysis {
namespace {

using heedmap::test::quietNaN;

using test::GridSource;

std::span<const double> row(const MatrixD& matrix, Index i) {
    return {matrix.data() + i * matrix.cols(), static_cast<std::size_t>(matrix.cols())};
}

TEST(Divergence, AgreesWithNumpy) {
    HEEDMAP_CASE(path, "reference/figures.npz");
    const test::CaseFile file(path);
    const MatrixD p = file.matrix("attentions", 0, 0);
    const MatrixD q = file.matrix("attentions", 0, 1);
    const VectorD entropies = file.vector("entropy_nat_expected");
    const VectorD divergences = file.vector("js_nat_expected");
    const VectorD variations = file.vector("total_variation_expected");
    const VectorD cosines = file.vector("cosine_expected");
    ASSERT_EQ(p.rows(), 6);
    for (Index i = 0; i < p.rows(); ++i) {
        EXPECT_NEAR(entropy(row(p, i)), entropies(i), 1e-14) << "row " << i;
        EXPECT_NEAR(jensenShannon(row(p, i), row(q, i)), divergences(i), 1e-14) << "row " << i;
        EXPECT_NEAR(totalVariation(row(p, i), row(q, i)), variations(i), 1e-14) << "row " << i;
        EXPECT_NEAR(cosine(row(p, i), row(q, i)), cosines(i), 1e-14) << "row " << i;
    }
    const Comparison comparison = compare(attention::DenseAlpha(p), attention::DenseAlpha(q));
    EXPECT_NEAR(comparison.jensenShannon.value(), divergences.mean(), 1e-14);
    EXPECT_NEAR(comparison.totalVariation.value(), variations.mean(), 1e-14);
    EXPECT_NEAR(comparison.cosine.value(), cosines.mean(), 1e-14);
    EXPECT_NEAR(comparison.argmaxAgreement.value(), file.vector("argmax_agreement_expected")(0), 1e-14);
    EXPECT_NEAR(comparison.largestDifference.value(), (p - q).cwiseAbs().maxCoeff(), 0);
    EXPECT_NEAR(meanEntropy(attention::DenseAlpha(p)).value(), entropies.mean(), 1e-14);
}

TEST(Divergence, LimitsAreReached) {
    const std::vector<double> first{1, 0, 0};
    const std::vector<double> second{0, 1, 0};
    const std::vector<double> even{0.25, 0.25, 0.25, 0.25};
    EXPECT_EQ(entropy(first), 0);
    EXPECT_FALSE(std::signbit(entropy(first)));
    EXPECT_NEAR(entropy(even), std::log(4), 1e-15);
    EXPECT_NEAR(jensenShannon(first, second), std::numbers::ln2, 1e-15);
    EXPECT_EQ(jensenShannon(first, first), 0);
    EXPECT_EQ(totalVariation(first, second), 1);
    EXPECT_EQ(cosine(first, second), 0);
    EXPECT_EQ(cosine(first, first), 1);
    EXPECT_EQ(largest(even), 0);
}

TEST(Divergence, WhatIsNoWeightGivesNoFigure) {
    for (const double wrong : {quietNaN, -0.5, std::numeric_limits<double>::infinity()}) {
        const std::vector<double> p{wrong, 1};
        const std::vector<double> q{0.5, 0.5};
        EXPECT_TRUE(std::isnan(entropy(p))) << wrong;
        EXPECT_TRUE(std::isnan(jensenShannon(p, q))) << wrong;
        EXPECT_TRUE(std::isnan(jensenShannon(q, p))) << wrong;
        EXPECT_TRUE(std::isnan(totalVariation(p, q))) << wrong;
    }
    EXPECT_FALSE(meanEntropy(GridSource{{quietNaN, 1}, {0.5, 0.5}}).has_value());
}

TEST(Divergence, RowsThatDoNotSumToOneHaveNeitherEntropyNorDivergence) {
    const GridSource most{{0.6, 0.7}, {0.5, 0.5}}; // as the largest α over heads
    const GridSource weights{{0.25, 0.75}, {1, 0}};
    EXPECT_FALSE(meanEntropy(most).has_value());
    for (const Comparison& comparison : {compare(most, weights), compare(weights, most)}) {
        EXPECT_FALSE(comparison.jensenShannon.has_value()) << *comparison.jensenShannon;
        EXPECT_FALSE(comparison.totalVariation.has_value()) << *comparison.totalVariation;
        EXPECT_TRUE(comparison.cosine && comparison.correlation && comparison.argmaxAgreement);
        EXPECT_EQ(comparison.largestDifference, 0.5);
    }
    const std::vector<double> nothing{0, 0};
    EXPECT_EQ(entropy(nothing), 0);
    const std::vector<double> printed{0.33, 0.33, 0.33};
    EXPECT_NEAR(entropy(printed), -0.99 * std::log(0.33), 1e-15) << "two decimals";
}

TEST(Divergence, RowsThatAllowNothingAreLeftOut) {
    const GridSource a{{0, 0}, {1, 0}};
    const GridSource b{{0, 0}, {0.5, 0.5}};
    EXPECT_NEAR(meanEntropy(b).value(), std::numbers::ln2, 1e-15);
    const Comparison comparison = compare(a, b);
    EXPECT_NEAR(comparison.totalVariation.value(), 0.5, 1e-15);
    EXPECT_NEAR(comparison.argmaxAgreement.value(), 1, 0);
    EXPECT_EQ(comparison.largestAt, (Cell{1, 0}));

    const GridSource empty(2, 2);
    EXPECT_FALSE(meanEntropy(empty).has_value());
    EXPECT_FALSE(compare(empty, a).cosine.has_value());
    EXPECT_EQ(compare(empty, a).largestDifference, 1);
    EXPECT_FALSE(compare(GridSource(0, 3), GridSource(0, 3)).largestDifference.has_value());
}

TEST(Divergence, FiguresAreMissingWhereNumbersAreNoWeights) {
    constexpr double inf = std::numeric_limits<double>::infinity();
    for (const double bad : {quietNaN, inf, -inf, -0.25, 1.6e16}) {
        MatrixD numbers(2, 2);
        numbers << 0.5, 0.5, bad, bad;
        MatrixD weights(2, 2);
        weights << 0.25, 0.75, 1, 0;
        const attention::DenseAlpha a(numbers), b(weights);
        EXPECT_FALSE(meanEntropy(a).has_value()) << bad;
        for (const Comparison& comparison : {compare(a, b), compare(b, a), compare(a, a)}) {
            EXPECT_FALSE(comparison.argmaxAgreement.has_value()) << bad << ": " << *comparison.argmaxAgreement;
            EXPECT_FALSE(comparison.cosine.has_value()) << bad << ": " << *comparison.cosine;
            EXPECT_FALSE(comparison.jensenShannon.has_value()) << bad << ": " << *comparison.jensenShannon;
            EXPECT_FALSE(comparison.totalVariation.has_value()) << bad << ": " << *comparison.totalVariation;
        }
    }
}

} // namespace
} // namespace heedmap::analysis
