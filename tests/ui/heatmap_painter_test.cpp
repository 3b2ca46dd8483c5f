#include "ui/heatmap/heatmap_painter.h"

#include "tests/support/ui/pictures.h"
#include "ui/heatmap/cell_painting.h"

#include <QPainter>

#include <gtest/gtest.h>

#include <cmath>

using namespace heedmap;
using namespace heedmap::tests;

namespace {

QStringList tokens(int count, const QString& token) {
    return QStringList(count, token);
}

// The pixels that core gives for the cells, compared one by one with those painted.
void expectRasterPixels(const QImage& image, const PanelPicture& picture, QSize size, double ratio) {
    const PanelLayout layout = layoutPanel(picture, QRectF(QPointF(0, 0), size), testFont());
    heatmap::CellGeometry g = geometryFor(picture, layout, ratio);
    const QRectF view(layout.cells.topLeft() * ratio, layout.cells.size() * ratio);
    g.cellWidth *= ratio;
    g.cellHeight *= ratio;
    g.origin = {g.origin.x * ratio + view.left(), g.origin.y * ratio + view.top()};
    g.viewWidth = image.width();
    g.viewHeight = image.height();
    std::vector<heatmap::Rgba> pixels(static_cast<std::size_t>(image.width() * image.height()));
    heatmap::rasterize(*picture.drawn, picture.pyramid.get(), g, picture.style, pixels, image.width(), image.height(),
                       image.width());
    int compared = 0;
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x) {
            const heatmap::Rgba expected = pixels[static_cast<std::size_t>(y * image.width() + x)];
            if (expected.a == 0)
                continue;
            ++compared;
            ASSERT_EQ(QColor(image.pixel(x, y)), QColor(expected.r, expected.g, expected.b))
                << "pixel " << x << ", " << y << " at ratio " << ratio;
        }
    }
    EXPECT_GT(compared, 1000);
}

} // namespace

TEST(HeatmapTitle, FactsAreWholeOrNotThere) {
    const QFontMetricsF metrics{QFont()};
    const QString all = QStringLiteral("H 0.12 nat · AER 14.3 %");
    const QString first = QStringLiteral("H 0.12 nat");
    EXPECT_EQ(wholeFacts(all, metrics.horizontalAdvance(all), metrics), all);
    EXPECT_EQ(wholeFacts(all, metrics.horizontalAdvance(all) - 1, metrics), first);
    EXPECT_EQ(wholeFacts(all, metrics.horizontalAdvance(first), metrics), first);
    EXPECT_EQ(wholeFacts(all, metrics.horizontalAdvance(first) - 1, metrics), QString());
    EXPECT_EQ(wholeFacts(QString(), 0, metrics), QString());
}

// 0.1 is more than 0.1 once it is a float32.
TEST(HeatmapPainter, TheLargestNumberIsNotClippedByItsRounding) {
    MatrixD values(1, 3);
    values << 0.1, -0.1, 0.05;
    PanelPicture picture = pictureOf(values);
    picture.style.range = {-0.1, 0.1};
    const QSizeF size(300, 160);
    const PanelLayout layout = layoutPanel(picture, {QPointF(), size}, QFont());
    QImage image(size.toSize(), QImage::Format_RGB32);
    image.fill(Qt::white);
    QPainter painter(&image);
    paintCells(painter, picture, layout, geometryFor(picture, layout), QFont(), CellsAs::rectangles);
    painter.end();
    const heatmap::Rgba notch = heatmap::markColors(false).clippedLine;
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x)
            ASSERT_NE(image.pixelColor(x, y), QColor(notch.r, notch.g, notch.b)) << x << ", " << y;
    }
}

TEST(HeatmapPainter, PaintsThePixelsOfTheRaster) {
    const std::pair<Index, Index> sizes[] = {{7, 8}, {1, 12}, {12, 1}, {60, 60}, {700, 300}};
    for (const auto& [rows, columns] : sizes) {
        PanelPicture picture = pictureOf(gradedMatrix(rows, columns));
        picture.values = files::Visibility::off;
        for (const double ratio : {1.0, 1.25, 1.5, 2.0})
            expectRasterPixels(painted(picture, {400, 360}, ratio), picture, {400, 360}, ratio);
    }
}

