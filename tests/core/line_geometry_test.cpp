#include "core/heatmap/line_geometry.h"

#include <gtest/gtest.h>

using namespace heedmap;
using namespace heedmap::heatmap;

namespace {

LineGeometry threeByFour(int series = 1) {
    return {3, 4, series, {100, 20, 200, 400}};
}

double everyLine(Cell, int) {
    return 2;
}

} // namespace

TEST(LineGeometry, BothSidesStandFromTheTopWithOneStep) {
    const LineGeometry g = threeByFour();
    EXPECT_EQ(g.step(), LineGeometry::largestStep); // 100 pixels a token would be more than that
    EXPECT_EQ(g.start(0, 0), (Point{100, 20 + 22}));
    EXPECT_EQ(g.end(0, 0), (Point{300, 20 + 22}));
    EXPECT_EQ(g.start(3, 0).y - g.start(2, 0).y, g.step());
    const LineGeometry many{60, 7, 1, {0, 0, 10, 300}};
    EXPECT_EQ(many.step(), 5);
    EXPECT_LE(many.widest(), 5);
    EXPECT_EQ(many.end(59, 0).y, 297.5);
}

TEST(LineGeometry, SeriesLieBesideEachOtherWithinATokensHeight) {
    const LineGeometry g = threeByFour(4);
    EXPECT_LE(4 * g.widest(), g.step());
    EXPECT_DOUBLE_EQ(g.start(1, 1).y - g.start(1, 0).y, g.widest());
    EXPECT_DOUBLE_EQ(g.start(1, 0).y + g.start(1, 3).y, 2 * threeByFour().start(1, 0).y);
    EXPECT_GT(g.start(1, 0).y, 20 + g.step());
    EXPECT_LT(g.start(1, 3).y, 20 + 2 * g.step());
}

TEST(LineGeometry, LinesAreTheBezierCurvesThatTheHeaderSays) {
    const LineGeometry g = threeByFour();
    const Cell cell{0, 3};
    const double from = g.start(3, 0).y;
    const double to = g.end(0, 0).y;
    for (const double u : {0.0, 0.1, 0.5, 0.9, 1.0}) {
        const double v = 1 - u;
        const double bezier = v * v * v * from + 3 * v * v * u * from + 3 * v * u * u * to + u * u * u * to;
        EXPECT_NEAR(g.yAt(cell, 0, 100 + 200 * u), bezier, 1e-9) << "u = " << u;
    }
    EXPECT_EQ(g.yAt(cell, 0, -50), from);
    EXPECT_EQ(g.yAt(cell, 0, 999), to);
}

TEST(LineGeometry, TokensAreFoundByTheirHeight) {
    const LineGeometry g = threeByFour();
    EXPECT_EQ(g.rowAt(20), 0);
    EXPECT_EQ(g.rowAt(20 + 2.9 * g.step()), 2);
    EXPECT_EQ(g.rowAt(20 + 3.1 * g.step()), std::nullopt);
    EXPECT_EQ(g.columnAt(20 + 3.1 * g.step()), 3);
    EXPECT_EQ(g.columnAt(19), std::nullopt);
    EXPECT_EQ((LineGeometry{0, 0, 1, {0, 0, 10, 10}}.rowAt(5)), std::nullopt);
}

TEST(LineGeometry, TheLineUnderAPointIsFound) {
    const LineGeometry g = threeByFour(2);
    for (int which = 0; which < 2; ++which) {
        for (Cell cell; cell.row < 3; ++cell.row) {
            for (cell.column = 0; cell.column < 4; ++cell.column) {
                const auto only = [&](Cell c, int w) {
                    return c == cell && w == which ? 2.0 : 0.0;
                };
                const Point on{180, g.yAt(cell, which, 180)};
                const auto hit = g.lineAt(on, 3, only);
                ASSERT_TRUE(hit) << cell.row << ", " << cell.column;
                EXPECT_EQ(*hit, (LineGeometry::Hit{cell, which}));
            }
        }
    }
    const LineGeometry::Hit end{{1, 2}, 1}; // lines part at their ends, where no other of this series ends as near
    const auto near =
        g.lineAt({100.5, g.start(2, 1).y}, 0.5, [&](Cell c, int w) { return c.row == 1 ? everyLine(c, w) : 0.0; });
    EXPECT_EQ(near, end);
}

TEST(LineGeometry, OfSeveralBelowThePointTheWidestIsMeant) {
    const LineGeometry g = threeByFour();
    const double crossing = g.yAt({1, 1}, 0, 200); // 0 → 2 and 2 → 0 cross it in the middle
    ASSERT_NEAR(g.yAt({2, 0}, 0, 200), crossing, 1e-9);
    const auto hit = g.lineAt({200, crossing}, 4, [](Cell c, int) { return c == Cell{2, 0} ? 6.0 : 1.0; });
    ASSERT_TRUE(hit);
    EXPECT_EQ(hit->cell, (Cell{2, 0}));
}

TEST(LineGeometry, FarFromEveryLineAndOutsideThereIsNone) {
    const LineGeometry g = threeByFour();
    EXPECT_FALSE(g.lineAt({200, 390}, 4, everyLine));
    EXPECT_FALSE(g.lineAt({99, g.start(0, 0).y}, 4, everyLine));
    EXPECT_FALSE(g.lineAt({200, g.yAt({0, 0}, 0, 200)}, 4, [](Cell, int) { return 0.0; }));
    EXPECT_FALSE((LineGeometry{3, 3, 1, {0, 0, 0, 10}}.lineAt({0, 1}, 4, everyLine)));
}
