#include "core/heatmap/value_range.h"

#include "tests/support/core/grid_source.h"
#include "tests/support/core/numbers.h"

#include <cmath>
#include <gtest/gtest.h>
#include <limits>

using namespace heedmap;
using namespace heedmap::heatmap;
using heedmap::test::GridSource;

namespace {

using heedmap::test::infinity;
using heedmap::test::quietNaN;

ValueRange resolved(const char* spec, Scale scale, const AlphaSource& source) {
    return resolveRange(*parseRange(spec), scale, source, Pyramid::build(source)->summary());
}

} // namespace

TEST(ParseRange, ReadsWhatItShould) {
    using Kind = RangeSpec::Kind;
    struct {
        const char* text;
        RangeSpec spec;
        const char* again;
    } const rows[] = {
        {"auto", {}, "auto"},
        {" auto ", {}, "auto"},
        {"0:1", {Kind::fixed, 0, 1}, "0:1"},
        {"-2.5:2.5", {Kind::fixed, -2.5, 2.5}, "-2.5:2.5"},
        {"\u22122.5 : +1e-3", {Kind::fixed, -2.5, 1e-3}, "-2.5:0.001"},
        {"3:3", {Kind::fixed, 3, 3}, "3:3"},
        {"-0:0.1", {Kind::fixed, -0.0, 0.1}, "0:0.1"},
        {"1%:99%", {Kind::percentile, 1, 99}, "1%:99%"},
        {"0 % : 99.5 %", {Kind::percentile, 0, 99.5}, "0%:99.5%"},
        {"0%:100%", {Kind::percentile, 0, 100}, "0%:100%"},
    };
    for (const auto& row : rows) {
        const auto spec = parseRange(row.text);
        ASSERT_TRUE(spec) << row.text << ": " << sentence(spec.error());
        EXPECT_EQ(*spec, row.spec) << row.text;
        EXPECT_EQ(text(*spec), row.again) << row.text;
        EXPECT_EQ(*parseRange(text(*spec)), row.spec) << row.text;
    }
}

TEST(ParseRange, RefusesWithASentence) {
    const std::string form = " is not a range; write auto, two numbers as in 0:1, or two percentiles as in 1%:99%";
    for (const std::string bad : {"", "Auto", "1", ":", "0:", ":1", "a:b", "0:1:2", "0,5:1", "nan:1", "0:inf",
                                  "1e999:2", "0:1%", "1%:2", "--1:2", "+-1:2", "-+1:2", "%:%", "0x10:0x20"}) {
        const auto spec = parseRange(bad);
        ASSERT_FALSE(spec) << bad;
        EXPECT_EQ(sentence(spec.error()), "\"" + bad + "\"" + form);
    }
    EXPECT_EQ(sentence(parseRange("1:0").error()),
              "the range \"1:0\" ends before it begins; write the smaller limit first");
    EXPECT_EQ(sentence(parseRange("99%:1%").error()),
              "the range \"99%:1%\" ends before it begins; write the smaller limit first");
    EXPECT_EQ(sentence(parseRange("1%:101%").error()), "the range \"1%:101%\" has a percentile outside 0% to 100%");
    EXPECT_EQ(sentence(parseRange("-1%:10%").error()), "the range \"-1%:10%\" has a percentile outside 0% to 100%");
}

TEST(ScaleNames, ReadBack) {
    for (const Scale scale : {Scale::linear, Scale::log, Scale::sqrt, Scale::rank})
        EXPECT_EQ(scaleNamed(nameOf(scale)), scale);
    EXPECT_FALSE(scaleNamed("Log"));
    EXPECT_FALSE(scaleNamed(""));
}

TEST(ValueRange, PositionsByScale) {
    const ValueRange linear{-1, 3};
    EXPECT_EQ(linear.position(-1), 0);
    EXPECT_EQ(linear.position(0), 0.25);
    EXPECT_EQ(linear.position(3), 1);
    const ValueRange root{0, 4, Scale::sqrt};
    EXPECT_EQ(root.position(1), 0.5);
    const ValueRange log{1e-4, 1, Scale::log};
    EXPECT_DOUBLE_EQ(log.position(1e-3), 0.25);
    EXPECT_EQ(log.position(1e-4), 0);
    EXPECT_EQ(log.position(1), 1);
    EXPECT_LT(log.position(0), 0);
    EXPECT_LT(log.position(-5), 0);
    const ValueRange wide{-1e308, 1e308};
    EXPECT_EQ(wide.position(0), 0.5);
    const ValueRange wideLog{1e-308, 1e308, Scale::log};
    EXPECT_NEAR(wideLog.position(1), 0.5, 1e-12);
    EXPECT_NEAR(wideLog.valueAt(0.5), 1, 1e-9);
}

