// The heads of a layer in the inputs: roles, numbers of heads, what is shown of them, the code for PyTorch.
#include "ui/base/panel_text.h"
#include "ui/inputs/heads_section.h"

#include "core/session/torch_code.h"
#include "tests/support/ui/inputs_sessions.h"
#include "tests/support/ui/window_test.h"
#include "ui/compare/compare_grid.h"
#include "ui/document/heads.h"
#include "ui/document/view_state.h"
#include "ui/heatmap/heatmap_view.h"
#include "ui/inputs/role_drawing.h"
#include "ui/widgets/choice_button.h"
#include "ui/widgets/quiet_button.h"
#include "ui/widgets/segmented_control.h"
#include "ui/widgets/toggle_switch.h"

#include <QAbstractButton>
#include <QClipboard>
#include <QGuiApplication>
#include <QLabel>
#include <QTest>

using namespace heedmap;
using attention::ProblemKind;
using attention::ScoreFunction;

namespace {

class HeadsTest : public ::testing::Test {
protected:
    HeadsTest() {
        files::Session session = tests::selfSession();
        session.problem.x = MatrixD::Random(3, 8);
        session.panels = {{.score = ScoreFunction::scaled_dot}};
        document.open(session);
        section.resize(280, 500);
        section.show();
    }

    SegmentedControl* control(int index) { return section.findChildren<SegmentedControl*>()[index]; }
    void click(QAbstractButton* button) { QTest::mouseClick(button, Qt::LeftButton); }
    std::string titles() const {
        QStringList all;
        for (const PanelResult& panel : document.results())
            all << panelTitle(panel);
        return all.join(QStringLiteral("; ")).toStdString();
    }

    Document document;
    ViewState view;
    HeadsSection section{&document, &view};
};

} // namespace

TEST_F(HeadsTest, ADecoderIsCausalAndShowsItsHeads) {
    click(control(0)->button(1));
    const files::Session& session = document.session();
    EXPECT_EQ(session.problem.heads, 4);
    EXPECT_TRUE(session.problem.mask.causal);
    EXPECT_EQ(titles(), "scaled dot, head 0; scaled dot, head 1; scaled dot, head 2; scaled dot, head 3; "
                        "scaled dot, mean of 4 heads; scaled dot, max over 4 heads");
    EXPECT_EQ(document.undoStack().undoText().toStdString(), "causal self-attention of a decoder");
    EXPECT_EQ(document.results().front().source->mark({0, 2}), attention::Mark::masked);
    click(control(0)->button(0));
    EXPECT_FALSE(document.session().problem.mask.causal);
    document.undoStack().undo();
    document.undoStack().undo();
    EXPECT_EQ(document.session().problem.heads, 1);
    EXPECT_EQ(titles(), "scaled dot");
}

TEST_F(HeadsTest, CrossTakesKeysOfAnotherWidthThroughItsProjections) {
    document.change(QStringLiteral("cross"), [](files::Session& session) {
        session.problem.q = MatrixD::Random(2, 8);
        session.problem.k = MatrixD::Random(5, 6);
        session.problem.v = MatrixD::Random(5, 3);
        session.crossLabels = {};
    });
    click(control(0)->button(2));
    const attention::Problem& problem = document.session().problem;
    EXPECT_EQ(problem.kind, ProblemKind::cross);
    EXPECT_TRUE(problem.projectsCross);
    EXPECT_EQ(problem.parameters.w_q.size(), 0) << "the identity";
    EXPECT_EQ(problem.parameters.w_k.rows(), 6);
    EXPECT_EQ(problem.parameters.w_v.cols(), 8);
    ASSERT_FALSE(document.results().front().error) << sentence(*document.results().front().error);
    EXPECT_TRUE(files::isTorchLayer(problem, ScoreFunction::scaled_dot));
    EXPECT_EQ(section.findChild<QLabel*>(QStringLiteral("torchLayer"))->text().toStdString(),
              "torch.nn.MultiheadAttention(8, 4)");
    const auto* drawing = section.findChild<RoleDrawing*>();
    EXPECT_EQ(drawing->accessibleDescription().toStdString(),
              "Q from decoder (1, 2, 8); K from encoder (1, 5, 6); V from encoder (1, 5, 3)");
}

TEST_F(HeadsTest, OnlyNumbersThatDivideAreOffered) {
    EXPECT_EQ(possibleHeads(document.session()), (std::vector<Index>{1, 2, 4, 8}));
    setHeads(document, 8);
    EXPECT_EQ(document.results().size(), 9U);
    EXPECT_EQ(possibleKeyValueHeads(document.session()), (std::vector<Index>{1, 2, 4, 8}));
    setKeyValueHeads(document, 2);
    EXPECT_EQ(document.session().problem.parameters.w_k.cols(), 2);
    for (const PanelResult& panel : document.results())
        EXPECT_FALSE(panel.error) << sentence(*panel.error);
    EXPECT_EQ(possibleHeads(document.session()), (std::vector<Index>{1, 2, 4, 8}));
    setHeads(document, 1);
    EXPECT_EQ(document.results().size(), 1U);
}

