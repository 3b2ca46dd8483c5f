#include "core/attention/difference_alpha.h"

#include "core/heatmap/value_range.h"
#include "tests/support/core/grid_source.h"

#include <cmath>
#include <gtest/gtest.h>
#include <limits>

namespace heedmap::attention {
namespace {

using test::GridSource;

TEST(DifferenceAlpha, IsTakenCellByCell) {
    constexpr double inf = std::numeric_limits<double>::infinity();
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    auto a = std::make_shared<GridSource>(GridSource{{1, 0.25, 5, inf, 1, inf, nan}});
    auto b = std::make_shared<GridSource>(GridSource{{0.75, 1, 1, 1, inf, inf, 1}});
    b->mask(0, 2);
    const DifferenceAlpha difference(a, b);
    const std::vector<Mark> marks{Mark::number,           Mark::number, Mark::masked, Mark::positiveInfinity,
                                  Mark::negativeInfinity, Mark::nan,    Mark::nan};
    const std::vector<double> values{0.25, -0.75, 0, 0, 0, 0, 0};
    std::vector<double> precise(7);
    std::vector<float> single(7);
    std::vector<Mark> preciseMarks(7), singleMarks(7);
    difference.preciseTile({0, 1}, {0, 7}, precise, preciseMarks);
    difference.tile({0, 1}, {0, 7}, single, singleMarks);
    EXPECT_EQ(preciseMarks, marks);
    EXPECT_EQ(singleMarks, marks);
    EXPECT_EQ(precise, values);
    for (std::size_t j = 0; j < 7; ++j) {
        EXPECT_EQ(single[j], static_cast<float>(values[j])) << j;
        EXPECT_EQ(difference.mark({0, static_cast<Index>(j)}), marks[j]) << j;
    }
    EXPECT_EQ(difference.value({0, 1}), -0.75);
    EXPECT_EQ(difference.value({0, 2}), 0) << "masked";
    EXPECT_EQ(difference.value({0, 4}), -inf);
}

TEST(DifferenceAlpha, OfNothing) {
    const DifferenceAlpha difference(std::make_shared<GridSource>(0, 3), std::make_shared<GridSource>(0, 3));
    EXPECT_EQ(difference.rows(), 0);
    EXPECT_EQ(difference.columns(), 3);
}

TEST(SymmetricRange, HasZeroInTheMiddle) {
    using heatmap::RangeSpec;
    using heatmap::Scale;
    const auto rangeOf = [](const GridSource& source, const RangeSpec& spec, Scale scale) {
        const heatmap::ValueRange range = heatmap::symmetricRange(spec, scale, *heatmap::summarize(source));
        EXPECT_EQ(range.scale, scale == Scale::rank ? Scale::rank : Scale::linear);
        return std::pair(range.low, range.high);
    };
    const GridSource source{{-0.25, 0.5}};
    EXPECT_EQ(rangeOf(source, {}, Scale::linear), std::pair(-0.5, 0.5));
    EXPECT_EQ(rangeOf(source, {RangeSpec::Kind::fixed, 0, 1}, Scale::log), std::pair(-0.5, 0.5));
    EXPECT_EQ(rangeOf(source, {RangeSpec::Kind::fixed, -2, 2}, Scale::sqrt), std::pair(-2.0, 2.0));
    EXPECT_EQ(rangeOf(GridSource{{0, 0}}, {}, Scale::linear), std::pair(-1.0, 1.0));
    EXPECT_EQ(rangeOf(GridSource(0, 0), {}, Scale::linear), std::pair(-1.0, 1.0));
    EXPECT_EQ(rangeOf(source, {}, Scale::rank), std::pair(0.0, 1.0));
}

} // namespace
} // namespace heedmap::attention
