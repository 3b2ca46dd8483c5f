#include "core/heatmap/raster.h"

#include "tests/support/core/grid_source.h"
#include "tests/support/core/numbers.h"
#include "tests/support/core/picture.h"

#include <gtest/gtest.h>
#include <limits>

using namespace heedmap;
using namespace heedmap::heatmap;
using heedmap::test::drawn;
using heedmap::test::geometryOf;
using heedmap::test::GridSource;
using heedmap::test::Picture;
using heedmap::test::plainStyle;

namespace {

using heedmap::test::infinity;
using heedmap::test::quietNaN;

} // namespace

TEST(RasterMarks, MeanLooksAtMarksAsArithmeticWould) {
    RasterStyle style = plainStyle();
    style.pooling = Pooling::mean;
    const auto color = [&](const GridSource& source) {
        return drawn(source, nullptr, geometryOf(source, 1.0 / 8, 1.0 / 8, {0, 0}, 1, 1), style).at(0, 0);
    };
    GridSource source(8, 8, 0.25);
    source.mask(0, 0).mask(7, 7);
    EXPECT_EQ(color(source), style.map.at(0.25));
    source.set(2, 2, -infinity);
    EXPECT_EQ(color(source), markColors(false).negativeInfinity);
    source.set(3, 2, infinity);
    EXPECT_EQ(color(source), markColors(false).nan);
    source.set(2, 2, 0.25);
    EXPECT_EQ(color(source), markColors(false).positiveInfinity);
    style.pooling = Pooling::max;
    source.set(3, 2, -infinity);
    EXPECT_EQ(color(source), style.map.at(0.25));
}

TEST(RasterMarks, PatternsTellMarksApart) {
    GridSource source(1, 5, 0.5);
    source.mask(0, 0).set(0, 1, quietNaN).set(0, 2, infinity).set(0, 3, -infinity);
    for (const bool dark : {false, true}) {
        RasterStyle style = plainStyle();
        style.dark = dark;
        style.patterns = true;
        const Picture picture = drawn(source, nullptr, geometryOf(source, 16, 16, {0, 0}, 80, 16), style);
        const MarkColors& colors = markColors(dark);
        const std::pair<Rgba, Rgba> expected[] = {{colors.masked, colors.maskedLine},
                                                  {colors.nan, colors.nanLine},
                                                  {colors.positiveInfinity, colors.positiveInfinityLine},
                                                  {colors.negativeInfinity, colors.negativeInfinityLine}};
        for (Index cell = 0; cell < 4; ++cell) {
            Index base = 0;
            Index line = 0;
            for (Index y = 0; y < 16; ++y) {
                for (Index x = 16 * cell; x < 16 * (cell + 1); ++x) {
                    base += picture.at(x, y) == expected[cell].first;
                    line += picture.at(x, y) == expected[cell].second;
                }
            }
            EXPECT_EQ(base + line, 256) << "mark " << cell;
            EXPECT_GE(line, 20) << "mark " << cell;
            EXPECT_LE(line, 50) << "mark " << cell;
        }
        EXPECT_EQ(picture.at(70, 8), style.map.at(0.5));
    }
    // Too small for a pattern: the plain colors.
    RasterStyle style = plainStyle();
    style.patterns = true;
    const Picture small = drawn(source, nullptr, geometryOf(source, 3, 3, {0, 0}, 15, 3), style);
    for (Index x = 0; x < 15; ++x)
        EXPECT_EQ(small.at(x, 1), colorOf(source, {0, x / 3}, style)) << x;
}

TEST(RasterMarks, ClippedCellsHaveANotchInTheCornerOfTheirEnd) {
    const GridSource source{{2, -1, 0.5}};
    RasterStyle style = plainStyle();
    style.clippedNotches = true;
    const Rgba notch = markColors(false).clippedLine;
    const Picture picture = drawn(source, nullptr, geometryOf(source, 12, 12, {-4, 0}, 32, 12), style);
    EXPECT_EQ(picture.at(7, 0), notch);
    EXPECT_EQ(picture.at(5, 0), notch);
    EXPECT_EQ(picture.at(7, 2), notch);
    EXPECT_EQ(picture.at(6, 2), style.map.at(1));
    EXPECT_EQ(picture.at(4, 0), style.map.at(1));
    EXPECT_EQ(picture.at(8, 11), notch);
    EXPECT_EQ(picture.at(10, 11), notch);
    EXPECT_EQ(picture.at(11, 11), style.map.at(0));
    EXPECT_EQ(picture.at(8, 9), notch);
    EXPECT_EQ(picture.at(8, 8), style.map.at(0));
    for (Index x = 20; x < 32; ++x)
        EXPECT_EQ(picture.at(x, 0), style.map.at(0.5)) << x;
    const Picture small = drawn(source, nullptr, geometryOf(source, 7, 7, {0, 0}, 21, 7), style);
    for (const Rgba& pixel : small.pixels)
        EXPECT_NE(pixel, notch);
}

// 0.1 is more than 0.1 once it is a float32.
TEST(RasterMarks, TheLargestNumberIsNotClippedByItsRounding) {
    const GridSource source{{0.1, -0.1, 0.05}};
    RasterStyle style = plainStyle();
    style.clippedNotches = true;
    style.range = {-0.1, 0.1};
    for (const Rgba& pixel : drawn(source, nullptr, geometryOf(source, 12, 12, {0, 0}, 36, 12), style).pixels)
        EXPECT_NE(pixel, markColors(false).clippedLine);
}
