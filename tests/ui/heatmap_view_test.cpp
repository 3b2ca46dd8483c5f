#include "ui/heatmap/heatmap_view.h"

#include "tests/support/ui/pictures.h"
#include "ui/heatmap/color_bar.h"
#include "ui/settings/theme.h"

#include <QNativeGestureEvent>
#include <QPainter>
#include <QPointingDevice>
#include <QSignalSpy>
#include <QTest>
#include <QWheelEvent>

#include <gtest/gtest.h>

using namespace heedmap;
using namespace heedmap::tests;

namespace {

// Counts how often the matrix is read, to see what rasterises.
class CountingSource : public attention::DenseAlpha {
public:
    using DenseAlpha::DenseAlpha;
    void tile(Rows rows, Columns columns, std::span<float> values, std::span<attention::Mark> marks) const override {
        ++tiles;
        DenseAlpha::tile(rows, columns, values, marks);
    }
    void preciseTile(Rows rows, Columns columns, std::span<double> values,
                     std::span<attention::Mark> marks) const override {
        ++tiles;
        DenseAlpha::preciseTile(rows, columns, values, marks);
    }
    mutable std::atomic<int> tiles = 0;
};

class HeatmapViewTest : public ::testing::Test {
protected:
    void show(Index rows, Index columns) {
        view.setFont(testFont());
        view.resize(420, 400);
        view.setPicture(pictureOf(gradedMatrix(rows, columns)));
        view.show();
        ASSERT_TRUE(QTest::qWaitForWindowExposed(&view));
        view.setFocus();
    }
    QPoint middleOf(Cell cell) {
        const heatmap::Rect r = view.geometry().rectOf(cell);
        return (view.panelLayout().cells.topLeft() + QPointF(r.x + r.width / 2, r.y + r.height / 2)).toPoint();
    }
    void wheel(QPoint at, int delta, Qt::KeyboardModifiers modifiers = Qt::NoModifier) {
        QWheelEvent event(at, view.mapToGlobal(at), {}, {0, delta}, Qt::NoButton, modifiers, Qt::NoScrollPhase, false);
        QApplication::sendEvent(&view, &event);
    }
    void drag(QPoint from, QPoint to, Qt::KeyboardModifiers modifiers = Qt::NoModifier) {
        QTest::mousePress(&view, Qt::LeftButton, modifiers, from);
        for (const QPoint at : {from + (to - from) / 2, to}) {
            QMouseEvent move(QEvent::MouseMove, at, view.mapToGlobal(at), Qt::NoButton, Qt::LeftButton, modifiers);
            QApplication::sendEvent(&view, &move);
        }
        QTest::mouseRelease(&view, Qt::LeftButton, modifiers, to);
    }
    void hover(QPoint at) {
        QMouseEvent move(QEvent::MouseMove, at, view.mapToGlobal(at), Qt::NoButton, Qt::NoButton, Qt::NoModifier);
        QApplication::sendEvent(&view, &move);
    }

    ViewState state;
    HeatmapView view{&state, 3};
};

} // namespace

TEST_F(HeatmapViewTest, ClickSetsTheCursorAndShiftExtends) {
    show(7, 8);
    QTest::mouseClick(&view, Qt::LeftButton, {}, middleOf({2, 3}));
    EXPECT_EQ(state.cursor(), (Cell{2, 3}));
    EXPECT_EQ(state.activePanel(), 3);
    QTest::mouseClick(&view, Qt::LeftButton, Qt::ShiftModifier, middleOf({5, 1}));
    EXPECT_EQ(state.selectedRows(), (Rows{2, 6}));
    EXPECT_EQ(state.selectedColumns(), (Columns{1, 4}));
}

TEST_F(HeatmapViewTest, KeysMoveTheCursor) {
    show(40, 30);
    const struct {
        int key;
        Qt::KeyboardModifiers modifiers;
        Cell expected;
    } steps[] = {
        {Qt::Key_Down, {}, {0, 0}}, // the first key shows the cursor
        {Qt::Key_Down, {}, {1, 0}},
        {Qt::Key_Right, {}, {1, 1}},
        {Qt::Key_Up, {}, {0, 1}},
        {Qt::Key_Up, {}, {0, 1}},
        {Qt::Key_End, {}, {0, 29}},
        {Qt::Key_Home, {}, {0, 0}},
        {Qt::Key_Right, Qt::ControlModifier, {0, 29}},
        {Qt::Key_Down, Qt::ControlModifier, {39, 29}},
        {Qt::Key_Left, {}, {39, 28}},
        {Qt::Key_Home, Qt::ControlModifier, {0, 0}},
        {Qt::Key_PageDown, {}, {39, 0}},
        {Qt::Key_PageUp, {}, {0, 0}},
        {Qt::Key_End, Qt::ControlModifier, {39, 29}},
    };
    int step = 0;
    for (const auto& s : steps) {
        QTest::keyClick(&view, static_cast<Qt::Key>(s.key), s.modifiers);
        EXPECT_EQ(state.cursor(), s.expected) << "step " << step;
        ++step;
    }
    QTest::keyClick(&view, Qt::Key_Up, Qt::ShiftModifier);
    EXPECT_EQ(state.anchor(), (Cell{39, 29}));
    EXPECT_EQ(state.cursor(), (Cell{38, 29}));
}

