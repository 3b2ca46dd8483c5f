// Panels that are made of others, with the menu and the keys that a user has.
#include "core/session/panel.h"
#include "tests/support/ui/inputs_sessions.h"
#include "tests/support/ui/window_test.h"
#include "ui/actions/actions.h"
#include "ui/base/panel_text.h"
#include "ui/compare/compare_grid.h"
#include "ui/compare/panel_menu.h"
#include "ui/document/edits.h"
#include "ui/document/panel_edits.h"
#include "ui/export/export_session.h"
#include "ui/heatmap/figure.h"
#include "ui/heatmap/heatmap_view.h"

#include <QTest>

namespace heedmap::tests {

namespace {

using attention::ScoreFunction;
using files::PanelKind;

files::Session stackSession() {
    files::Session session;
    for (const char* name : {"attn[0,0]", "attn[0,1]", "attn[1,0]", "attn[1,1]"}) {
        session.panels.push_back({.matrix = session.matrices.size()});
        const double share = 0.2 + 0.2 * static_cast<double>(session.matrices.size());
        session.matrices.push_back(
            {name, name, makeTensor(MatrixD{{1 - share, share}, {share / 2, 1 - share / 2}}), {}});
    }
    return session;
}

class DerivedPanels : public WindowTest {
protected:
    // The action of this text in a menu or its submenus.
    static QAction* actionIn(const QMenu* menu, const QString& text) {
        for (QAction* action : menu->actions()) {
            if (action->text() == text)
                return action;
            if (QMenu* submenu = action->menu(); submenu) {
                if (QAction* found = actionIn(submenu, text))
                    return found;
            }
        }
        return nullptr;
    }

    void chooseInMenu(int panel, const QString& text) {
        PanelMenu menu(document.get(), &window->panels(), panel);
        QAction* const action = actionIn(&menu, text);
        ASSERT_NE(action, nullptr) << text.toStdString();
        action->trigger();
    }