TEST(HeatmapPainter, NothingMovesWhenOnlyTheNumbersChange) {
    const QStringList rows{QStringLiteral("我们"), QStringLiteral("今天"), QStringLiteral("不")};
    const QStringList columns{QStringLiteral("we"), QStringLiteral("do"), QStringLiteral("not"),
                              QStringLiteral("today")};
    const QSize size(400, 320);
    const PanelPicture one = pictureOf(gradedMatrix(3, 4), rows, columns);
    const PanelPicture other = pictureOf(gradedMatrix(3, 4) * -98765.4, rows, columns);
    const PanelLayout layout = layoutPanel(one, QRectF(QPointF(0, 0), size), testFont());
    QImage a = painted(one, size);
    QImage b = painted(other, size);
    for (QImage* image : {&a, &b}) {
        QPainter painter(image);
        painter.fillRect(layout.cells, Qt::white);
    }
    EXPECT_EQ(a, b);
}

struct LayoutRow {
    const char* name;
    int rows;
    int columns;
    QString rowToken;
    QString columnToken;
    QSize size;
    bool turned;
};

TEST(HeatmapPainter, LaysOutLabelsAndCells) {
    const QString longToken(60, QLatin1Char('w'));
    const QString emoji = QStringLiteral("👩‍👩‍👧");
    const LayoutRow cases[] = {
        {"short tokens", 3, 4, QStringLiteral("爱"), QStringLiteral("you"), {400, 320}, false},
        {"narrow columns", 8, 12, QStringLiteral("爱"), QStringLiteral("yesterday"), {400, 320}, true},
        {"60 characters", 5, 5, longToken, longToken, {400, 320}, true},
        {"arabic and emoji", 5, 5, QStringLiteral("مرحبا"), emoji, {400, 320}, false},
        {"empty tokens", 5, 5, QString(), QString(), {400, 320}, false},
        {"numbers", 300, 300, QString(), QString(), {400, 320}, false},
        {"tiny", 3, 3, QStringLiteral("a"), QStringLiteral("b"), {60, 60}, false},
    };
    for (const LayoutRow& c : cases) {
        SCOPED_TRACE(c.name);
        const bool numbered = c.rows >= 300;
        const PanelPicture picture =
            pictureOf(gradedMatrix(c.rows, c.columns), numbered ? QStringList() : tokens(c.rows, c.rowToken),
                      numbered ? QStringList() : tokens(c.columns, c.columnToken));
        const QRectF area(QPointF(0, 0), c.size);
        const PanelLayout layout = layoutPanel(picture, area, testFont());
        EXPECT_EQ(layout.turnedColumnLabels, c.turned);
        EXPECT_TRUE(area.contains(layout.cells)) << layout.cells;
        EXPECT_LE(layout.rowLabels.width(), area.width() / 3 + 1);
        EXPECT_LE(layout.columnLabels.height(), area.height() / 3 + 1);
        EXPECT_GE(layout.cells.top(), layout.columnLabels.bottom());
        const heatmap::CellGeometry g = geometryFor(picture, layout);
        EXPECT_EQ(g.cellWidth, g.cellHeight);
        EXPECT_LE(g.cellWidth * c.columns, layout.cells.width() + 1e-9);
        EXPECT_LE(g.cellHeight * c.rows, layout.cells.height() + 1e-9);
        if (g.cellWidth >= 8) {
            EXPECT_EQ(g.cellWidth, std::floor(g.cellWidth));
        }
    }
}

TEST(HeatmapPainter, SaysWhetherLabelsWereSkipped) {
    const auto skips = [](int count, QSize size) {
        const PanelPicture picture = pictureOf(gradedMatrix(count, count), tokens(count, QStringLiteral("token")),
                                               tokens(count, QStringLiteral("token")));
        QImage image(size, QImage::Format_RGB32);
        QPainter painter(&image);
        const PanelLayout layout = layoutPanel(picture, QRectF(QPointF(0, 0), size), testFont());
        return paintPanel(painter, picture, layout, geometryFor(picture, layout), testFont(), panelColors(false),
                          CellsAs::pixels);
    };
    EXPECT_FALSE(skips(8, {500, 500}));
    EXPECT_TRUE(skips(60, {500, 500}));
    EXPECT_FALSE(skips(60, {2000, 2000}));
}

TEST(HeatmapPainter, EveryColorHasAContrastingInk) {
    for (const heatmap::ColorMapName name : heatmap::allColorMaps) {
        const heatmap::ColorMap map{name, false};
        int entry = 0;
        for (const heatmap::Rgba color : map.table()) {
            const double ratio = contrastRatio(contrasting(color), QColor(color.r, color.g, color.b));
            EXPECT_GE(ratio, 4.3) << map.text() << " entry " << entry;
            ++entry;
        }
    }
}

