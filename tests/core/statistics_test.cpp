#include "core/analysis/statistics.h"
#include "tests/support/core/numbers.h"

#include <gtest/gtest.h>

#include <limits>

namespace heedmap::analysis {
namespace {

using heedmap::test::infinity;
using heedmap::test::quietNaN;

using Axes = std::vector<int>;

TensorSummary summaryOf(const Shape& shape, std::vector<double> values) {
    return summarize(makeTensor(shape, std::move(values)).view);
}

TEST(Statistics, CountsWhatIsNoNumber) {
    const TensorSummary summary = summaryOf({2, 3}, {quietNaN, 2, -1, infinity, -infinity, quietNaN});
    EXPECT_EQ(summary.smallest, -1);
    EXPECT_EQ(summary.largest, 2);
    EXPECT_EQ(summary.nan, 2);
    EXPECT_EQ(summary.positiveInfinity, 1);
    EXPECT_EQ(summary.negativeInfinity, 1);
    EXPECT_EQ(summary.axesSummingToOne, Axes{});
}

TEST(Statistics, WithoutNumbersThereIsNoRange) {
    EXPECT_FALSE(summaryOf({0, 3}, {}).smallest.has_value());
    EXPECT_EQ(summaryOf({0, 3}, {}).axesSummingToOne, Axes{});
    EXPECT_FALSE(summaryOf({1}, {quietNaN}).largest.has_value());
    EXPECT_EQ(summaryOf({}, {7}).largest, 7); // rank 0
}

TEST(Statistics, FindsTheAxisThatSumsToOne) {
    EXPECT_EQ(summaryOf({2, 2}, {0.9, 0.1, 0.3, 0.7}).axesSummingToOne, Axes{1});
    EXPECT_EQ(summaryOf({2, 2}, {0.9, 0.3, 0.1, 0.7}).axesSummingToOne, Axes{0});
    EXPECT_EQ(summaryOf({2, 2}, {0.9, 0.1, 0.1, 0.9}).axesSummingToOne, (Axes{0, 1}));
    EXPECT_EQ(summaryOf({2, 2, 2}, {0.9, 0.3, 0.1, 0.7, 0.5, 0.2, 0.5, 0.8}).axesSummingToOne, Axes{1});
}

TEST(Statistics, SumsMayBeRoundedAndRowsMayAllowNothing) {
    EXPECT_EQ(summaryOf({2, 2}, {0.66, 0.33, 0.1, 0.9}).axesSummingToOne, Axes{1});
    EXPECT_EQ(summaryOf({2, 2}, {0, 0, 0.4, 0.6}).axesSummingToOne, Axes{1});
    EXPECT_EQ(summaryOf({2, 2}, {0, 0, 0, 0}).axesSummingToOne, Axes{});
    EXPECT_EQ(summaryOf({2, 2}, {2, -1, 0.5, 0.5}).axesSummingToOne, Axes{}); // negative: no weights
}

TEST(Statistics, ReadsTensorsInParts) {
    // 1500 × 1000 is read in two parts; the last row decides.
    std::vector<double> values(1500 * 1000, 0.001);
    EXPECT_EQ(summaryOf({1500, 1000}, values).axesSummingToOne, Axes{1});
    values.back() = 3;
    const TensorSummary summary = summaryOf({1500, 1000}, values);
    EXPECT_EQ(summary.largest, 3);
    EXPECT_EQ(summary.axesSummingToOne, Axes{});
    values.assign(3 * 1'100'000, 1.0 / 3);
    EXPECT_EQ(summaryOf({3, 1'100'000}, values).axesSummingToOne, Axes{0});
}

} // namespace
} // namespace heedmap::analysis