TEST(ValueRange, EqualLimitsAreTheMiddle) {
    for (const Scale scale : {Scale::linear, Scale::log, Scale::sqrt, Scale::rank}) {
        const ValueRange range{0.3, 0.3, scale};
        EXPECT_EQ(range.position(0.3), 0.5);
        EXPECT_LT(range.position(0.2), 0);
        EXPECT_GT(range.position(0.4), 1);
    }
}

TEST(ValueRange, ClippedIsExactlyOutsideTheLimits) {
    for (const Scale scale : {Scale::linear, Scale::log, Scale::sqrt}) {
        for (const auto& [low, high] : {std::pair{0.1, 0.7},
                                        {1e-300, 1e300},
                                        {1.0, std::nextafter(1.0, 2.0)},
                                        {1e17, 1e17 + 64},
                                        {5e-324, 1e-320}}) {
            const ValueRange range{low, high, scale};
            EXPECT_LT(range.position(std::nextafter(low, -infinity)), 0) << low << ":" << high << " " << nameOf(scale);
            EXPECT_EQ(range.position(low), 0) << low << ":" << high << " " << nameOf(scale);
            EXPECT_LE(range.position(high), 1) << low << ":" << high << " " << nameOf(scale);
            EXPECT_GT(range.position(std::nextafter(high, infinity)), 1) << low << ":" << high << " " << nameOf(scale);
        }
    }
}

TEST(ValueRange, ValueAtIsTheInverse) {
    for (const ValueRange range :
         {ValueRange{-2, 5}, ValueRange{0, 0.9, Scale::sqrt}, ValueRange{1e-6, 1, Scale::log}}) {
        for (int i = 0; i <= 16; ++i) {
            const double position = i / 16.0;
            EXPECT_NEAR(range.position(range.valueAt(position)), position, 1e-14) << nameOf(range.scale);
        }
        EXPECT_EQ(range.valueAt(0), range.low);
        EXPECT_EQ(range.valueAt(1), range.high);
    }
}

TEST(ResolveRange, Automatic) {
    EXPECT_EQ(resolved("auto", Scale::linear, GridSource{{0.2, 0.5}, {0.25, 0.05}}), (ValueRange{0, 0.5}));
    EXPECT_EQ(resolved("auto", Scale::linear, GridSource{{-2, 0.5}}), (ValueRange{-2, 0.5}));
    EXPECT_EQ(resolved("auto", Scale::linear, GridSource{{2, 4}}), (ValueRange{2, 4}));
    EXPECT_EQ(resolved("auto", Scale::sqrt, GridSource{{2, 4}}), (ValueRange{2, 4, Scale::sqrt}));
    EXPECT_EQ(resolved("auto", Scale::linear, GridSource{{7, 7}}), (ValueRange{7, 7}));
    EXPECT_EQ(resolved("auto", Scale::linear, GridSource{{0, 0}}), (ValueRange{0, 1}));
    EXPECT_EQ(resolved("auto", Scale::linear, GridSource{{quietNaN, infinity, -infinity}}), (ValueRange{0, 1}));
    EXPECT_EQ(resolved("auto", Scale::linear, GridSource(0, 5)), (ValueRange{0, 1}));
    EXPECT_EQ(resolved("auto", Scale::linear, GridSource{{quietNaN, 3, infinity}}), (ValueRange{3, 3}));
    EXPECT_EQ(resolved("auto", Scale::linear, GridSource{{0, 1e17F, 1}}), (ValueRange{0, double{1e17F}}));
    EXPECT_EQ(resolved("auto", Scale::linear, GridSource{{-1e300, 1e300}}).high, std::numeric_limits<float>::max());
}

TEST(ResolveRange, Logarithmic) {
    EXPECT_EQ(resolved("auto", Scale::log, GridSource{{0, 0.25, 0.5}}), (ValueRange{0.25, 0.5, Scale::log}));
    EXPECT_EQ(resolved("auto", Scale::log, GridSource{{-4, 1e-30, 0.5}}), (ValueRange{0.5 / 1e6, 0.5, Scale::log}));
    EXPECT_EQ(resolved("auto", Scale::log, GridSource{{-4, 0}}), (ValueRange{1e-6, 1, Scale::log}));
    EXPECT_EQ(resolved("auto", Scale::log, GridSource(0, 0)), (ValueRange{1e-6, 1, Scale::log}));
    EXPECT_EQ(resolved("0.001:1", Scale::log, GridSource{{0, 0}}), (ValueRange{0.001, 1, Scale::log}));
    EXPECT_EQ(resolved("0:1", Scale::log, GridSource{{0.125, 3}}), (ValueRange{0.125, 1, Scale::log}));
    EXPECT_EQ(resolved("0:1", Scale::log, GridSource{{2, 3}}), (ValueRange{1, 1, Scale::log}));
}

