// Several chosen heads as one panel: Ctrl and a click on heads of a problem and of a file, and the panel's menu.
#include "core/session/chosen_heads.h"

#include "core/session/consistency.h"
#include "core/session/panel.h"
#include "tests/support/ui/window_test.h"
#include "ui/compare/compare_grid.h"
#include "ui/compare/panel_menu.h"
#include "ui/document/heads.h"
#include "ui/document/panel_edits.h"
#include "ui/export/export_session.h"
#include "ui/heatmap/heatmap_view.h"

#include <QMenu>
#include <QTest>

namespace heedmap::tests {

namespace {

class ChosenHeads : public WindowTest {
protected:
    void openHeads() {
        openExample(QStringLiteral("multi-head"));
        showHeads(*document, {true, false, false});
        waitForPictures();
        heads = static_cast<int>(document->session().problem.heads);
        ASSERT_GE(heads, 3);
    }
    void openStack() {
        files::Session session;
        session.name = "stack";
        for (const char* name : {"attn[0,0]", "attn[0,1]", "attn[0,2]", "attn[1,0]", "attn[1,1]", "attn[1,2]"}) {
            const double share = 0.1 * static_cast<double>(1 + session.matrices.size());
            session.panels.push_back({.matrix = session.matrices.size()});
            session.matrices.push_back({name, name, makeTensor(MatrixD{{1 - share, share}, {share, 1 - share}}), {}});
        }
        document->open(session);
        waitForPictures();
    }
    void ctrlClick(int panel) {
        HeatmapView* view = window->panels().views()[panel];
        QTest::mouseClick(view, Qt::LeftButton, Qt::ControlModifier, view->rect().center());
        waitForPictures();
    }
    QAction* inMenu(const PanelMenu& menu, const QString& text) {
        QList<const QMenu*> menus{&menu};
        while (!menus.isEmpty()) {
            for (QAction* action : menus.takeFirst()->actions()) {
                if (action->text() == text)
                    return action;
                if (action->menu())
                    menus << action->menu();
            }
        }
        ADD_FAILURE() << text.toStdString();
        return nullptr;
    }
    const PanelResult& last() { return document->results().back(); }
    double valueOf(std::size_t panel, Cell cell) { return document->results()[panel].source->value(cell); }

    int heads = 0;
};

} // namespace

TEST_F(ChosenHeads, CtrlAndAClickTakesAHeadInAndOut) {
    openHeads();
    ctrlClick(0);
    ctrlClick(2);
    ASSERT_EQ(document->results().size(), static_cast<std::size_t>(heads) + 1);
    EXPECT_EQ(sentence(last().title), "scaled dot, mean of heads 0, 2");
    for (Index i = 0; i < last().rows(); ++i)
        for (Index j = 0; j < last().columns(); ++j)
            EXPECT_NEAR(last().source->value({i, j}), (valueOf(0, {i, j}) + valueOf(2, {i, j})) / 2, 1e-15)
                << i << ", " << j;
    PanelMenu menu(document.get(), &window->panels(), heads);
    inMenu(menu, QStringLiteral("Largest of the chosen heads"))->trigger();
    waitForPictures();
    EXPECT_EQ(sentence(last().title), "scaled dot, max over heads 0, 2");
    EXPECT_EQ(last().source->value({1, 0}), std::max(valueOf(0, {1, 0}), valueOf(2, {1, 0})));
    ctrlClick(0);
    EXPECT_EQ(sentence(last().title), "scaled dot, max over heads 2");
    ctrlClick(2);
    EXPECT_EQ(document->results().size(), static_cast<std::size_t>(heads)) << "it goes with its last head";
    document->undoStack().undo();
    EXPECT_EQ(document->undoStack().redoText().toStdString(), "choose head 2");
    EXPECT_EQ(document->results().size(), static_cast<std::size_t>(heads) + 1);
}

TEST_F(ChosenHeads, TheMenuDoesTheSame) {
    openHeads();
    const QString text = QStringLiteral("Mean of chosen heads: with this one\tCtrl+Click");
    {
        PanelMenu menu(document.get(), &window->panels(), 1);
        EXPECT_FALSE(inMenu(menu, text)->isChecked());
        inMenu(menu, text)->trigger();
    }
    waitForPictures();
    EXPECT_EQ(sentence(last().title), "scaled dot, mean of heads 1");
    PanelMenu menu(document.get(), &window->panels(), 1);
    EXPECT_TRUE(inMenu(menu, text)->isChecked());
}

TEST_F(ChosenHeads, OfAFileTheyAreThoseOfALayer) {
    openStack();
    ctrlClick(1);
    ctrlClick(2);
    ctrlClick(3); // of the other layer: a panel of its own
    ASSERT_EQ(document->results().size(), 8U);
    EXPECT_EQ(sentence(document->results()[6].title), "attn[0], mean of heads 1, 2");
    EXPECT_NEAR(valueOf(6, {0, 1}), 0.25, 1e-15);
    EXPECT_EQ(sentence(document->results()[7].title), "attn[1], mean of heads 0");
    EXPECT_EQ(files::panelName(document->session(), document->session().panels[6]), "attn[0] mean[1,2]");
}

TEST_F(ChosenHeads, AreSavedAndExportedAndLeaveOutWhatIsGone) {
    openStack();
    ctrlClick(4);
    ctrlClick(5);
    const auto again = files::parseManifest(files::inlineManifest(document->session()));
    ASSERT_TRUE(again) << sentence(again.error());
    EXPECT_EQ(again->panels, document->session().panels);
    const files::Session part = partOf(document->results(), {document->results().size() - 1}).session();
    EXPECT_EQ(computePanels(part)[0].source->value({0, 1}), last().source->value({0, 1}));
    openHeads();
    ctrlClick(0);
    ctrlClick(heads - 1);
    setHeads(*document, 2);
    EXPECT_EQ(files::chosenHeads(document->session().panels.back()), std::vector<Index>{0});
    setHeads(*document, 1);
    for (const files::Panel& panel : document->session().panels)
        EXPECT_TRUE(files::chosenHeads(panel).empty());
}

TEST_F(ChosenHeads, StayWhenOthersAreShownAndCanBeTheMinuend) {
    openHeads();
    ctrlClick(0);
    ctrlClick(1);
    showHeads(*document, {true, true, false});
    waitForPictures();
    EXPECT_EQ(sentence(last().title), "scaled dot, mean of heads 0, 1");
    const int chosen = static_cast<int>(document->results().size()) - 1;
    EXPECT_FALSE(canBeTakenAway(document->session(), chosen));
    addDifference(*document, chosen, 0);
    waitForPictures();
    EXPECT_NEAR(last().source->value({1, 0}), (valueOf(1, {1, 0}) - valueOf(0, {1, 0})) / 2, 1e-15);
    EXPECT_FALSE(canBeSwapped(document->session(), chosen + 1));
}

TEST_F(ChosenHeads, APlainProblemHasNone) {
    EXPECT_FALSE(canBeChosen(document->session(), 0));
    EXPECT_FALSE(canBeChosen(document->session(), -1));
    EXPECT_FALSE(canBeChosen(document->session(), 99));
    const std::size_t panels = document->results().size();
    ctrlClick(0);
    EXPECT_EQ(document->results().size(), panels);
}

} // namespace heedmap::tests
