// The sorted strip of figures below a grid of heads, with real clicks and keys.
#include "ui/compare/head_strip.h"

#include "tests/support/ui/window_test.h"
#include "ui/compare/compare_grid.h"
#include "ui/compare/figures_panel.h"
#include "ui/compare/figures_table.h"

#include <QAbstractButton>
#include <QTest>

#include <cmath>

namespace heedmap::tests {

namespace {

using Row = HeadStrip::Row;

// 3 × 3 heads of the tokens a b a b: head n of layer l puts the weight n/8 + l/16 behind the earlier copy, and the rest
// on the row's own token; the last head looks at the previous token.
files::Session gridSession(bool withTokens = true) {
    files::Session session;
    session.name = "stack";
    for (int n = 0; n < 9; ++n) {
        MatrixD alpha = MatrixD::Identity(4, 4);
        for (Index i = n == 8 ? 1 : 2; i < 4; ++i) {
            const double share = n == 8 ? 0.9 : 0.1 * n;
            alpha(i, i - 1) = share;
            alpha(i, i) = 1 - share;
        }
        const std::string name = "attn[" + std::to_string(n / 3) + "," + std::to_string(n % 3) + "]";
        session.panels.push_back({.matrix = session.matrices.size()});
        session.matrices.push_back({name, name, makeTensor(alpha), {}});
    }
    if (withTokens)
        for (files::FileMatrix& matrix : session.matrices)
            matrix.labels = std::make_shared<const Labels>(Labels{{"a", "b", "a", "b"}, {"a", "b", "a", "b"}});
    return session;
}

class HeadStripTest : public WindowTest {
protected:
    void show(files::Session session, const QSize& size = {1440, 900}) {
        window->resize(size);
        document->open(std::move(session));
        waitForPictures();
        waitUntil([&] { return strip().isVisible() && strip().heads().size() == 9; }, "the strip of figures");
    }
    HeadStrip& strip() { return *window->panels().strip(); }
    void click(const QRect& place) { QTest::mouseClick(&strip(), Qt::LeftButton, {}, place.center()); }
    std::vector<int> order() {
        std::vector<int> panels;
        for (const HeadFigures& head : strip().heads())
            panels.push_back(head.panel);
        return panels;
    }
};

TEST_F(HeadStripTest, SortsByInductionWhereTokensAreKnown) {
    show(gridSession());
    EXPECT_EQ(strip().sortedBy(), Row::induction);
    EXPECT_EQ(order(), (std::vector<int>{8, 7, 6, 5, 4, 3, 2, 1, 0}));
    EXPECT_NEAR(strip().heads()[1].roles.induction.value(), 0.7, 1e-15);
    EXPECT_TRUE(strip().accessibleDescription().contains(strip().heads()[0].title)) << "a screen reader is told";
}

TEST_F(HeadStripTest, AClickOnANameSortsAndAgainTheOtherWayRound) {
    show(gridSession());
    click(strip().nameRect(Row::self));
    EXPECT_EQ(strip().sortedBy(), Row::self);
    EXPECT_EQ(order(), (std::vector<int>{0, 1, 2, 3, 4, 5, 6, 7, 8}));
    click(strip().nameRect(Row::self));
    EXPECT_EQ(order(), (std::vector<int>{8, 7, 6, 5, 4, 3, 2, 1, 0}));
    click(strip().nameRect(Row::entropy));
    EXPECT_FALSE(strip().isDescending()) << "a small entropy is what one looks for";
    EXPECT_EQ(order().front(), 0);
}

TEST_F(HeadStripTest, AClickOnABarChoosesItsHeadAndADoubleClickOpensIt) {
    show(gridSession());
    click(strip().barRect(Row::induction, 2));
    EXPECT_EQ(window->panels().activeView(), window->panels().views()[6]);
    EXPECT_FALSE(window->panels().enlarged());
    const QPoint place = strip().barRect(Row::sink, 1).center();
    QTest::mouseDClick(&strip(), Qt::LeftButton, {}, place);
    EXPECT_EQ(window->panels().enlarged(), 7);
    strip().setFocus();
    QTest::keyClick(&strip(), Qt::Key_Right);
    EXPECT_EQ(window->panels().enlarged(), 6) << "what is chosen is what is seen";
    QTest::keyClick(&strip(), Qt::Key_Home);
    EXPECT_EQ(window->panels().enlarged(), 8);
}

TEST_F(HeadStripTest, ATipSaysHeadFigureAndRole) {
    show(gridSession());
    const QString tip = strip().textAt(strip().barRect(Row::induction, 1).center());
    EXPECT_EQ(tip, QStringLiteral("attn[2,1] · induction 0.7 · 2 of 9"));
    EXPECT_TRUE(strip().textAt(strip().barRect(Row::sink, 1).center()).contains(QStringLiteral("role: induction")));
    EXPECT_TRUE(strip().textAt(strip().nameRect(Row::reach).center()).contains(QStringLiteral("in tokens")));
}

TEST_F(HeadStripTest, WithoutTokensItSaysWhatIsMissing) {
    show(gridSession(false));
    EXPECT_NE(strip().sortedBy(), Row::induction);
    EXPECT_FALSE(strip().heads()[0].roles.induction);
    EXPECT_EQ(order().size(), 9U);
    EXPECT_TRUE(strip().heads()[0].roles.previous);
}

TEST_F(HeadStripTest, ALowWindowShowsTheSortedRowUntilMoreIsAskedFor) {
    show(gridSession(), {1280, 700});
    EXPECT_FALSE(strip().isUnfolded());
    EXPECT_TRUE(strip().nameRect(Row::sink).isEmpty());
    EXPECT_FALSE(strip().nameRect(Row::induction).isEmpty());
    waitUntil([&] { return strip().height() == strip().sizeHint().height(); }, "one row");
    const int folded = strip().height();
    QTest::mouseClick(child<QAbstractButton>(QStringLiteral("moreFigures")), Qt::LeftButton);
    EXPECT_TRUE(strip().isUnfolded());
    waitUntil([&] { return strip().height() > folded; }, "all rows");
}

TEST_F(HeadStripTest, FewPanelsAndLinesHaveNone) {
    files::Session few = gridSession();
    few.panels.resize(8);
    document->open(few);
    waitForPictures();
    EXPECT_FALSE(strip().isVisible());
    show(gridSession());
    document->changePicture(QStringLiteral("lines"),
                            [](files::PictureSettings& picture) { picture.drawing = files::Drawing::lines; });
    waitUntil([&] { return !strip().isVisible(); }, "the strip to go");
}

TEST_F(HeadStripTest, TheTableOfFiguresHasThemToo) {
    show(gridSession());
    QTest::keyClick(window.get(), Qt::Key_T, Qt::ControlModifier);
    FiguresTable* const table = window->figures().table();
    waitUntil([&] { return table->model()->rowCount() == 9; }, "the table of figures");
    const int role = table->model()->columnCount() - 1;
    EXPECT_EQ(table->model()->headerData(role, Qt::Horizontal).toString(), QStringLiteral("role"));
    EXPECT_FALSE(table->isColumnHidden(role));
    EXPECT_EQ(table->model()->index(7, role).data().toString(), QStringLiteral("induction"));
    EXPECT_EQ(table->model()->index(0, role).data().toString(), QStringLiteral("self"));
    EXPECT_TRUE(table->numbersText().contains(QStringLiteral("\tinduction\n")));
}

} // namespace
} // namespace heedmap::tests