TEST_F(HeatmapViewTest, TheCursorStaysInSightWhenZoomed) {
    show(40, 40);
    state.setCursor(Cell{0, 0});
    state.setViewport(8, {0, 0});
    QTest::keyClick(&view, Qt::Key_End, Qt::ControlModifier);
    const heatmap::CellGeometry g = view.geometry();
    EXPECT_TRUE(g.visibleRows().contains(39));
    EXPECT_TRUE(g.visibleColumns().contains(39));
    EXPECT_NEAR(state.zoom(), 8, 1e-9);
}

TEST_F(HeatmapViewTest, WheelZoomsAboutThePointer) {
    show(60, 60);
    const QPoint at = middleOf({41, 22});
    const double before = view.geometry().cellWidth;
    for (int i = 0; i < 8; ++i)
        wheel(at, 120);
    EXPECT_NEAR(view.geometry().cellWidth, before * 4, 1e-6);
    EXPECT_LE((middleOf({41, 22}) - at).manhattanLength(), 6);
    for (int i = 0; i < 200; ++i)
        wheel(at, 120);
    EXPECT_LE(view.geometry().cellWidth, heatmap::CellGeometry::maxZoomedCell + 1e-9);
    for (int i = 0; i < 400; ++i)
        wheel(at, -120);
    EXPECT_EQ(state.zoom(), 1);
    EXPECT_EQ(view.geometry().cellWidth, before);
}

TEST_F(HeatmapViewTest, PinchZoomsToo) {
    show(60, 60);
    const QPoint at = middleOf({30, 30});
    QNativeGestureEvent pinch(Qt::ZoomNativeGesture, QPointingDevice::primaryPointingDevice(), 2, at, at,
                              view.mapToGlobal(at), 0.5, {});
    QApplication::sendEvent(&view, &pinch);
    EXPECT_NEAR(state.zoom(), 1.5, 1e-9);
}

TEST_F(HeatmapViewTest, DragPansAndDoubleClickFits) {
    show(60, 60);
    state.setViewport(4, {0.5, 0.5});
    const auto before = view.geometry();
    drag({200, 200}, {230, 180});
    EXPECT_NEAR(view.geometry().origin.x, before.origin.x + 30, 1.01);
    EXPECT_NEAR(view.geometry().origin.y, before.origin.y - 20, 1.01);
    EXPECT_FALSE(state.cursor().has_value()) << "a drag is not a click";
    drag({200, 200}, {5000, 5000});
    EXPECT_NEAR(view.geometry().origin.x, 0, 1) << "nothing outside the matrix is shown";
    QTest::mouseDClick(&view, Qt::LeftButton, {}, {200, 200});
    EXPECT_EQ(state.zoom(), 1);
    EXPECT_EQ(state.center(), QPointF(0.5, 0.5));
}

TEST_F(HeatmapViewTest, ShiftDragZoomsIntoTheBox) {
    show(60, 60);
    drag(middleOf({10, 20}), middleOf({19, 29}), Qt::ShiftModifier);
    const auto g = view.geometry();
    for (const Cell cell : {Cell{10, 20}, Cell{19, 29}}) {
        EXPECT_TRUE(g.visibleRows().contains(cell.row)) << cell.row;
        EXPECT_TRUE(g.visibleColumns().contains(cell.column)) << cell.column;
    }
    EXPECT_LE(g.visibleRows().size(), 12);
}

TEST_F(HeatmapViewTest, HoverIsSharedAndSpaceLocksIt) {
    show(7, 8);
    hover(middleOf({2, 5}));
    EXPECT_EQ(state.hover(), (Cell{2, 5}));
    QTest::keyClick(&view, Qt::Key_Space);
    hover(middleOf({6, 0}));
    EXPECT_EQ(state.hover(), (Cell{2, 5}));
    QTest::keyClick(&view, Qt::Key_Space);
    EXPECT_EQ(state.hover(), (Cell{6, 0}));
    QEvent leave(QEvent::Leave);
    QApplication::sendEvent(&view, &leave);
    EXPECT_FALSE(state.hover().has_value());
}