    const files::Panel& panelAt(std::size_t index) { return document->session().panels[index]; }
    const PanelResult& resultAt(std::size_t index) { return document->results()[index]; }
};

double valueOf(const PanelResult& result, Cell cell) {
    return result.source->value(cell);
}

} // namespace

TEST_F(DerivedPanels, ADifferenceIsAddedSwappedUndoneAndDrawnAboutZero) {
    document->open(crossSession({ScoreFunction::dot, ScoreFunction::scaled_dot}));
    waitForPictures();
    window->viewState().setActivePanel(0);
    QTest::keyClick(window.get(), Qt::Key_D, Qt::ControlModifier);
    waitForPictures();
    ASSERT_EQ(document->results().size(), 3U);
    EXPECT_EQ(panelTitle(resultAt(1)), QStringLiteral("dot − scaled dot"));
    const Cell cell{1, 2};
    EXPECT_EQ(valueOf(resultAt(1), cell), valueOf(resultAt(0), cell) - valueOf(resultAt(2), cell));
    const heatmap::ValueRange range = document->results().ranges[1];
    EXPECT_EQ(range.low, -range.high);
    EXPECT_GT(range.high, 0);
    EXPECT_EQ(window->panels().views()[1]->picture().style.map, (heatmap::ColorMap{heatmap::ColorMapName::rdbu, true}));
    EXPECT_EQ(document->results().ranges[0], (heatmap::ValueRange{0, 1, heatmap::Scale::linear}))
        << "the others keep theirs";

    const double before = valueOf(resultAt(1), cell);
    chooseInMenu(1, QStringLiteral("Swap the difference"));
    EXPECT_EQ(panelTitle(resultAt(1)), QStringLiteral("scaled dot − dot"));
    EXPECT_EQ(valueOf(resultAt(1), cell), -before);
    QTest::keyClick(window.get(), Qt::Key_Z, Qt::ControlModifier);
    EXPECT_EQ(panelTitle(resultAt(1)), QStringLiteral("dot − scaled dot"));
    QTest::keyClick(window.get(), Qt::Key_Z, Qt::ControlModifier);
    EXPECT_EQ(document->results().size(), 2U);
}

TEST_F(DerivedPanels, ADifferenceFollowsWhatItIsMadeOf) {
    document->open(crossSession({ScoreFunction::dot, ScoreFunction::scaled_dot}));
    addDifference(*document, 0, 1);
    const double before = valueOf(resultAt(1), {0, 0});
    document->change(QStringLiteral("temperature"),
                     [](files::Session& session) { session.problem.normalizer.temperature = 0.25; });
    EXPECT_NE(valueOf(resultAt(1), {0, 0}), before);
    EXPECT_EQ(valueOf(resultAt(1), {0, 0}), valueOf(resultAt(0), {0, 0}) - valueOf(resultAt(2), {0, 0}));
    showScore(*document, ScoreFunction::scaled_dot, false);
    ASSERT_EQ(document->results().size(), 2U) << "the difference stays although one of the two is not shown";
    EXPECT_EQ(resultAt(1).panel.kind, PanelKind::difference);
}

TEST_F(DerivedPanels, GradientTimesAttentionSumsToTheLengthOfTheContext) {
    document->open(crossSession({ScoreFunction::scaled_dot}));
    waitForPictures();
    QTest::keyClick(window.get(), Qt::Key_G, Qt::ControlModifier);
    ASSERT_EQ(document->results().size(), 2U);
    const PanelResult& gradient = resultAt(1);
    EXPECT_EQ(panelTitle(gradient), QStringLiteral("scaled dot: gradient × α"));
    for (Index i = 0; i < gradient.rows(); ++i) {
        double sum = 0;
        for (Index j = 0; j < gradient.columns(); ++j)
            sum += valueOf(gradient, {i, j});
        EXPECT_NEAR(sum, resultAt(0).attention->context.row(i).norm(), 1e-12) << "row " << i;
    }
}

TEST_F(DerivedPanels, RolloutAndFlowOfAStackWithChosenHeadsAndResidual) {
    document->open(stackSession());
    waitForPictures();
    window->viewState().setActivePanel(3);
    QTest::keyClick(window.get(), Qt::Key_R, Qt::ControlModifier);
    ASSERT_EQ(document->results().size(), 5U);
    EXPECT_EQ(panelTitle(resultAt(4)), QStringLiteral("attn: rollout"));
    for (Index i = 0; i < 2; ++i)
        EXPECT_NEAR(valueOf(resultAt(4), {i, 0}) + valueOf(resultAt(4), {i, 1}), 1, 1e-14);
    const double mean = valueOf(resultAt(4), {0, 0});
    chooseInMenu(4, QStringLiteral("Head 1"));
    EXPECT_EQ(panelAt(4).rollout.heads, std::vector<Index>{1});
    EXPECT_NE(valueOf(resultAt(4), {0, 0}), mean);
    chooseInMenu(4, QStringLiteral("Head 0"));
    EXPECT_EQ(panelAt(4).rollout.heads, (std::vector<Index>{0, 1})) << "several can be chosen";
    EXPECT_NEAR(valueOf(resultAt(4), {0, 0}), mean, 1e-15) << "which are all";
    chooseInMenu(4, QStringLiteral("Largest"));
    EXPECT_EQ(panelAt(4).rollout.fusion, analysis::HeadFusion::max);
    EXPECT_EQ(panelAt(4).rollout.heads, (std::vector<Index>{0, 1}));
    chooseInMenu(4, QStringLiteral("Head 1"));
    EXPECT_EQ(panelAt(4).rollout.heads, std::vector<Index>{0});
    chooseInMenu(4, QStringLiteral("All heads"));
    EXPECT_TRUE(panelAt(4).rollout.heads.empty());
    chooseInMenu(4, QStringLiteral("0.75"));
    EXPECT_EQ(panelAt(4).rollout.residual, 0.75);
    chooseInMenu(0, QStringLiteral("Attention flow of the stack"));
    ASSERT_EQ(document->results().size(), 6U);
    EXPECT_EQ(resultAt(1).panel.kind, PanelKind::flow);
    EXPECT_GT(valueOf(resultAt(1), {0, 0}), 0);
}

TEST_F(DerivedPanels, WhatCannotBeIsNotOffered) {
    document->open(crossSession({ScoreFunction::dot}));
    EXPECT_FALSE(window->actions()[ActionId::differencePanel]->isEnabled()) << "there is only one panel";
    EXPECT_FALSE(window->actions()[ActionId::rolloutPanel]->isEnabled());
    EXPECT_TRUE(window->actions()[ActionId::gradientPanel]->isEnabled());
    document->open(stackSession());
    EXPECT_TRUE(window->actions()[ActionId::differencePanel]->isEnabled());
    EXPECT_TRUE(window->actions()[ActionId::rolloutPanel]->isEnabled());
    EXPECT_FALSE(window->actions()[ActionId::gradientPanel]->isEnabled());
}

TEST_F(DerivedPanels, SizesThatDifferAreSaidInThePanel) {
    files::Session session = crossSession({ScoreFunction::dot});
    session.matrices.push_back({"other", "other", makeTensor(MatrixD{{1}}), {}});
    files::Panel difference{.score = ScoreFunction::dot, .kind = PanelKind::difference};
    difference.minusMatrix = 0;
    session.panels.push_back(difference);
    document->open(session);
    ASSERT_TRUE(resultAt(1).error.has_value());
    EXPECT_EQ(sentence(*resultAt(1).error), "A is 3×4 and B is 1×1; only matrices of one size have a difference");
}

TEST_F(DerivedPanels, AnExportedPartKeepsWhatItIsComputedFrom) {
    files::Session session = stackSession();
    session.matrices.insert(session.matrices.begin(), {"alone", "alone", makeTensor(MatrixD{{1}}), {}});
    for (files::Panel& panel : session.panels)
        ++*panel.matrix;
    session.panels.push_back({.matrix = 4, .kind = PanelKind::rollout});
    files::Panel difference{.matrix = 2, .kind = PanelKind::difference};
    difference.minusMatrix = 3;
    session.panels.push_back(difference);
    const Results results = computeResults(session);
    for (const std::size_t panel : {std::size_t{4}, std::size_t{5}}) {
        const files::Session part = partOf(results, {panel}).session();
        EXPECT_EQ(part.matrices.size(), panel == 4 ? 4U : 2U);
        const auto again = computePanels(part);
        EXPECT_EQ(panelTitle(again[0]), panelTitle(results[panel]));
        EXPECT_EQ(valueOf(again[0], {1, 0}), valueOf(results[panel], {1, 0})) << "panel " << panel;
    }
}

TEST_F(DerivedPanels, AFigureOfWeightsAndDifferencesHasABarForEach) {
    document->open(crossSession({ScoreFunction::dot, ScoreFunction::scaled_dot}));
    EXPECT_TRUE(makeFigure(document->results(), false).sharedRange);
    addDifference(*document, 0, 1);
    const Figure figure = makeFigure(document->results(), false);
    EXPECT_FALSE(figure.sharedRange);
    EXPECT_EQ(figure.panels[0].valueName, QStringLiteral("α"));
    EXPECT_EQ(figure.panels[1].valueName, QStringLiteral("Δα"));
}

} // namespace heedmap::tests
