#include "ui/heatmap/lines_view.h"

#include "tests/support/ui/inputs_sessions.h"
#include "tests/support/ui/pictures.h"
#include "ui/document/document.h"
#include "ui/heatmap/figure.h"
#include "ui/settings/theme.h"

#include <QApplication>
#include <QMouseEvent>
#include <QPainter>
#include <QSignalSpy>
#include <QTest>

#include <gtest/gtest.h>

using namespace heedmap;
using namespace heedmap::tests;
using attention::ScoreFunction;

namespace {

LinesPicture linesOf(std::vector<MatrixD> matrices) {
    std::vector<PanelPicture> panels;
    for (MatrixD& matrix : matrices) {
        panels.push_back(pictureOf(std::move(matrix)));
        panels.back().title = QStringLiteral("panel %1").arg(panels.size());
    }
    return makeLines(crossSession(), std::move(panels), false);
}

QImage paintedLines(const LinesPicture& picture, QSize size, const LinesOverlay& overlay = {}) {
    QImage image(size, QImage::Format_RGB32);
    image.fill(Qt::white);
    QPainter painter(&image);
    const LinesLayout layout = layoutLines(picture, QRectF(QPointF(0, 0), size), testFont());
    paintLines(painter, picture, layout, testFont(), overlay);
    return image;
}

// How many pixels of the column of pixels at `x` are of about this color.
int pixelsLike(const QImage& image, int x, QColor color) {
    int count = 0;
    for (int y = 0; y < image.height(); ++y) {
        const QColor pixel = image.pixelColor(x, y);
        const int off = std::abs(pixel.red() - color.red()) + std::abs(pixel.green() - color.green()) +
                        std::abs(pixel.blue() - color.blue());
        count += off < 24 ? 1 : 0;
    }
    return count;
}

class LinesViewTest : public ::testing::Test {
protected:
    void show(LinesPicture picture, std::vector<int> panels) {
        view.setFont(testFont());
        view.resize(640, 420);
        view.setPicture(std::move(picture), std::move(panels));
        view.show();
        ASSERT_TRUE(QTest::qWaitForWindowExposed(&view));
        view.setFocus();
    }
    void pointAt(QPoint at) {
        QMouseEvent move(QEvent::MouseMove, at, view.mapToGlobal(at), Qt::NoButton, Qt::NoButton, Qt::NoModifier);
        QApplication::sendEvent(&view, &move);
    }
    QPoint target(Index row) {
        const LinesLayout& layout = view.linesLayout();
        return QPointF(layout.targets.center().x(), layout.geometry.end(row, 0).y).toPoint();
    }
    QPoint source(Index column) {
        const LinesLayout& layout = view.linesLayout();
        return QPointF(layout.sources.center().x(), layout.geometry.start(column, 0).y).toPoint();
    }
    QPoint onLine(Cell cell, int which, double part = 0.4) {
        const auto& g = view.linesLayout().geometry;
        const double x = g.area.x + part * g.area.width;
        return QPointF(x, g.yAt(cell, which, x)).toPoint();
    }

    ViewState state;
    LinesView view{&state};
};

const MatrixD diagonal = MatrixD::Identity(3, 3);
const MatrixD backward = MatrixD{{0, 0, 1}, {0, 1, 0}, {1, 0, 0}};

} // namespace

TEST(LinesPicture, WidthIsThePositionOfTheWeightInItsRange) {
    BoolMatrix allowed = BoolMatrix::Ones(1, 4);
    allowed(0, 3) = 0;
    const double nan = std::numeric_limits<double>::quiet_NaN();
    std::vector<PanelPicture> panels{pictureOf(MatrixD{{1, 0.25, nan, 1}}, {}, {}, allowed)};
    LinesPicture picture = makeLines(crossSession(), panels, false);
    const heatmap::LineGeometry g{1, 4, 1, {0, 0, 100, 200}};
    EXPECT_DOUBLE_EQ(lineWidth(picture, g, {0, 0}, 0), g.widest());
    EXPECT_DOUBLE_EQ(lineWidth(picture, g, {0, 1}, 0), g.widest() / 4);
    EXPECT_EQ(lineWidth(picture, g, {0, 2}, 0), 0) << "NaN has no width";
    EXPECT_EQ(lineWidth(picture, g, {0, 3}, 0), 0) << "masked";
    EXPECT_NEAR(leastDrawn(picture, g), 0.1 / g.widest(), 1e-12);
    picture.hidden[0] = true;
    EXPECT_EQ(lineWidth(picture, g, {0, 0}, 0), 0);
}

