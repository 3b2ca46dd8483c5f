#include "core/heatmap/cell_geometry.h"

#include <gtest/gtest.h>

using namespace heedmap;
using namespace heedmap::heatmap;

namespace {

CellGeometry geometryOf(Index rows, Index columns, double cell, Point origin, double width, double height) {
    return {rows, columns, cell, cell, origin, width, height};
}

} // namespace

TEST(CellGeometry, FitsTheWholeMatrixInTheMiddle) {
    struct {
        Index rows, columns;
        double width, height, maxCell;
        double cell, x, y;
    } const rows[] = {
        {3, 4, 400, 400, 64, 64, 72, 104}, {3, 4, 100, 400, 64, 25, 0, 162.5}, {10, 10, 5, 5, 64, 0.5, 0, 0},
        {1, 1, 101, 51, 64, 51, 25, 0},    {0, 4, 100, 50, 64, 25, 0, 25},     {4, 0, 100, 50, 64, 12.5, 50, 0},
        {0, 0, 100, 50, 64, 64, 50, 25},   {2, 2, 100, 100, 10, 10, 40, 40},
    };
    for (const auto& row : rows) {
        const auto fitted = CellGeometry::fitted(row.rows, row.columns, row.width, row.height, row.maxCell);
        EXPECT_EQ(fitted.cellWidth, row.cell) << row.rows << "×" << row.columns;
        EXPECT_EQ(fitted.cellHeight, row.cell) << row.rows << "×" << row.columns;
        EXPECT_EQ(fitted.origin, (Point{row.x, row.y})) << row.rows << "×" << row.columns;
    }
    EXPECT_GT(CellGeometry::fitted(5, 5, 0, 0).cellWidth, 0);
}

TEST(CellGeometry, EdgesBelongToTheCellAfterThem) {
    const auto geometry = geometryOf(2, 3, 10, {5.5, -3}, 100, 100);
    EXPECT_EQ(geometry.cellAt({5.5, -3}), (Cell{0, 0}));
    EXPECT_EQ(geometry.cellAt({15.49, 6.99}), (Cell{0, 0}));
    EXPECT_EQ(geometry.cellAt({15.5, 7}), (Cell{1, 1}));
    EXPECT_EQ(geometry.cellAt({35.49, 16.99}), (Cell{1, 2}));
    EXPECT_FALSE(geometry.cellAt({5.49, 0}));
    EXPECT_FALSE(geometry.cellAt({35.5, 0}));
    EXPECT_FALSE(geometry.cellAt({10, 17}));
    EXPECT_EQ(geometry.nearestCell({-100, 1000}), (Cell{1, 0}));
    EXPECT_EQ(geometry.nearestCell({1000, -1000}), (Cell{0, 2}));
}

TEST(CellGeometry, CornerOfEveryCellIsInThatCellWhateverTheRounding) {
    for (const double cell : {0.1, 1.0 / 3, 0.7, 1.0, 1.1, 12.3, 64.7}) {
        for (const double origin : {0.0, 0.1, -1234.567, 1e6 / 3}) {
            const auto geometry = geometryOf(1000, 1000, cell, {origin, -origin}, 100, 100);
            for (Index i = 0; i < 1000; ++i) {
                const Rect rect = geometry.rectOf(Cell{i, 999 - i});
                ASSERT_EQ(geometry.cellAt({rect.x, rect.y}), (Cell{i, 999 - i})) << cell << " from " << origin;
            }
        }
    }
}

TEST(CellGeometry, VisibleAreTheCellsThatShowAtLeastInPart) {
    struct {
        double cell, origin, view;
        Index count, begin, end;
    } const rows[] = {
        {10, 0, 30, 5, 0, 3},     {10, 0, 30.5, 5, 0, 4},  {10, -0.5, 30, 5, 0, 4}, {10, -10, 30, 5, 1, 4},
        {10, -9.5, 30, 5, 0, 4},  {10, 20, 30, 5, 0, 1},   {10, 30, 30, 5, 0, 0},   {10, -50, 30, 5, 5, 5},
        {10, -49.5, 30, 5, 4, 5}, {0.5, 0, 30, 60, 0, 60}, {10, 5, 100, 5, 0, 5},   {10, 0, 0, 5, 0, 0},
    };
    for (const auto& row : rows) {
        const auto geometry = geometryOf(row.count, row.count, row.cell, {row.origin, row.origin}, row.view, row.view);
        EXPECT_EQ(geometry.visibleRows(), (Rows{row.begin, row.end})) << row.cell << " " << row.origin;
        EXPECT_EQ(geometry.visibleColumns(), (Columns{row.begin, row.end})) << row.cell << " " << row.origin;
    }
}