TEST_F(HeatmapViewTest, KeysAskForWhatTheWindowDoes) {
    show(7, 8);
    QSignalSpy mask(&view, &HeatmapView::maskToggleRequested);
    QSignalSpy enlarge(&view, &HeatmapView::enlargeRequested);
    QSignalSpy menu(&view, &HeatmapView::menuRequested);
    QTest::keyClick(&view, Qt::Key_Delete);
    EXPECT_EQ(mask.count(), 0) << "without a cursor there is nothing to mask";
    state.setCursor(Cell{1, 1});
    state.extendTo({2, 3});
    QTest::keyClick(&view, Qt::Key_Delete);
    ASSERT_EQ(mask.count(), 1);
    EXPECT_EQ(mask[0][0].value<Rows>(), (Rows{1, 3}));
    EXPECT_EQ(mask[0][1].value<Columns>(), (Columns{1, 4}));
    QTest::keyClick(&view, Qt::Key_Return);
    EXPECT_EQ(enlarge.count(), 1);
    QTest::keyClick(&view, Qt::Key_Menu);
    ASSERT_EQ(menu.count(), 1);
    EXPECT_EQ(menu[0][0].toInt(), 3);
    const QRectF title = view.panelLayout().title;
    QTest::mouseClick(&view, Qt::LeftButton, {}, QPoint(int(title.right()) + 16, int(title.center().y())));
    EXPECT_EQ(menu.count(), 2) << "the dots of the title line";
}

TEST_F(HeatmapViewTest, PlusMinusZeroZoom) {
    show(60, 60);
    QTest::keyClick(&view, Qt::Key_Plus);
    EXPECT_NEAR(state.zoom(), 1.25, 1e-9);
    QTest::keyClick(&view, Qt::Key_Plus);
    QTest::keyClick(&view, Qt::Key_Minus);
    EXPECT_NEAR(state.zoom(), 1.25, 1e-9);
    QTest::keyClick(&view, Qt::Key_0);
    EXPECT_EQ(state.zoom(), 1);
}

TEST_F(HeatmapViewTest, LinkedViewsShareTheViewportOthersDoNot) {
    show(60, 60);
    HeatmapView other(&state, 4);
    other.resize(420, 400);
    other.setPicture(pictureOf(gradedMatrix(60, 60)));
    state.setViewport(3, {0.25, 0.75});
    EXPECT_EQ(other.geometry().visibleRows(), view.geometry().visibleRows());
    other.setLinked(false);
    state.setViewport(1, {0.5, 0.5});
    EXPECT_LT(other.geometry().visibleRows().size(), 40);
    other.fit();
    EXPECT_EQ(other.geometry().visibleRows().size(), 60);
}

TEST_F(HeatmapViewTest, CompactAsksToEnlargeAndLetsTheGridScroll) {
    show(7, 8);
    view.setCompact(true);
    QSignalSpy enlarge(&view, &HeatmapView::enlargeRequested);
    QTest::mouseDClick(&view, Qt::LeftButton, {}, view.rect().center());
    EXPECT_EQ(enlarge.count(), 1);
    wheel(view.rect().center(), 120);
    EXPECT_EQ(state.zoom(), 1);
    EXPECT_TRUE(view.panelLayout().rowLabels.isNull());
}

TEST_F(HeatmapViewTest, MovingCursorAndCrosshairDoesNotRasteriseAgain) {
    show(60, 60);
    const auto source = std::make_shared<CountingSource>(gradedMatrix(60, 60));
    PanelPicture picture = pictureOf(gradedMatrix(60, 60));
    picture.source = picture.drawn = source;
    view.setPicture(picture);
    QImage first = view.grab().toImage();
    const int after = source->tiles;
    EXPECT_GT(after, 0);
    state.setCursor(Cell{5, 5});
    state.setHover(Cell{9, 9});
    const QImage second = view.grab().toImage();
    EXPECT_NE(first, second);
    EXPECT_EQ(source->tiles, after);
    state.setViewport(2, {0.5, 0.5});
    view.grab();
    EXPECT_GT(source->tiles, after);
}

