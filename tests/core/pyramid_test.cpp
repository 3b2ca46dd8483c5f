#include "core/heatmap/pyramid.h"

#include "tests/support/core/grid_source.h"
#include "tests/support/core/numbers.h"

#include <atomic>
#include <cmath>
#include <gtest/gtest.h>
#include <limits>

using namespace heedmap;
using namespace heedmap::heatmap;
using heedmap::test::GridSource;
using heedmap::test::noise;

namespace {

using heedmap::test::infinity;
using heedmap::test::quietNaN;

struct Pooled {
    double max = 0;
    double mean = 0;
    MarkSet marks = 0;
};

Pooled naive(const AlphaSource& source, Index row, Index column, int level) {
    Pooled pooled{-infinity, 0, 0};
    double count = 0;
    for (Index i = row << level; i < std::min((row + 1) << level, source.rows()); ++i) {
        for (Index j = column << level; j < std::min((column + 1) << level, source.columns()); ++j) {
            pooled.marks = static_cast<MarkSet>(pooled.marks | setOf(source.mark({i, j})));
            if (source.mark({i, j}) != Mark::number)
                continue;
            pooled.max = std::max(pooled.max, source.value({i, j}));
            pooled.mean += source.value({i, j});
            ++count;
        }
    }
    return count > 0 ? Pooled{pooled.max, pooled.mean / count, pooled.marks} : Pooled{0, 0, pooled.marks};
}

void expectPyramidOf(const AlphaSource& source) {
    const auto pyramid = Pyramid::build(source);
    ASSERT_TRUE(pyramid);
    Index rows = source.rows();
    Index columns = source.columns();
    for (int level = 1; level <= pyramid->levels(); ++level) {
        rows = (rows + 1) / 2;
        columns = (columns + 1) / 2;
        const PyramidLevel& pooled = pyramid->level(level);
        ASSERT_EQ(pooled.rows, rows);
        ASSERT_EQ(pooled.columns, columns);
        ASSERT_EQ(static_cast<Index>(pooled.max.size()), rows * columns);
        for (Index i = 0; i < rows; ++i) {
            for (Index j = 0; j < columns; ++j) {
                const Pooled expected = naive(source, i, j, level);
                const auto at = static_cast<std::size_t>(i * columns + j);
                ASSERT_EQ(pooled.max[at], static_cast<float>(expected.max)) << level << ": " << i << "," << j;
                ASSERT_NEAR(pooled.mean[at], expected.mean, 1e-6) << level << ": " << i << "," << j;
                ASSERT_EQ(pooled.marks[at], expected.marks) << level << ": " << i << "," << j;
            }
        }
    }
    EXPECT_EQ(std::max(rows, columns), std::min<Index>(1, std::max(source.rows(), source.columns())));
}

GridSource mixed(Index rows, Index columns) {
    GridSource source(rows, columns, noise);
    for (Index i = 0; i < rows; ++i) {
        for (Index j = 0; j < columns; ++j) {
            const double dice = noise(j, i + 1000);
            if (j > i)
                source.mask(i, j);
            else if (dice < 0.02)
                source.set(i, j, dice < 0.005 ? quietNaN : dice < 0.01 ? infinity : dice < 0.015 ? -infinity : -3.0);
        }
    }
    return source;
}

} // namespace

TEST(Pyramid, AgreesWithNaivePoolingForOddSizes) {
    for (const auto& [rows, columns] : {std::pair<Index, Index>{1, 1},
                                        {1, 7},
                                        {9, 1},
                                        {2, 2},
                                        {5, 7},
                                        {64, 64},
                                        {65, 3},
                                        {129, 130},
                                        {257, 129},
                                        {3, 1000}}) {
        SCOPED_TRACE(std::to_string(rows) + "×" + std::to_string(columns));
        expectPyramidOf(GridSource(rows, columns, noise));
        expectPyramidOf(mixed(rows, columns));
    }
}

TEST(Pyramid, OfAVeryWideMatrixUsesThinStrips) {
    expectPyramidOf(GridSource(7, 70001, noise));
}

TEST(Pyramid, OfNothing) {
    for (const auto& [rows, columns] : {std::pair<Index, Index>{0, 0}, {0, 5}, {5, 0}}) {
        const auto pyramid = Pyramid::build(GridSource(rows, columns));
        ASSERT_TRUE(pyramid);
        EXPECT_EQ(pyramid->levels(), 0);
        EXPECT_EQ(pyramid->summary().count(Mark::number), 0);
        EXPECT_EQ(pyramid->summary().largest, 0);
    }
}

