// The rules of the canvas about where panels stand and how large a cell is.
#include "tests/support/ui/pictures.h"
#include "ui/compare/head_thumbnails.h"
#include "ui/compare/panel_arrangement.h"

#include <gtest/gtest.h>

using namespace heedmap;
using namespace heedmap::tests;

namespace {

QStringList words(Index count) {
    QStringList list;
    for (Index i = 0; i < count; ++i)
        list.append(QStringLiteral("word%1").arg(i));
    return list;
}

PanelPicture panelOf(Index rows, Index columns) {
    PanelPicture picture = pictureOf(MatrixD::Constant(rows, columns, 0.5), words(rows), words(columns));
    picture.title = QStringLiteral("dot");
    return picture;
}

std::vector<PanelRoom> roomsOf(const std::vector<PanelPicture>& pictures) {
    std::vector<PanelRoom> rooms;
    for (const PanelPicture& picture : pictures)
        rooms.emplace_back(picture, testFont());
    return rooms;
}

Arrangement arranged(const std::vector<PanelPicture>& pictures, ArrangementRules rules) {
    rules.sharesRows = rules.sharesColumns = true;
    return arrangePanels(roomsOf(pictures), rules);
}

QRectF cellsOf(const PanelPicture& picture, const PanelPlace& place) {
    const QRectF inside = QRectF(place.area).adjusted(8, 8, -8, -8);
    return layoutPanel(picture, inside, testFont(), *place.frame).cells;
}

} // namespace

TEST(PanelArrangement, CellsUseTheRoomThereIs) {
    const std::vector<PanelPicture> four(4, panelOf(4, 4));
    // What is left of 2560×1440, 1440×900 and 1280×720 beside the docks and bars.
    const Arrangement large = arranged(four, {.room = {1640, 1260}});
    EXPECT_EQ(large.columns, 2);
    EXPECT_GE(large.cell, 128);
    EXPECT_EQ(arranged(four, {.room = {1660, 1100}}).columns, 2) << "no place is left empty";
    const Arrangement small = arranged(four, {.room = {680, 560}});
    EXPECT_EQ(small.columns, 2);
    EXPECT_GE(small.cell, 48);
    const Arrangement three =
        arranged(std::vector<PanelPicture>(3, panelOf(7, 8)), {.room = {1060, 700}, .columns = 3});
    EXPECT_EQ(three.columns, 3);
    EXPECT_GE(three.cell, 32);
}

TEST(PanelArrangement, CellsAreEqualWholeAndAMultipleOfFour) {
    const std::vector<PanelPicture> panels{panelOf(4, 4), panelOf(4, 4), panelOf(6, 4), panelOf(3, 4), panelOf(4, 7)};
    for (int width = 300; width <= 1900; width += 97) {
        const Arrangement arrangement = arrangePanels(roomsOf(panels), {.room = {width, 900}});
        if (arrangement.cell < smallestEqualCell)
            continue;
        EXPECT_EQ(static_cast<int>(arrangement.cell) % 4, 0);
        for (std::size_t i = 0; i < panels.size(); ++i) {
            ASSERT_TRUE(arrangement.places[i].frame);
            EXPECT_EQ(arrangement.places[i].frame->cell, QSizeF(arrangement.cell, arrangement.cell));
            const QRectF cells = cellsOf(panels[i], arrangement.places[i]);
            EXPECT_TRUE(QRectF(arrangement.places[i].area).contains(cells)) << width << " panel " << i;
            EXPECT_EQ(cells.left(), std::round(cells.left()));
            // Panels above one another have their columns in one line.
            const auto above = static_cast<int>(i) - arrangement.columns;
            if (above >= 0) {
                const auto upper = static_cast<std::size_t>(above);
                EXPECT_EQ(cells.left(), cellsOf(panels[upper], arrangement.places[upper]).left());
            }
        }
        EXPECT_LE(arrangement.size.width(), width);
        EXPECT_LE(arrangement.size.height(), 900);
    }
}

TEST(PanelArrangement, NoPanelLiesOnAnother) {
    for (int count = 1; count <= 16; ++count) {
        for (const Index side : {1, 3, 9, 40, 500}) {
            const std::vector<PanelPicture> panels(static_cast<std::size_t>(count), panelOf(side, side));
            const Arrangement arrangement = arranged(panels, {.room = {900, 640}});
            ASSERT_EQ(arrangement.places.size(), panels.size());
            for (std::size_t i = 0; i < panels.size(); ++i) {
                EXPECT_TRUE(QRect(QPoint(), arrangement.size).contains(arrangement.places[i].area));
                for (std::size_t k = 0; k < i; ++k)
                    EXPECT_FALSE(arrangement.places[i].area.intersects(arrangement.places[k].area));
            }
        }
    }
}