TEST(LinesPicture, TakesPanelsOfOneSizeAndSaysWhatIsTooLong) {
    std::vector<PanelPicture> panels{pictureOf(diagonal), pictureOf(MatrixD::Ones(2, 3)), pictureOf(backward)};
    EXPECT_EQ(makeLines(crossSession(), panels, false).series.size(), 2U);
    panels.assign(20, pictureOf(diagonal));
    EXPECT_EQ(makeLines(crossSession(), panels, false).series.size(), mostLineSeries);
    EXPECT_TRUE(linesOf({gradedMatrix(60, 60)}).hasLines());
    const LinesPicture tooLong = linesOf({gradedMatrix(3, 61)});
    EXPECT_FALSE(tooLong.hasLines());
    EXPECT_EQ(tooLong.notice, QStringLiteral("Lines are drawn for up to 60 tokens a side, and this is 3 × 61. The "
                                             "heatmap shows it."));
    EXPECT_FALSE(makeLines(crossSession(), {}, false).hasLines());
    PanelPicture failed;
    failed.notice = QStringLiteral("why");
    EXPECT_EQ(makeLines(crossSession(), {failed}, false).notice, QStringLiteral("why"));
}

TEST(LinesPicture, ColorsCanBeToldApart) {
    for (const bool dark : {false, true}) {
        for (int a = 0; a < static_cast<int>(mostLineSeries); ++a) {
            for (int b = 0; b < a; ++b) {
                const QColor one = lineColor(a, dark);
                const QColor other = lineColor(b, dark);
                const int apart = std::abs(one.red() - other.red()) + std::abs(one.green() - other.green()) +
                                  std::abs(one.blue() - other.blue());
                EXPECT_GT(apart, 30) << a << " and " << b;
            }
        }
    }
}

TEST(LinesPainter, DrawsEveryWeightInItsColorAndWidth) {
    const LinesPicture picture = linesOf({diagonal, diagonal * 0.5});
    const QImage image = paintedLines(picture, {600, 300}, {.row = 1});
    const auto layout = layoutLines(picture, QRectF(0, 0, 600, 300), testFont());
    const int x = static_cast<int>(layout.geometry.area.x + layout.geometry.area.width / 4);
    // Row 1 stands out in full color: one line of each panel.
    EXPECT_NEAR(pixelsLike(image, x, lineColor(0, false)), layout.geometry.widest(), 2);
    EXPECT_NEAR(pixelsLike(image, x, lineColor(1, false)), layout.geometry.widest() / 2, 2);
}

TEST(LinesPainter, SixtyTokensSkipLabelsAndNothingFailsWithout) {
    const LinesPicture sixty = linesOf({gradedMatrix(60, 60)});
    QImage image(300, 300, QImage::Format_RGB32);
    QPainter painter(&image);
    EXPECT_TRUE(paintLines(painter, sixty, layoutLines(sixty, QRectF(0, 0, 300, 300), testFont()), testFont()));
    const LinesPicture three = linesOf({diagonal});
    EXPECT_FALSE(paintLines(painter, three, layoutLines(three, QRectF(0, 0, 300, 300), testFont()), testFont()));
    const LinesPicture none = makeLines(crossSession(), {}, true);
    EXPECT_FALSE(paintLines(painter, none, layoutLines(none, QRectF(0, 0, 3, 3), testFont()), testFont()));
}

TEST(LinesFigure, SaysWhatTheLinesMean) {
    files::Session session = crossSession({ScoreFunction::dot, ScoreFunction::scaled_dot});
    session.picture.drawing = files::Drawing::lines;
    const Figure figure = makeFigure(computeResults(session), false);
    ASSERT_TRUE(figure.lines);
    EXPECT_EQ(figure.lines->series.size(), 2U);
    EXPECT_TRUE(figure.caption.contains(QStringLiteral("width of a line: its weight"))) << figure.caption;
    EXPECT_TRUE(figure.caption.contains(QStringLiteral("gold links, dashed where only possible"))) << figure.caption;
    const QSizeF size = naturalSize(figure);
    EXPECT_GE(size.width(), 300);
    QImage image(size.toSize(), QImage::Format_RGB32);
    QPainter painter(&image);
    paintFigure(painter, figure, QRectF(QPointF(0, 0), size), CellsAs::pixels);
    painter.end();
    EXPECT_GT(pixelsLike(image, image.width() / 2, image.pixelColor(0, 0)), image.height() / 3);
    session.picture.drawing = files::Drawing::heatmap;
    EXPECT_FALSE(makeFigure(computeResults(session), false).lines);
}