TEST_F(HeadsTest, WhatIsShownOfTheHeadsCanBeChosenButNotNothing) {
    setHeads(document, 2);
    SegmentedControl* shown = control(1);
    ASSERT_TRUE(shown->isVisible());
    EXPECT_EQ(titles(), "scaled dot, head 0; scaled dot, head 1; scaled dot, mean of 2 heads");
    click(shown->button(0));
    EXPECT_EQ(titles(), "scaled dot, mean of 2 heads");
    click(shown->button(1));
    EXPECT_EQ(titles(), "scaled dot, mean of 2 heads") << "the last one stays";
    EXPECT_TRUE(shown->isChecked(1));
    click(shown->button(2));
    EXPECT_EQ(titles(), "scaled dot, mean of 2 heads; scaled dot, max over 2 heads");
}

TEST_F(HeadsTest, ProjectionsAndBiasesAreDrawnBySeed) {
    setHeads(document, 2);
    click(section.findChild<ToggleSwitch*>());
    EXPECT_EQ(document.session().problem.parameters.b_o.size(), 8);
    QuietButton* draw = nullptr;
    for (QuietButton* button : section.findChildren<QuietButton*>()) {
        if (button->text() == QStringLiteral("draw at random"))
            draw = button;
    }
    ASSERT_NE(draw, nullptr);
    click(draw);
    const attention::Parameters first = document.session().problem.parameters;
    EXPECT_EQ(first.w_o.rows(), 8);
    EXPECT_NE(first.b_q(0), 0);
    document.undoStack().undo();
    click(draw);
    EXPECT_EQ(document.session().problem.parameters.w_q, first.w_q) << "the same seed, the same numbers";
}

TEST_F(HeadsTest, CodeForPyTorchIsCopied) {
    click(control(0)->button(0));
    auto* const copy = section.findChild<QuietButton*>(QStringLiteral("copyPython"));
    EXPECT_EQ(copy->sizeHint().width(), QuietButton(copy->text()).sizeHint().width() - 4) << "flush with its column";
    click(copy);
    const QString code = QGuiApplication::clipboard()->text();
    EXPECT_EQ(code.toStdString(), "# score function: scaled; the panel is alpha[0, 0]\n" +
                                      files::torchCode(document.session().problem, ScoreFunction::scaled_dot).value());
    EXPECT_TRUE(code.contains(QStringLiteral("num_heads=4"))) << code.toStdString();
    EXPECT_EQ(section.message().toStdString().substr(0, 7), "Copied:");
}

TEST_F(HeadsTest, TheCodeIsThatOfTheActivePanel) {
    document.change(QStringLiteral("two"), [](files::Session& session) {
        session.problem.heads = 2;
        session.panels = {{.score = ScoreFunction::scaled_dot, .head = 1}, {.score = ScoreFunction::dot, .head = 1}};
        files::Panel most{.score = ScoreFunction::dot};
        most.overHeads = files::OverHeads::max;
        session.panels.push_back(most);
    });
    auto* copy = section.findChild<QuietButton*>(QStringLiteral("copyPython"));
    auto* layer = section.findChild<QLabel*>(QStringLiteral("torchLayer"));
    EXPECT_TRUE(layer->text().startsWith(QStringLiteral("torch.nn"))) << layer->text().toStdString();
    EXPECT_TRUE(copy->toolTip().endsWith(QStringLiteral("scaled dot, head 1"))) << copy->toolTip().toStdString();
    const auto copied = [&](int panel) {
        view.setActivePanel(panel);
        click(copy);
        return QGuiApplication::clipboard()->text().toStdString();
    };
    const std::string dot = files::torchCode(document.session().problem, ScoreFunction::dot).value();
    EXPECT_EQ(copied(1), "# score function: dot; the panel is alpha[0, 1]\n" + dot);
    EXPECT_EQ(layer->text().toStdString(), "PyTorch has no layer for this; the code spells it out");
    EXPECT_TRUE(copy->toolTip().endsWith(QStringLiteral("dot, head 1"))) << copy->toolTip().toStdString();
    EXPECT_EQ(copied(2), "# score function: dot; the panel is alpha[0].amax(0)\n" + dot);
}

class HeadsWindow : public tests::WindowTest {};

TEST_F(HeadsWindow, AClickOnATitleEnlargesTheHeadAndAnotherShowsAll) {
    openExample(QStringLiteral("i-love-you"));
    setRole(*document, LayerRole::encoder);
    waitForPictures();
    ASSERT_EQ(window->panels().views().size(), 6);
    HeatmapView* head = window->panels().views()[2];
    QTest::mouseClick(head, Qt::LeftButton, {}, {head->width() / 2, 8});
    EXPECT_EQ(window->panels().enlarged(), 2);
    waitUntil([&] { return head->width() > window->panels().width() / 2; }, "the enlarged head");
    QTest::mouseClick(head, Qt::LeftButton, {}, {head->width() / 2, 8});
    EXPECT_EQ(window->panels().enlarged(), std::nullopt);
    waitUntil([&] { return window->panels().views()[3]->isVisible(); }, "all heads");
}

TEST_F(HeadsWindow, TheInspectorExplainsACellOfAHead) {
    openExample(QStringLiteral("i-love-you"));
    setRole(*document, LayerRole::cross);
    waitForPictures();
    window->viewState().setActivePanel(1);
    window->viewState().setCursor(Cell{1, 1});
    waitUntil([&] { return labelText(QStringLiteral("formula")).contains(QStringLiteral("exp(")); }, "the formula");
    window->viewState().setActivePanel(4); // the mean has no score of its own
    waitUntil([&] { return !labelText(QStringLiteral("formula")).contains(QStringLiteral("exp(")); }, "the weight");
}