TEST_F(HeatmapViewTest, PaintsThePixelsOfItsCells) {
    show(7, 8);
    const QImage image = view.grab().toImage();
    const PanelPicture& picture = view.picture();
    for (Index row = 0; row < 7; ++row) {
        for (Index column = 0; column < 8; ++column) {
            const heatmap::Rect r = view.geometry().rectOf({row, column});
            const QPoint corner = (view.panelLayout().cells.topLeft() + QPointF(r.x + 1, r.y + 1)).toPoint();
            EXPECT_EQ(QColor(image.pixel(corner * image.devicePixelRatio())), colorOfCell(picture, {row, column}))
                << row << ", " << column;
        }
    }
}

TEST_F(HeatmapViewTest, EmptyAndBrokenPanelsDoNotMind) {
    for (const auto& [rows, columns] : {std::pair<Index, Index>{0, 5}, {5, 0}, {0, 0}, {1, 1}}) {
        PanelPicture picture = pictureOf(gradedMatrix(rows, columns));
        if (rows * columns == 0)
            picture.notice = QStringLiteral("nothing to draw");
        view.setPicture(picture);
        view.resize(300, 200);
        EXPECT_FALSE(view.grab().isNull());
        QTest::mouseClick(&view, Qt::LeftButton, {}, view.rect().center());
        wheel(view.rect().center(), 120);
        QTest::keyClick(&view, Qt::Key_Down);
        QTest::keyClick(&view, Qt::Key_Plus);
    }
    view.setPicture({});
    view.resize(1, 1);
    EXPECT_FALSE(view.grab().isNull());
}

TEST(ColorBarTest, ItsWidthDoesNotDependOnTheValues) {
    ColorBar bar;
    ColorBarPicture picture;
    picture.range = {0, 1, heatmap::Scale::linear};
    bar.setPicture(picture);
    const QSize size = bar.sizeHint();
    picture.range = {-1.2345e-9, 98765.4321, heatmap::Scale::linear};
    picture.clippedAbove = picture.clippedBelow = true;
    picture.marks = 31;
    bar.setPicture(picture);
    EXPECT_EQ(bar.sizeHint(), size);
    bar.resize(size);
    EXPECT_FALSE(bar.grab().isNull());
}

TEST(ColorBarTest, RunsThroughTheMapAndMarksClippedEnds) {
    const QFont font = testFont();
    const auto paint = [&](ColorBarPicture picture) {
        QImage image(80, 400, QImage::Format_RGB32);
        image.fill(Qt::white);
        QPainter painter(&image);
        paintColorBar(painter, picture, QRectF(0, 0, 80, 400), font, Qt::black, Qt::darkGray);
        return image;
    };
    ColorBarPicture picture;
    const QImage plain = paint(picture);
    const heatmap::Rgba top = picture.map.at(1);
    const heatmap::Rgba bottom = picture.map.at(0);
    EXPECT_NEAR(qRed(plain.pixel(5, 12)), top.r, 8);
    EXPECT_NEAR(qBlue(plain.pixel(5, 380)), bottom.b, 12);
    EXPECT_EQ(plain.pixel(5, 5), qRgb(255, 255, 255));
    picture.clippedAbove = true;
    EXPECT_NE(paint(picture).pixel(5, 5), qRgb(255, 255, 255));
    // Constant and logarithmic ranges have ticks too.
    for (const heatmap::ValueRange range :
         {heatmap::ValueRange{3, 3, heatmap::Scale::linear}, heatmap::ValueRange{1e-6, 1, heatmap::Scale::log},
          heatmap::ValueRange{0, 1e17, heatmap::Scale::sqrt}}) {
        picture.range = range;
        EXPECT_NE(paint(picture), plain);
    }
}

TEST(ColorBarTest, ClickAndEnterAskForTheColorSettings) {
    ColorBar bar;
    bar.resize(80, 300);
    bar.show();
    QSignalSpy spy(&bar, &ColorBar::clicked);
    QTest::mouseClick(&bar, Qt::LeftButton);
    QTest::keyClick(&bar, Qt::Key_Return);
    EXPECT_EQ(spy.count(), 2);
}

namespace {

ColorBarPicture rangeOf(double low, double high) {
    ColorBarPicture picture;
    picture.range = {low, high, heatmap::Scale::linear};
    return picture;
}

} // namespace