TEST_F(LinesViewTest, PointingAtATokenShowsItsLinesAndAClickLocksThem) {
    show(linesOf({diagonal, backward}), {0, 1});
    pointAt(target(0));
    EXPECT_EQ(view.overlay().row, 0);
    pointAt(source(2));
    EXPECT_EQ(view.overlay().column, 2);
    EXPECT_EQ(view.overlay().row, std::nullopt);
    QTest::mouseClick(&view, Qt::LeftButton, {}, source(2));
    EXPECT_TRUE(state.crosshairLocked());
    EXPECT_EQ(state.cursor(), (Cell{2, 2})) << "the largest weight of the token in the active panel";
    pointAt(target(0));
    EXPECT_EQ(view.overlay().column, 2) << "locked";
    QTest::mouseClick(&view, Qt::LeftButton, {}, source(2));
    EXPECT_FALSE(state.crosshairLocked());
    pointAt(target(1));
    EXPECT_EQ(view.overlay().row, 1);
}

TEST_F(LinesViewTest, PointingAtALineShowsItAndAClickChoosesItsCellAndPanel) {
    show(linesOf({diagonal, backward}), {0, 3});
    pointAt(onLine({0, 2}, 1));
    ASSERT_TRUE(view.overlay().line);
    EXPECT_EQ(view.overlay().line->cell, (Cell{0, 2}));
    QTest::mouseClick(&view, Qt::LeftButton, {}, onLine({0, 2}, 1));
    EXPECT_EQ(state.activePanel(), 3);
    EXPECT_EQ(state.cursor(), (Cell{0, 2}));
    EXPECT_FALSE(view.accessibleDescription().isEmpty());
}

TEST_F(LinesViewTest, KeysGoThroughTokensLockAndLetGo) {
    show(linesOf({backward}), {0});
    state.setCursor(Cell{1, 1});
    QTest::keyClick(&view, Qt::Key_Down);
    EXPECT_EQ(view.overlay().row, 1);
    QTest::keyClick(&view, Qt::Key_Down);
    QTest::keyClick(&view, Qt::Key_Down);
    EXPECT_EQ(view.overlay().row, 2) << "stays inside";
    EXPECT_EQ(state.cursor(), (Cell{2, 0}));
    QTest::keyClick(&view, Qt::Key_Left);
    EXPECT_EQ(view.overlay().column, 0);
    QTest::keyClick(&view, Qt::Key_Down);
    EXPECT_EQ(view.overlay().column, 1);
    EXPECT_EQ(state.cursor(), (Cell{1, 1}));
    QTest::keyClick(&view, Qt::Key_Right);
    EXPECT_EQ(view.overlay().row, 1);
    QTest::keyClick(&view, Qt::Key_Space);
    EXPECT_TRUE(state.crosshairLocked());
    QTest::keyClick(&view, Qt::Key_Escape);
    EXPECT_FALSE(state.crosshairLocked());
    EXPECT_EQ(view.overlay().row, std::nullopt);
}

TEST_F(LinesViewTest, PanelsAreHiddenByTheirChipOrNumber) {
    show(linesOf({diagonal, backward}), {0, 1});
    ASSERT_EQ(view.linesLayout().legend.size(), 2U);
    QTest::mouseClick(&view, Qt::LeftButton, {}, view.linesLayout().legend[0].center().toPoint());
    EXPECT_TRUE(view.picture().hidden[0]);
    pointAt(onLine({0, 0}, 0));
    EXPECT_FALSE(view.overlay().line && view.overlay().line->which == 0);
    view.setPicture(linesOf({backward, diagonal}), {0, 1}); // an edit changes the numbers
    EXPECT_TRUE(view.picture().hidden[0]);
    QTest::keyClick(&view, Qt::Key_1);
    EXPECT_FALSE(view.picture().hidden[0]);
    view.setPicture(linesOf({gradedMatrix(2, 2)}), {0});
    EXPECT_FALSE(view.picture().hidden[0]);
}
