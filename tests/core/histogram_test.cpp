#include "core/heatmap/histogram.h"
#include "tests/support/core/grid_source.h"

#include <gtest/gtest.h>

#include <limits>
#include <numeric>

using namespace heedmap;
using namespace heedmap::heatmap;
using heedmap::test::GridSource;

namespace {

using Sources = std::vector<std::shared_ptr<const attention::AlphaSource>>;

} // namespace

TEST(Histogram, CountsEveryNumberOnceAndTheLastBinHoldsItsEnd) {
    auto one = std::make_shared<GridSource>(GridSource{{0, 0.1, 0.25}, {0.5, 0.99, 1}});
    auto other = std::make_shared<GridSource>(GridSource{{0.6, 2, -1}});
    one->mask(0, 1);
    const Histogram histogram = histogramOf(Sources{one, other}, 0, 1, 4);
    EXPECT_EQ(histogram.counts, (std::vector<std::uint64_t>{1, 1, 2, 2}));
    EXPECT_EQ(histogram.numbers, 8U) << "those outside too, the masked one not";
    EXPECT_EQ(histogram.everyRow, 1);
}

TEST(Histogram, MarksAreNoNumbers) {
    GridSource source(2, 2, 0.5);
    source.set(0, 0, std::numeric_limits<double>::quiet_NaN());
    source.set(0, 1, std::numeric_limits<double>::infinity());
    const Histogram histogram = histogramOf(Sources{std::make_shared<GridSource>(source)}, 0, 1, 2);
    EXPECT_EQ(histogram.numbers, 2U);
}

TEST(Histogram, OfVeryManyCellsSomeRowsStandForAll) {
    const auto source = std::make_shared<GridSource>(1 << 13, 1 << 12, 0.5);
    const Histogram histogram = histogramOf(Sources{source}, 0, 1, 8);
    EXPECT_EQ(histogram.everyRow, 2);
    EXPECT_EQ(histogram.numbers, std::uint64_t{1} << 24);
}

TEST(Histogram, StopsWhenAsked) {
    std::stop_source stop;
    stop.request_stop();
    EXPECT_TRUE(
        histogramOf(Sources{std::make_shared<GridSource>(4, 4, 0.5)}, 0, 1, 8, stop.get_token()).counts.empty());
}
