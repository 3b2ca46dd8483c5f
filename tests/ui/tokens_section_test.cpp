// Words from pieces and tokens that are left out, in the window; and what the inspector says of weights alone.
#include "core/session/shown_tokens.h"

#include "tests/support/ui/window_test.h"
#include "ui/compare/compare_grid.h"
#include "ui/document/view_state.h"
#include "ui/heatmap/figure.h"
#include "ui/heatmap/heatmap_view.h"
#include "ui/inputs/tokens_section.h"
#include "ui/inspector/inspector_panel.h"
#include "ui/inspector/steps_section.h"
#include "ui/inspector/weight_sliders.h"
#include "ui/inspector/what_if_section.h"
#include "ui/widgets/bar_chart.h"
#include "ui/widgets/choice_button.h"
#include "ui/widgets/toggle_switch.h"

#include <QLineEdit>
#include <QSlider>
#include <QTest>

namespace heedmap::tests {

namespace {

files::Session pieceSession() {
    files::Session session;
    session.matrices = {{"a", "a", makeTensor(MatrixD{{1, 0, 0}, {0.5, 0.5, 0}, {0.5, 0.25, 0.25}}), {}}};
    const Labels labels{{"<s>", "▁Dur", "sley"}, {"<s>", "▁Dur", "sley"}};
    session.matrices[0].labels = std::make_shared<const Labels>(labels);
    session.panels = {{.matrix = 0}};
    session.picture.range.kind = heatmap::RangeSpec::Kind::automatic;
    return session;
}

class TokensSectionTest : public WindowTest {
protected:
    void SetUp() override {
        WindowTest::SetUp();
        document->open(pieceSession());
        waitForPictures();
    }
    void typeLeftOut(const QString& text) {
        auto* field = child<QLineEdit>(QStringLiteral("leaveOut"));
        field->setFocus();
        field->selectAll();
        QTest::keyClicks(field, text);
        QTest::keyClick(field, Qt::Key_Return);
        waitForPictures();
    }
    void choose(const QString& name, int choice) {
        auto* button = child<ChoiceButton>(name);
        button->setCurrent(choice);
        Q_EMIT button->chosen(choice);
        waitForPictures();
    }
    const PanelPicture& picture() { return window->panels().views()[0]->picture(); }
};

TEST_F(TokensSectionTest, WordsCanBeChosenAndUndone) {
    choose(QStringLiteral("mergeWords"), 1);
    EXPECT_EQ(picture().rowLabels, (QStringList{QStringLiteral("<s>"), QStringLiteral("Dursley")}));
    EXPECT_EQ(picture().source->value({1, 0}), 0.5);
    EXPECT_TRUE(factsLine(document->results()).contains(QStringLiteral("pieces merged to words")));
    EXPECT_EQ(document->session().matrices[0].tensor.shape()[0], 3) << "α itself stays as it is";
    document->undoStack().undo();
    waitForPictures();
    EXPECT_EQ(picture().rowLabels.size(), 3);
    EXPECT_FALSE(factsLine(document->results()).contains(QStringLiteral("merged")));
    EXPECT_EQ(child<ChoiceButton>(QStringLiteral("mergeWords"))->current(), 0);
}

TEST_F(TokensSectionTest, TokensAreLeftOutByTheirNames) {
    typeLeftOut(QStringLiteral("special"));
    EXPECT_EQ(picture().rowLabels, (QStringList{QStringLiteral("▁Dur"), QStringLiteral("sley")}));
    EXPECT_EQ(picture().source->value({1, 0}), 0.5);
    choose(QStringLiteral("leaveOutRest"), 1);
    EXPECT_EQ(picture().source->value({1, 0}), 0.25);
    EXPECT_TRUE(factsLine(document->results()).contains(QStringLiteral("hidden: special tokens")));
    typeLeftOut(QStringLiteral("Dur, columns:0"));
    EXPECT_EQ(labelText(QStringLiteral("leaveOutMessage")), QStringLiteral("Not a token here: Dur"));
    EXPECT_EQ(picture().columns(), 2);
    typeLeftOut(QStringLiteral(" "));
    EXPECT_EQ(picture().columns(), 3);
    EXPECT_TRUE(document->session().shown.isEverything());
}

TEST_F(TokensSectionTest, TokensThatChangeMakeOtherWords) {
    choose(QStringLiteral("mergeWords"), 1);
    document->change(QStringLiteral("other tokens"), [](files::Session& session) {
        session.matrices[0].labels = std::make_shared<const Labels>(Labels{{"a", "b", "c"}, {"a", "b", "c"}});
    });
    waitForPictures();
    EXPECT_EQ(picture().rows(), 3);
}

TEST_F(TokensSectionTest, TheRangeMayLeaveTheFirstKeyOut) {
    EXPECT_EQ(picture().style.range.high, 1);
    auto* toggle = child<ToggleSwitch>(QStringLiteral("rangeWithoutFirst"));
    toggle->click();
    waitForPictures();
    EXPECT_EQ(picture().style.range.high, 0.5);
    EXPECT_TRUE(factsLine(document->results()).contains(QStringLiteral("without the first key")));
    document->undoStack().undo();
    waitForPictures();
    EXPECT_EQ(picture().style.range.high, 1);
    EXPECT_FALSE(toggle->isChecked());
}

TEST_F(TokensSectionTest, CellsOfWordsAreNotMasked) {
    openExample(QStringLiteral("i-love-you"));
    document->change(QStringLiteral("words"),
                     [](files::Session& session) { session.shown.words = analysis::RowsOfWord::mean; });
    waitForPictures();
    Q_EMIT window->panels().maskToggleRequested({0, 1}, {0, 1});
    EXPECT_TRUE(document->session().problem.mask.allowsEverything());
}

class WeightsAlone : public TokensSectionTest {
protected:
    void show(InspectorPanel::Page page, Cell cell) {
        auto* inspector = window->findChild<InspectorPanel*>();
        inspector->setPage(InspectorPanel::Page::cell);
        window->viewState().setActivePanel(0);
        window->viewState().setCursor(cell);
        const QString tokens = QStringLiteral("%1 → %2").arg(picture().rowLabels[static_cast<int>(cell.row)],
                                                             picture().columnLabels[static_cast<int>(cell.column)]);
        waitUntil([&] { return said("inspectedTokens") == tokens; }, "the chosen cell");
        inspector->setPage(page);
    }
    QString said(const char* name) { return labelText(QString::fromLatin1(name)); }
};

TEST_F(WeightsAlone, WhatIfChangesTheRow) {
    show(InspectorPanel::Page::whatIf, {2, 0});
    auto* section = window->findChild<WhatIfSection*>();
    waitUntil([&] { return section->isVisible() && said("whatIf").contains(QStringLiteral("0 % of the row")); },
              "the page");
    section->setChange(WhatIfSection::Change::cell);
    EXPECT_TRUE(said("whatIf").startsWith(QStringLiteral("50 % of the row's weight moves; the row sums to 1.")))
        << said("whatIf").toStdString();
    EXPECT_TRUE(said("whatIf").contains(QStringLiteral("this input holds only α")));
    EXPECT_TRUE(section->findChild<BarChart*>()->isVisible());
    QTest::mouseClick(section->findChild<ToggleSwitch*>(), Qt::LeftButton);
    EXPECT_TRUE(said("whatIf").contains(QStringLiteral("the row sums to 0.5")));
    section->setChange(WhatIfSection::Change::sliders);
    QSlider* slider = section->findChild<WeightSliders*>()->sliderOf(1);
    ASSERT_NE(slider, nullptr);
    slider->setFocus();
    QTest::keyClick(slider, Qt::Key_Home);
    EXPECT_TRUE(said("whatIf").contains(QStringLiteral("the row sums to 0.75"))) << said("whatIf").toStdString();
}

TEST_F(WeightsAlone, StepsSayWhatIsMissing) {
    show(InspectorPanel::Page::steps, {2, 1});
    EXPECT_TRUE(said("stepSentence").startsWith(QStringLiteral("sley → ▁Dur is 0.25; the row sums to 1.")))
        << said("stepSentence").toStdString();
    EXPECT_TRUE(said("stepSentence").contains(QStringLiteral("need Q and K")));
}

TEST_F(WeightsAlone, ScoresAreNoWeights) {
    files::Session session = pieceSession();
    session.matrices[0].tensor = makeTensor(MatrixD{{1, -2, 0}, {0.5, 0.5, 0}, {0.5, 0.25, 0.25}});
    document->open(session);
    waitForPictures();
    show(InspectorPanel::Page::whatIf, {0, 0});
    waitUntil([&] { return said("whatIf").startsWith(QStringLiteral("Needs weights")); }, "what is missing");
}

} // namespace
} // namespace heedmap::tests