TEST(ColorBarTest, AHandleIsDraggedToWhereTheRangeEnds) {
    ColorBar bar;
    bar.resize(bar.sizeHint().width(), 300);
    bar.setPicture(rangeOf(0, 1));
    bar.setData(0, 1);
    bar.setAdjustable(true);
    bar.show();
    QSignalSpy ranges(&bar, &ColorBar::rangeChanged);
    QSignalSpy clicks(&bar, &ColorBar::clicked);
    const QPoint from = bar.handle(true).center().toPoint();
    const QPoint to(from.x(), static_cast<int>(bar.strip().center().y()));
    QTest::mousePress(&bar, Qt::LeftButton, {}, from);
    QTest::mouseMove(&bar, to);
    QTest::mouseRelease(&bar, Qt::LeftButton, {}, to);
    ASSERT_GE(ranges.count(), 1);
    EXPECT_NEAR(ranges.last()[0].toDouble(), 0, 1e-12);
    EXPECT_NEAR(ranges.last()[1].toDouble(), 0.5, 0.01);
    EXPECT_EQ(clicks.count(), 0) << "a drag is no click";
    EXPECT_EQ(ranges.first()[2], ranges.last()[2]) << "one step of undo";
    QSignalSpy fits(&bar, &ColorBar::fitRequested);
    QTest::mouseDClick(&bar, Qt::LeftButton, {}, bar.handle(false).center().toPoint());
    EXPECT_EQ(fits.count(), 1);
}

TEST(ColorBarTest, KeysMoveTheHandleByAHundredthOrATenth) {
    ColorBar bar;
    bar.resize(bar.sizeHint().width(), 300);
    bar.setPicture(rangeOf(0.2, 0.6));
    bar.setData(0, 1);
    bar.setAdjustable(true);
    bar.show();
    QSignalSpy ranges(&bar, &ColorBar::rangeChanged);
    const auto last = [&] {
        return std::pair(ranges.last()[0].toDouble(), ranges.last()[1].toDouble());
    };
    QTest::keyClick(&bar, Qt::Key_Up);
    EXPECT_NEAR(last().second, 0.61, 1e-12);
    QTest::keyClick(&bar, Qt::Key_Down, Qt::ShiftModifier);
    EXPECT_NEAR(last().second, 0.5, 1e-12);
    QTest::keyClick(&bar, Qt::Key_Left);
    QTest::keyClick(&bar, Qt::Key_Home);
    EXPECT_NEAR(last().first, 0, 1e-12);
    QTest::keyClick(&bar, Qt::Key_End);
    EXPECT_LT(last().first, 0.6) << "the ends never change places";
    EXPECT_NEAR(last().second, 0.6, 1e-12);
}

TEST(ColorBarTest, TheStripReachesAsFarAsTheDataAndKeepsTheEndsColorsBeyondTheRange) {
    ColorBar bar;
    bar.resize(bar.sizeHint().width(), 300);
    bar.setPicture(rangeOf(0.4, 0.6));
    bar.setData(0, 1);
    bar.show();
    EXPECT_EQ(bar.axis(), (std::pair<double, double>(0, 1)));
    const QImage image = bar.grab().toImage();
    const QRectF strip = bar.strip();
    const auto colorAt = [&](double part) {
        return image.pixelColor(static_cast<int>(strip.center().x()),
                                static_cast<int>(strip.bottom() - part * strip.height()));
    };
    EXPECT_EQ(colorAt(0.1), colorAt(0.3));
    EXPECT_EQ(colorAt(0.7), colorAt(0.9));
    EXPECT_NE(colorAt(0.45), colorAt(0.55));
    EXPECT_TRUE(bar.handle(true).isNull()) << "of a range that cannot be set";
}

TEST_F(HeatmapViewTest, LabelsStandBesideAMatrixNarrowerThanTheView) {
    view.setFont(testFont());
    view.resize(600, 300);
    view.setPicture(
        pictureOf(gradedMatrix(6, 2), {QStringLiteral("one"), QStringLiteral("two"), QStringLiteral("three"),
                                       QStringLiteral("four"), QStringLiteral("five"), QStringLiteral("six")}));
    view.show();
    ASSERT_TRUE(QTest::qWaitForWindowExposed(&view));
    const heatmap::CellGeometry geometry = view.geometry();
    ASSERT_GT(geometry.origin.x, 50) << "room between the label column and the cells";
    const QImage image = view.grab().toImage();
    const QPointF corner = view.panelLayout().cells.topLeft();
    const QRgb ground = theme().canvas.rgb();
    for (int row = 0; row < 6; ++row) {
        int inked = 0;
        for (int y = 0; y < static_cast<int>(geometry.cellHeight); ++y) {
            for (int x = 4; x < 40; ++x) {
                const QPointF at = corner + QPointF(geometry.origin.x - x, row * geometry.cellHeight + y);
                inked += image.pixel(at.toPoint()) != ground ? 1 : 0;
            }
        }
        EXPECT_GT(inked, 10) << "no label at row " << row;
    }
}