namespace {

// Pixels of a cell that differ from its color, away from the edge.
int inkInCell(const PanelPicture& picture, QSize size, Cell cell) {
    const QImage image = painted(picture, size);
    const PanelLayout layout = layoutPanel(picture, QRectF(QPointF(0, 0), size), testFont());
    const heatmap::Rect r = geometryFor(picture, layout).rectOf(cell);
    const QRect inside = QRectF(r.x, r.y, r.width, r.height).translated(layout.cells.topLeft()).toRect();
    int ink = 0;
    for (int y = inside.top(); y <= inside.bottom(); ++y) {
        for (int x = inside.left(); x <= inside.right(); ++x)
            ink += QColor(image.pixel(x, y)) != colorOfCell(picture, cell) ? 1 : 0;
    }
    return ink;
}

} // namespace

TEST(HeatmapPainter, WritesNumbersWhereTheyHaveRoom) {
    PanelPicture picture = pictureOf(MatrixD::Constant(4, 4, 0.75));
    EXPECT_GT(inkInCell(picture, {300, 300}, {1, 1}), 10);
    picture.values = files::Visibility::off;
    EXPECT_EQ(inkInCell(picture, {300, 300}, {1, 1}), 0);
    picture.values = files::Visibility::automatic;
    EXPECT_EQ(inkInCell(picture, {130, 130}, {1, 1}), 0) << "cells below 28 pixels";
    // Long numbers lose digits before they would leave the cell, and are left out where even one has no room.
    PanelPicture scores = pictureOf(MatrixD::Constant(8, 8, -1.2345e+150));
    scores.style.clippedNotches = false; // it lies below the range
    EXPECT_EQ(inkInCell(scores, {300, 300}, {1, 1}), 0);
}

TEST(HeatmapPainter, GoldLinksAreOutlined) {
    PanelPicture picture = pictureOf(MatrixD::Zero(3, 3));
    picture.values = files::Visibility::off;
    picture.gold = {{{0, 0}, true}, {{1, 1}, false}};
    const QSize size(260, 260);
    const QImage image = painted(picture, size);
    const PanelLayout layout = layoutPanel(picture, QRectF(QPointF(0, 0), size), testFont());
    const auto bright = [&](Cell cell) {
        const heatmap::Rect r = geometryFor(picture, layout).rectOf(cell);
        const QRect box = QRectF(r.x, r.y, r.width, r.height).translated(layout.cells.topLeft()).toRect();
        int count = 0;
        for (int y = box.top(); y <= box.bottom(); ++y) {
            for (int x = box.left(); x <= box.right(); ++x)
                count += QColor(image.pixel(x, y)).lightness() > 200 ? 1 : 0;
        }
        return count;
    };
    EXPECT_GT(bright({0, 0}), 100);
    EXPECT_GT(bright({1, 1}), 40);
    EXPECT_LT(bright({1, 1}), bright({0, 0})) << "a possible link is dashed";
    EXPECT_EQ(bright({2, 2}), 0);
}

TEST(HeatmapPainter, TheCursorShowsOnEveryColor) {
    const QSize size(260, 260);
    for (const double value : {0.0, 0.25, 0.5, 0.75, 1.0}) {
        PanelPicture picture = pictureOf(MatrixD::Constant(3, 3, value));
        picture.values = files::Visibility::off;
        QImage image = painted(picture, size);
        const QImage before = image;
        const PanelLayout layout = layoutPanel(picture, QRectF(QPointF(0, 0), size), testFont());
        PanelOverlay overlay;
        overlay.cursor = Cell{1, 1};
        QPainter painter(&image);
        paintOverlay(painter, layout, geometryFor(picture, layout), overlay);
        painter.end();
        double best = 0;
        for (int y = 0; y < image.height(); ++y) {
            for (int x = 0; x < image.width(); ++x) {
                if (image.pixel(x, y) != before.pixel(x, y))
                    best = std::max(best, contrastRatio(QColor(image.pixel(x, y)), QColor(before.pixel(x, y))));
            }
        }
        EXPECT_GE(best, 4.3) << value;
    }
}

TEST(HeatmapPainter, SpecialMatricesAreSaidInWords) {
    PanelPicture empty = pictureOf(MatrixD(0, 5));
    empty.notice = QStringLiteral("0 × 5: nothing to draw");
    const QImage image = painted(empty, {300, 200});
    EXPECT_NE(image, painted(pictureOf(MatrixD(0, 5)), {300, 200})) << "the notice is written";
    for (const auto& values : {MatrixD(MatrixD::Constant(4, 4, std::nan(""))), MatrixD(MatrixD::Constant(4, 4, 1e17))})
        EXPECT_FALSE(painted(pictureOf(values), {300, 200}).isNull());
}