TEST(ResolveRange, PercentilesAreNearestRanks) {
    const GridSource tens(10, 1, [](Index i, Index) { return static_cast<double>(10 * ((7 * i) % 10 + 1)); });
    EXPECT_EQ(resolved("0%:100%", Scale::linear, tens), (ValueRange{10, 100}));
    EXPECT_EQ(resolved("10%:90%", Scale::linear, tens), (ValueRange{10, 90}));
    EXPECT_EQ(resolved("10.1%:90.1%", Scale::linear, tens), (ValueRange{20, 100}));
    EXPECT_EQ(resolved("50%:50%", Scale::linear, tens), (ValueRange{50, 50}));
    EXPECT_EQ(resolved("1%:99%", Scale::linear, GridSource{{quietNaN, infinity}}), (ValueRange{0, 1}));
    EXPECT_EQ(resolved("0%:100%", Scale::log, tens), (ValueRange{10, 100, Scale::log}));
}

TEST(ResolveRange, PercentilesOfALargeMatrixComeFromEvenlyTakenCells) {
    for (const auto& [rows, columns] : {std::pair<Index, Index>{2048, 1024}, {3, 1 << 20}, {1 << 21, 1}}) {
        const auto width = columns;
        const GridSource ramp(rows, columns, [width](Index i, Index j) { return static_cast<double>(i * width + j); });
        const ValueRange range =
            resolveRange({RangeSpec::Kind::percentile, 25, 75}, Scale::linear, ramp, ValueSummary{});
        const auto count = static_cast<double>(rows * columns);
        EXPECT_NEAR(range.low / count, 0.25, 0.01) << rows << "×" << columns;
        EXPECT_NEAR(range.high / count, 0.75, 0.01) << rows << "×" << columns;
    }
}

TEST(ResolveRange, RanksRunFrom0To1) {
    const GridSource source{{5, 6}};
    EXPECT_EQ(resolved("auto", Scale::rank, source), (ValueRange{0, 1, Scale::rank}));
    EXPECT_EQ(resolved("0.2:0.9", Scale::rank, source), (ValueRange{0.2, 0.9, Scale::rank}));
    EXPECT_EQ(resolved("25%:75%", Scale::rank, source), (ValueRange{0.25, 0.75, Scale::rank}));
}

TEST(UniteRanges, HoldsBoth) {
    EXPECT_EQ(unite({0, 1}, {-2, 0.5}), (ValueRange{-2, 1}));
    EXPECT_EQ(unite({3, 3}, {5, 5}), (ValueRange{3, 5}));
}

TEST(RankSource, RanksRowsWithTiesByTheirMean) {
    auto source = std::make_shared<GridSource>(GridSource{{0.1, 0.4, 0.2, 0.3, 0.5},
                                                          {2, 1, 2, 1, 2},
                                                          {quietNaN, 5, -infinity, 4, infinity},
                                                          {quietNaN, quietNaN, 8, quietNaN, quietNaN}});
    source->mask(3, 0);
    const RankSource ranks(source);
    const float expected[] = {0, 0.75F, 0.25F, 0.5F, 1, 0.75F, 0.125F, 0.75F, 0.125F, 0.75F,
                              0, 1,     0,     0,    0, 0,     0,      0.5F,  0,      0};
    std::vector<float> values(20);
    std::vector<Mark> marks(20);
    ranks.tile(Rows{0, 4}, Columns{0, 5}, values, marks);
    for (std::size_t i = 0; i < 20; ++i) {
        const Cell cell{static_cast<Index>(i / 5), static_cast<Index>(i % 5)};
        EXPECT_EQ(values[i], expected[i]) << cell.row << "," << cell.column;
        EXPECT_EQ(marks[i], source->mark(cell)) << cell.row << "," << cell.column;
    }
    EXPECT_EQ(ranks.value({0, 1}), 0.4);
    // A part of a row is ranked within the whole row.
    ranks.tile(Rows{0, 2}, Columns{2, 4}, {values.data(), 4}, {marks.data(), 4});
    EXPECT_EQ(std::vector<float>(values.begin(), values.begin() + 4), (std::vector<float>{0.25F, 0.5F, 0.75F, 0.125F}));
}

TEST(RankSource, IsTheSameWhetherRanksAreKeptOrNot) {
    const auto source = std::make_shared<GridSource>(20, 31, heedmap::test::noise);
    const RankSource keeping(source);
    const RankSource forgetful(source, 0);
    std::vector<float> kept(7 * 11);
    std::vector<float> computed(kept.size());
    std::vector<Mark> marks(kept.size());
    for (int again = 0; again < 2; ++again) {
        keeping.tile(Rows{3, 10}, Columns{5, 16}, kept, marks);
        forgetful.tile(Rows{3, 10}, Columns{5, 16}, computed, marks);
        EXPECT_EQ(kept, computed);
    }
    EXPECT_EQ(RankSource(std::make_shared<GridSource>(0, 3)).rows(), 0);
}