TEST(CellGeometry, ZoomKeepsWhatIsUnderTheAnchor) {
    const auto geometry = geometryOf(100, 100, 10, {-200, -100}, 400, 300);
    for (const double factor : {0.5, 1.25, 2.0}) {
        const auto zoomed = geometry.zoomed(factor, {120, 80});
        EXPECT_EQ(zoomed.cellWidth, 10 * factor);
        EXPECT_DOUBLE_EQ((120 - zoomed.origin.x) / zoomed.cellWidth, 32);
        EXPECT_DOUBLE_EQ((80 - zoomed.origin.y) / zoomed.cellHeight, 18);
    }
}

TEST(CellGeometry, ZoomEndsAtTheWholeMatrixAndAtTheLargestCell) {
    const auto geometry = geometryOf(100, 100, 10, {-200, -100}, 400, 300);
    EXPECT_EQ(geometry.zoomed(1e-9, {0, 0}).cellWidth, 3);
    EXPECT_EQ(geometry.zoomed(1e9, {0, 0}).cellWidth, CellGeometry::maxZoomedCell);
    EXPECT_EQ(geometry.zoomed(1e-9, {70, 90}).kept(), CellGeometry::fitted(100, 100, 400, 300));
    // Stretched cells keep their proportions.
    CellGeometry stretched = geometry;
    stretched.cellHeight = 5;
    EXPECT_EQ(stretched.zoomed(2, {0, 0}).cellHeight, 10);
    EXPECT_EQ(stretched.zoomed(1e9, {0, 0}).cellHeight, CellGeometry::maxZoomedCell / 2);
    // A matrix so small that it is never shrunk to fill the view is fitted at 64.
    EXPECT_EQ(geometryOf(2, 2, 100, {0, 0}, 400, 300).zoomed(0.01, {0, 0}).cellWidth, 64);
}

TEST(CellGeometry, KeptShowsNoEmptySpaceThatTheMatrixCouldFill) {
    EXPECT_EQ(geometryOf(10, 10, 10, {50, -90}, 60, 60).kept().origin, (Point{0, -40}));
    EXPECT_EQ(geometryOf(10, 10, 10, {-10, -20}, 60, 60).kept().origin, (Point{-10, -20}));
    EXPECT_EQ(geometryOf(2, 10, 10, {-10, -20}, 60, 60).kept().origin, (Point{-10, 20}));
}

TEST(CellGeometry, RevealPansAsLittleAsPossible) {
    const auto geometry = geometryOf(100, 100, 10, {-205, -100}, 60, 60);
    EXPECT_EQ(geometry.revealing({12, 22}), geometry);
    EXPECT_EQ(geometry.revealing({5, 22}).origin, (Point{-205, -50}));
    EXPECT_EQ(geometry.revealing({12, 40}).origin, (Point{-350, -100}));
    EXPECT_EQ(geometry.revealing({12, 20}).origin, (Point{-200, -100}));
    // A cell that is larger than the view and fills it stays.
    EXPECT_EQ(geometryOf(9, 9, 200, {-250, -250}, 60, 60).revealing({1, 1}).origin, (Point{-250, -250}));
}

TEST(CellGeometry, ShowsTheChosenCellsWhole) {
    const auto geometry = geometryOf(100, 100, 10, {0, 0}, 400, 300);
    const auto showing = geometry.showing(Rows{10, 20}, Columns{40, 60});
    EXPECT_EQ(showing.cellWidth, 20);
    EXPECT_EQ(showing.rectOf(Rows{10, 20}, Columns{40, 60}), (Rect{0, 50, 400, 200}));
    // At the edge of the matrix the view does not go beyond it.
    EXPECT_EQ(geometry.showing(Rows{0, 10}, Columns{0, 20}).origin, (Point{0, 0}));
}
