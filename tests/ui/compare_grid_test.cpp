// The canvas in the window: a grid of layers and heads with the active head beside it, one bar for each quantity.
#include "tests/support/ui/inputs_sessions.h"
#include "tests/support/ui/window_test.h"
#include "ui/compare/compare_grid.h"
#include "ui/compare/panel_canvas.h"
#include "ui/compare/read_out_bubble.h"
#include "ui/document/panel_edits.h"
#include "ui/heatmap/color_bar.h"
#include "ui/heatmap/heatmap_view.h"

#include <QFontMetrics>
#include <QTest>

namespace heedmap::tests {

namespace {

using attention::ScoreFunction;

files::Session headsSession(Index layers, Index heads, Index tokens) {
    files::Session session;
    for (Index layer = 0; layer < layers; ++layer) {
        for (Index head = 0; head < heads; ++head) {
            session.panels.push_back({.matrix = session.matrices.size()});
            MatrixD alpha = MatrixD::Constant(tokens, tokens, 0.1 / static_cast<double>(tokens));
            for (Index i = 0; i < tokens; ++i)
                alpha(i, (i * (head + 1) + layer) % tokens) += 0.9;
            const std::string name = "attn[" + std::to_string(layer) + "," + std::to_string(head) + "]";
            session.matrices.push_back({name, "dump.npz#" + name, makeTensor(alpha), {}});
        }
    }
    return session;
}

class CompareGridTest : public WindowTest {
protected:
    CompareGrid& grid() { return window->panels(); }
    void open(const files::Session& session) {
        window->resize(1440, 900);
        document->open(session);
        waitForPictures();
        QCoreApplication::processEvents(); // until all that stands around the canvas has its place
    }
    HeatmapView* view(int index) { return grid().views()[index]; }
    QStringList headings() {
        QStringList texts;
        for (const Heading& heading : window->findChild<PanelCanvas*>()->headings())
            texts.append(heading.text);
        return texts;
    }
};

} // namespace

TEST_F(CompareGridTest, HeadsStandInARowALayerAndAColumnAHeadWithHeadings) {
    open(headsSession(6, 8, 5));
    for (int panel = 0; panel < 48; ++panel) {
        EXPECT_EQ(view(panel)->y(), view(panel - panel % 8)->y()) << panel;
        EXPECT_EQ(view(panel)->x(), view(panel % 8)->x()) << panel;
    }
    EXPECT_LT(view(0)->y(), view(8)->y());
    for (const char* heading : {"48 heads of 5 × 5", "L0", "L5", "0", "7"})
        EXPECT_TRUE(headings().contains(QString::fromUtf8(heading))) << heading;
    EXPECT_FALSE(headings().contains(QStringLiteral("L6")));
}

TEST_F(CompareGridTest, TheActiveHeadStandsLargeBesideTheGrid) {
    open(headsSession(6, 8, 5));
    HeatmapView* large = grid().largeView();
    ASSERT_TRUE(large->isVisible());
    EXPECT_EQ(grid().activeView(), large);
    EXPECT_GT(large->x(), view(7)->QWidget::geometry().right());
    const QRect before = large->QWidget::geometry();
    QTest::mouseClick(view(19), Qt::LeftButton, {}, view(19)->rect().center());
    EXPECT_EQ(large->index(), 19);
    EXPECT_EQ(large->picture().title, view(19)->picture().title);
    EXPECT_EQ(large->QWidget::geometry(), before) << "its place does not depend on the head";
    // [ and ] walk through a layer, Page Down to the next one.
    QTest::keyClick(view(19), Qt::Key_BracketRight);
    EXPECT_EQ(large->index(), 20);
    QTest::keyClick(view(20), Qt::Key_PageDown);
    EXPECT_EQ(large->index(), 28);
    QTest::keyClick(view(28), Qt::Key_PageUp);
    QTest::keyClick(view(20), Qt::Key_BracketLeft);
    EXPECT_EQ(large->index(), 19);
}

TEST_F(CompareGridTest, NoCellOfAThumbnailIsCoveredByTheCursor) {
    open(headsSession(6, 8, 5));
    HeatmapView* thumbnail = view(9);
    const QRect cells = thumbnail->panelLayout().cells.toRect();
    window->viewState().setActivePanel(9);
    const QImage without = thumbnail->grab(cells).toImage();
    const QImage marginWithout = thumbnail->grab().toImage();
    window->viewState().setCursor(Cell{3, 2});
    EXPECT_EQ(thumbnail->grab(cells).toImage(), without);
    EXPECT_NE(thumbnail->grab().toImage(), marginWithout) << "beside the cells it is shown";
}

TEST_F(CompareGridTest, TheReadOutOfAThumbnailHasASizeOfItsOwn) {
    open(headsSession(6, 8, 5));
    HeatmapView* thumbnail = view(9);
    QTest::mouseMove(thumbnail, thumbnail->panelLayout().cells.center().toPoint());
    auto* bubble = window->findChild<ReadOutBubble*>();
    ASSERT_TRUE(QTest::qWaitFor([&] { return bubble->isVisible(); }));
    EXPECT_GE(bubble->width(), QFontMetrics(bubble->font()).horizontalAdvance(bubble->readOut().place));
    EXPECT_TRUE(bubble->readOut().place.startsWith(QStringLiteral("attn[1,1]")))
        << bubble->readOut().place.toStdString();
    EXPECT_FALSE(bubble->geometry().intersects(QRect(thumbnail->mapTo(&grid(), QPoint()), thumbnail->size())));
}

TEST_F(CompareGridTest, EveryQuantityHasItsBarAndItsRange) {
    document->open(crossSession({ScoreFunction::dot, ScoreFunction::scaled_dot}));
    waitForPictures();
    EXPECT_EQ(grid().bars().size(), 1);
    addDifference(*document, 0, 1);
    waitForPictures();
    EXPECT_EQ(grid().bars().size(), 2);
    window->viewState().setActivePanel(0);
    QTest::keyClick(window.get(), Qt::Key_G, Qt::ControlModifier);
    waitForPictures();
    EXPECT_EQ(grid().bars().size(), 3);
    const Results& results = document->results();
    std::map<files::PanelKind, heatmap::ValueRange> ranges;
    for (std::size_t i = 0; i < results.size(); ++i)
        ranges[results[i].panel.kind] = results.ranges[i];
    EXPECT_NE(ranges[files::PanelKind::difference], ranges[files::PanelKind::gradient]);
}

TEST_F(CompareGridTest, PanelsStandInTheMiddleWithTheirBarAndUseTheRoom) {
    window->resize(1600, 1000);
    document->open(crossSession({ScoreFunction::dot, ScoreFunction::scaled_dot}));
    waitForPictures();
    QCoreApplication::processEvents();
    EXPECT_FALSE(view(0)->QWidget::geometry().intersects(view(1)->QWidget::geometry()));
    EXPECT_GE(view(0)->QWidget::geometry().width() + view(1)->QWidget::geometry().width(), 400);
    const QRect bar(grid().bars().front()->mapTo(&grid(), QPoint()), grid().bars().front()->size());
    const int left = view(0)->mapTo(&grid(), QPoint()).x();
    EXPECT_NEAR(left, grid().width() - bar.right(), 40);
}

} // namespace heedmap::tests