TEST(Pyramid, MeanOfEqualNumbersIsThatNumber) {
    for (const double value : {0.1, 1.0 / 3, -7.7, 1e17, 3e38}) {
        const float exact = static_cast<float>(value);
        GridSource source(37, 53, static_cast<double>(exact));
        source.mask(3, 4).mask(3, 5).set(9, 9, quietNaN);
        const auto pyramid = Pyramid::build(source);
        for (int level = 1; level <= pyramid->levels(); ++level) {
            for (std::size_t i = 0; i < pyramid->level(level).mean.size(); ++i)
                ASSERT_EQ(pyramid->level(level).mean[i], exact) << "level " << level << ", cell " << i;
        }
    }
}

TEST(Pyramid, HugeNumbersDoNotOverflow) {
    const float largest = std::numeric_limits<float>::max();
    const auto pyramid = Pyramid::build(GridSource{{1e300, -1e300}, {3e38, 3e38}});
    EXPECT_EQ(pyramid->summary().largest, static_cast<double>(largest));
    EXPECT_EQ(pyramid->summary().smallest, -static_cast<double>(largest));
    EXPECT_EQ(pyramid->level(1).max[0], largest);
    EXPECT_NEAR(static_cast<double>(pyramid->level(1).mean[0]), 1.5e38, 1e33);
}

TEST(Pyramid, SummaryCountsMarksAndFindsLimits) {
    GridSource source{{0, -2, quietNaN}, {infinity, 0.25, -infinity}, {3, 0.125, quietNaN}};
    source.mask(0, 0);
    const ValueSummary summary = Pyramid::build(source)->summary();
    EXPECT_EQ(summary.smallest, -2);
    EXPECT_EQ(summary.largest, 3);
    EXPECT_EQ(summary.smallestPositive, 0.125);
    EXPECT_EQ(summary.count(Mark::number), 4);
    EXPECT_EQ(summary.count(Mark::masked), 1);
    EXPECT_EQ(summary.count(Mark::nan), 2);
    EXPECT_EQ(summary.count(Mark::positiveInfinity), 1);
    EXPECT_EQ(summary.count(Mark::negativeInfinity), 1);
}

TEST(Pyramid, SummaryFindsLimitsAnywhere) {
    for (const Index place : {0, 15, 16, 63, 64, 98}) {
        GridSource source(99, 99, 0.5);
        source.set(place, 98 - place, 0.75).set(98 - place, place, -0.25);
        if (place == 98 - place)
            continue;
        const ValueSummary summary = Pyramid::build(source)->summary();
        EXPECT_EQ(summary.largest, 0.75) << place;
        EXPECT_EQ(summary.smallest, -0.25) << place;
        EXPECT_EQ(summary.smallestPositive, 0.5) << place;
    }
}

TEST(Pyramid, StopsWhenAsked) {
    const GridSource source(500, 100, noise);
    std::stop_source stop;
    stop.request_stop();
    EXPECT_FALSE(Pyramid::build(source, stop.get_token()));
    EXPECT_FALSE(Pyramid::build(GridSource(0, 0), stop.get_token()));

    std::stop_source later;
    int told = 0;
    const auto pyramid = Pyramid::build(source, later.get_token(), [&](double) {
        ++told;
        later.request_stop();
    });
    EXPECT_FALSE(pyramid);
    EXPECT_LT(told, 8); // of 8 strips
}

TEST(Pyramid, ProgressGrowsToOne) {
    double last = 0;
    Pyramid::build(GridSource(500, 100, noise), {}, [&](double fraction) {
        EXPECT_GT(fraction, last);
        last = fraction;
    });
    EXPECT_EQ(last, 1);
}

TEST(Summary, IsThatOfThePyramid) {
    for (const auto& [rows, columns] : {std::pair<Index, Index>{0, 0}, {0, 4}, {1, 1}, {257, 129}, {3, 70001}}) {
        const GridSource source = mixed(rows, columns);
        const ValueSummary expected = Pyramid::build(source)->summary();
        const auto summary = summarize(source);
        ASSERT_TRUE(summary);
        EXPECT_EQ(summary->smallest, expected.smallest) << rows << "×" << columns;
        EXPECT_EQ(summary->largest, expected.largest) << rows << "×" << columns;
        EXPECT_EQ(summary->smallestPositive, expected.smallestPositive) << rows << "×" << columns;
        for (int mark = 0; mark < 5; ++mark)
            EXPECT_EQ(summary->counts[mark], expected.counts[mark]) << rows << "×" << columns << ", mark " << mark;
    }
    std::stop_source stop;
    stop.request_stop();
    EXPECT_FALSE(summarize(GridSource(3, 3), stop.get_token()));
}

TEST(PoolingNames, ReadBack) {
    EXPECT_EQ(poolingNamed(nameOf(Pooling::max)), Pooling::max);
    EXPECT_EQ(poolingNamed(nameOf(Pooling::mean)), Pooling::mean);
    EXPECT_FALSE(poolingNamed("min"));
}