TEST(PanelArrangement, WhatNeighborsShareIsSaidOnce) {
    const std::vector<PanelPicture> four(4, panelOf(4, 4));
    const Arrangement arrangement = arranged(four, {.room = {1000, 800}});
    ASSERT_EQ(arrangement.columns, 2);
    for (std::size_t i = 0; i < 4; ++i) {
        EXPECT_EQ(arrangement.places[i].frame->left > 0, i % 2 == 0) << i;
        EXPECT_EQ(arrangement.places[i].frame->top > 0, i < 2) << i;
    }
}

TEST(PanelArrangement, ALayerIsNeverTorn) {
    const std::vector<PanelPicture> heads(12, panelOf(6, 6));
    const Arrangement arrangement = arranged(heads, {.room = {1000, 500}, .headsOfALayer = 4});
    EXPECT_EQ(4 % arrangement.columns, 0);
}

TEST(PanelArrangement, ALongNarrowMatrixIsStretchedUnlessSquareCellsAreAskedFor) {
    PanelPicture picture = panelOf(20, 1500);
    const QSizeF view(900, 500);
    EXPECT_TRUE(stretchesCells(picture, view));
    const PanelLayout layout = layoutPanel(picture, QRectF(QPointF(), view), testFont());
    const heatmap::CellGeometry geometry = geometryFor(picture, layout);
    EXPECT_GE(geometry.cellHeight, 16);
    EXPECT_NEAR(geometry.cellWidth * 1500, layout.cells.width(), 1);
    picture.cells = files::CellShape::square;
    EXPECT_FALSE(stretchesCells(picture, view));
    EXPECT_FALSE(stretchesCells(panelOf(20, 30), view));
    EXPECT_FALSE(stretchesCells(panelOf(1, 6), view)); // not a strip: its cells are large
    PanelPicture asked = panelOf(20, 30);
    asked.cells = files::CellShape::stretched;
    EXPECT_TRUE(stretchesCells(asked, view));
}

namespace {

HeadGrid gridOf(int layers, int heads) {
    HeadGrid grid;
    for (Index i = 0; i < layers; ++i)
        grid.layers.push_back(i);
    for (Index i = 0; i < heads; ++i)
        grid.heads.push_back(i);
    return grid;
}

} // namespace

TEST(HeadThumbnails, StandWholeAndHaveWholePixelsAToken) {
    const HeadThumbnails gpt2 = thumbnailsIn({514, 640}, gridOf(12, 12), 14, 14, 32, 40);
    EXPECT_EQ(gpt2.frame.cell.width(), std::floor(gpt2.frame.cell.width()));
    EXPECT_GE(gpt2.frame.cell.width(), 2);
    EXPECT_LE(gpt2.size.width(), 514);
    EXPECT_LE(gpt2.size.height(), 640);
    // 1024 heads on a laptop.
    const HeadThumbnails many = thumbnailsIn({514, 640}, gridOf(32, 32), 512, 512, 32, 40);
    EXPECT_GE(many.thumbnail.width(), 12);
    EXPECT_LE(many.size.width(), 514);
    EXPECT_LE(many.size.height(), 640);
    EXPECT_EQ(many.headingEvery, 4);
    // And where even the smallest do not fit, they are not made smaller.
    EXPECT_GE(thumbnailsIn({100, 100}, gridOf(32, 32), 512, 512, 32, 40).thumbnail.width(), 12);
}

TEST(HeadThumbnails, AreARowALayerAndAColumnAHead) {
    const HeadThumbnails grid = thumbnailsIn({600, 600}, gridOf(6, 8), 5, 5, 30, 40);
    EXPECT_EQ(grid.area({0, 0}).topLeft(), QPoint(30, 40));
    EXPECT_EQ(grid.area({0, 1}).left(), grid.area({0, 0}).right() + 1);
    EXPECT_EQ(grid.area({1, 0}).top(), grid.area({0, 0}).bottom() + 1);
    EXPECT_EQ(grid.area({5, 7}).bottomRight(), QPoint(grid.size.width() - 1, grid.size.height() - 1));
}
