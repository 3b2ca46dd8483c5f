// The pages of the inspector in the window: steps, slope, what if, other weights with the same output.
#include "ui/inspector/inspector_panel.h"

#include "core/attention/gradient.h"
#include "tests/support/ui/window_test.h"
#include "ui/base/numbers.h"
#include "ui/document/edits.h"
#include "ui/document/heads.h"
#include "ui/inspector/context_plane.h"
#include "ui/inspector/counter_section.h"
#include "ui/inspector/slope_section.h"
#include "ui/inspector/steps_section.h"
#include "ui/inspector/weight_sliders.h"
#include "ui/inspector/what_if_section.h"
#include "ui/widgets/bar_chart.h"
#include "ui/widgets/choice_button.h"
#include "ui/widgets/figure_table.h"
#include "ui/widgets/quiet_button.h"
#include "ui/widgets/segmented_control.h"
#include "ui/widgets/toggle_switch.h"

#include <QAbstractButton>
#include <QLabel>
#include <QMenu>
#include <QSignalSpy>
#include <QSlider>
#include <QTest>

namespace heedmap::tests {

namespace {

class InspectorPages : public WindowTest {
protected:
    InspectorPanel* inspector() { return window->findChild<InspectorPanel*>(); }

    void showPage(InspectorPanel::Page page) {
        auto* pages = child<SegmentedControl>(QStringLiteral("inspectorPages"));
        QTest::mouseClick(pages->button(static_cast<int>(page)), Qt::LeftButton);
        EXPECT_EQ(inspector()->page(), page);
    }
    void showCell(int panel, Cell cell) {
        window->viewState().setActivePanel(panel);
        window->viewState().setCursor(cell);
    }
    std::string sentence() { return labelText(QStringLiteral("stepSentence")).toStdString(); }
    // Until the inspector tells of the cell chosen last.
    void waitForSentence(const char* part) {
        waitUntil([&] { return sentence().find(part) != std::string::npos; }, part);
    }
};

} // namespace

TEST_F(InspectorPages, StepsLeadFromScoreToContextByKeys) {
    showPage(InspectorPanel::Page::steps);
    showCell(0, {0, 0});
    waitForSentence("e = 0.7071067812");
    StepsSection* steps = inspector()->steps();
    SegmentedControl* control = steps->findChild<SegmentedControl*>();
    control->button(0)->setFocus();
    const char* told[] = {"The mask forbids nothing", "exp((e − max e)/τ) = exp((0.7071 − (0.7071))/1) = 1",
                          "α = 1/2.493 = 0.4011120927", "c = Σ α v = (6.017, 5.961)"};
    for (const char* each : told) {
        QTest::keyClick(window->focusWidget(), Qt::Key_Right);
        EXPECT_NE(sentence().find(each), std::string::npos) << sentence();
    }
    EXPECT_EQ(steps->step(), StepsSection::Step::context);
    QTest::keyClick(window->focusWidget(), Qt::Key_Right);
    EXPECT_EQ(steps->step(), StepsSection::Step::context) << "the last one";
    QTest::keyClick(window->focusWidget(), Qt::Key_Home);
    EXPECT_EQ(steps->step(), StepsSection::Step::score);
    EXPECT_TRUE(control->isChecked(0));
}

TEST_F(InspectorPages, TheArrowKeysStepOnceTheStepsAreClicked) {
    showCell(0, {0, 0});
    showPage(InspectorPanel::Page::steps);
    waitForSentence("e = 0.7071067812");
    StepsSection* steps = inspector()->steps();
    ASSERT_NE(window->focusWidget(), nullptr);
    QTest::keyClick(window->focusWidget(), Qt::Key_Right);
    EXPECT_EQ(steps->step(), StepsSection::Step::mask) << "after the page was clicked";
    QTest::keyClick(window->focusWidget(), Qt::Key_Tab);
    QTest::mouseClick(steps->findChild<SegmentedControl*>()->button(3), Qt::LeftButton);
    QTest::keyClick(window->focusWidget(), Qt::Key_Left);
    EXPECT_EQ(steps->step(), StepsSection::Step::normalizer) << "after a step was clicked";
}

TEST_F(InspectorPages, StepsUnderAScoreFunctionThatIsNotOnShow) {
    showScore(*document, attention::ScoreFunction::cosine, false);
    showPage(InspectorPanel::Page::steps);
    showCell(0, {0, 0});
    waitForSentence("0.7071067812");
    auto* choice = inspector()->steps()->findChild<ChoiceButton*>();
    choice->menu()->actions()[5]->trigger(); // cosine: β = 5
    EXPECT_NE(sentence().find("e = 5, under cosine"), std::string::npos) << sentence();
    choice->menu()->actions()[0]->trigger();
    EXPECT_NE(sentence().find("0.7071067812"), std::string::npos) << sentence();
}

TEST_F(InspectorPages, AForbiddenKeySaysSoAtEveryStep) {
    document->change(QStringLiteral("mask"), [](files::Session& session) { session.problem.mask.padding = 2; });
    showPage(InspectorPanel::Page::steps);
    showCell(0, {0, 2});
    StepsSection* steps = inspector()->steps();
    steps->setStep(StepsSection::Step::mask);
    waitForSentence("counts as −∞. Forbidden in this row: 1 of 3 keys");
    steps->setStep(StepsSection::Step::weight);
    EXPECT_EQ(sentence(), "Forbidden: exactly 0.");
}

TEST_F(InspectorPages, TheSlopeIsTheJacobianOfTheSoftmax) {
    showPage(InspectorPanel::Page::steps);
    showCell(0, {0, 0});
    waitForSentence("0.7071067812");
    const double p = 0.4011120926797859;
    auto* matrix = inspector()->findChild<SlopeMatrix*>();
    EXPECT_EQ(matrix->textAt({2, 2}).toStdString(), "∂α(key 1)/∂e(key 1) = 0.2402") << p * (1 - p) << " is p(1 − p)";
    EXPECT_TRUE(matrix->textAt({matrix->width() + 500, 2}).isEmpty());
}

// What is stepped through is what the panel shows, whatever stands in for softmax.
TEST_F(InspectorPages, StepsOfLinearAttentionAreThoseOfThePanel) {
    for (const char* const method : {"linear", "performer:16"}) {
        SCOPED_TRACE(method);
        document->change(QStringLiteral("method"), [&](files::Session& session) {
            session.problem.approximation = attention::parseApproximation(method).value();
            session.problem.normalizer.temperature = 0.5;
        });
        waitForPictures();
        showPage(InspectorPanel::Page::steps);
        const auto& panel = *document->results()[0].attention;
        showCell(0, {0, 1});
        inspector()->steps()->setStep(StepsSection::Step::score);
        const std::string score = statedNumber(panel.scores(0, 1)).toStdString();
        waitForSentence(("e = ln(φ(q)·φ(k)) = " + score + ", as the features").c_str());
        inspector()->steps()->setStep(StepsSection::Step::weight);
        waitForSentence(("= " + statedNumber(panel.alpha(0, 1)).toStdString() + ". The row sums to 1").c_str());
        const VectorD p = panel.alpha.row(0).transpose();
        const std::string slope = numberText(p(1) * (1 - p(1)), 3).toStdString();
        EXPECT_NE(labelText(QStringLiteral("slope")).toStdString().find("changes by " + slope + " times"),
                  std::string::npos)
            << labelText(QStringLiteral("slope")).toStdString();
    }
}

TEST_F(InspectorPages, TheSlopeOfALongRowIsThatOfItsLargestWeights) {
    document->change(QStringLiteral("long"), [](files::Session& session) {
        session.problem.k = MatrixD::Zero(100, 2);
        session.problem.v = MatrixD::Zero(100, 2);
        for (Index j = 0; j < 100; ++j)
            session.problem.k(j, 0) = 0.01 * static_cast<double>(j);
        session.crossLabels = {};
    });
    waitForPictures();
    showPage(InspectorPanel::Page::steps);
    showCell(0, {0, 3}); // of the smallest, and yet shown
    waitUntil([&] { return labelText(QStringLiteral("slope")).contains(QStringLiteral("If e of 3 ")); }, "the cell");
    const std::string text = labelText(QStringLiteral("slope")).toStdString();
    EXPECT_NE(text.find("Below: the 64 keys of the largest weight, of 100."), std::string::npos) << text;
    const VectorD p = document->results()[0].attention->alpha.row(0).transpose();
    const MatrixD whole = attention::normalizerJacobian({}, p);
    EXPECT_NE(text.find("‖∂α/∂e‖ = " + numberText(whole.norm(), 3).toStdString()), std::string::npos) << text;
    auto* matrix = inspector()->findChild<SlopeMatrix*>();
    EXPECT_TRUE(matrix->isVisible());
    EXPECT_EQ(matrix->textAt({1, 1}).toStdString(), "∂α(3)/∂e(3) = " + numberText(whole(3, 3), 4).toStdString());
    EXPECT_EQ(matrix->textAt({1, 4}).toStdString(), "∂α(37)/∂e(3) = " + numberText(whole(37, 3), 4).toStdString());
}

TEST_F(InspectorPages, ASliderMovesTheContextAndTheOthersFollow) {
    showPage(InspectorPanel::Page::whatIf);
    showCell(0, {0, 0});
    const auto told = [&] {
        return labelText(QStringLiteral("whatIf")).toStdString();
    };
    waitUntil([&] { return told().find("‖Δc‖ = 0 ") != std::string::npos; }, "nothing moved");
    auto* sliders = inspector()->findChild<WhatIfSection*>()->findChild<WeightSliders*>();
    QSlider* slider = sliders->sliderOf(0);
    ASSERT_NE(slider, nullptr);
    slider->setFocus();
    QTest::keyClick(slider, Qt::Key_Home); // weight 0
    // The others keep their proportions: α' = (0, 0.3303, 0.6697), c' = (3.348, 9.953).
    EXPECT_NE(told().find("the row sums to 1"), std::string::npos) << told();
    EXPECT_NEAR(sliders->sliderOf(2)->value(), 670, 1);
    auto* plane = inspector()->findChild<ContextPlane*>();
    EXPECT_NE(plane->before(), plane->after());
    QTest::mouseClick(inspector()->findChild<WhatIfSection*>()->findChild<ToggleSwitch*>(), Qt::LeftButton);
    EXPECT_NE(told().find("the row sums to 0.5989"), std::string::npos) << told();
    for (QuietButton* button : inspector()->findChild<WhatIfSection*>()->findChildren<QuietButton*>()) {
        if (button->text() == QStringLiteral("as they were"))
            QTest::mouseClick(button, Qt::LeftButton);
    }
    EXPECT_NE(told().find("‖Δc‖ = 0 "), std::string::npos) << told();
    EXPECT_EQ(plane->before(), plane->after());
}

TEST_F(InspectorPages, AKeyIsTakenFromEveryQuery) {
    openExample(QStringLiteral("i-love-you"));
    waitForPictures();
    showPage(InspectorPanel::Page::whatIf);
    showCell(3, {1, 1});
    WhatIfSection* whatIf = inspector()->findChild<WhatIfSection*>();
    waitUntil([&] { return whatIf->isVisible(); }, "the page");
    whatIf->setChange(WhatIfSection::Change::key);
    auto* rows = whatIf->findChild<BarChart*>();
    EXPECT_TRUE(rows->isVisible());
    EXPECT_TRUE(rows->textAt({5, 20}).contains(QStringLiteral("我"))) << rows->textAt({5, 20}).toStdString();
    whatIf->setChange(WhatIfSection::Change::head);
    EXPECT_EQ(labelText(QStringLiteral("whatIf")).toStdString(),
              "This panel is no head of a multi-head layer. Choose heads in the inputs.");
    setRole(*document, LayerRole::cross);
    waitForPictures();
    showCell(1, {1, 1});
    waitUntil([&] { return labelText(QStringLiteral("whatIf")).startsWith(QStringLiteral("without head 1")); },
              "a head taken out");
}

TEST_F(InspectorPages, OtherWeightsWithTheSameOutputAreFoundWhereThereAreAny) {
    openExample(QStringLiteral("saturation")); // 8 keys, values of 4 numbers: many weights give one context
    waitForPictures();
    showCell(1, {0, 0});
    showPage(InspectorPanel::Page::whatIf); // of this cell at once: a search of the row before would be given up
    waitUntil([&] { return inspector()->findChild<CounterSection*>()->isVisible(); }, "the page");
    QSignalSpy found(inspector()->findChild<CounterSection*>(), &CounterSection::found);
    QTest::mouseClick(child<QuietButton>(QStringLiteral("searchCounter")), Qt::LeftButton);
    waitUntil([&] { return found.count() == 1; }, "the end of the search");
    EXPECT_TRUE(labelText(QStringLiteral("counterResult")).startsWith(QStringLiteral("Found")))
        << labelText(QStringLiteral("counterResult")).toStdString();
    EXPECT_TRUE(inspector()->findChild<CounterSection*>()->findChild<BarChart*>()->isVisible());
    showCell(1, {1, 0});
    waitUntil([&] { return !inspector()->findChild<CounterSection*>()->findChild<BarChart*>()->isVisible(); },
              "nothing of the last row");
}

TEST_F(InspectorPages, WhereNoneIsFoundItSaysThatThisProvesNothing) {
    showCell(0, {0, 0}); // three keys in the plane: one point has one set of weights
    showPage(InspectorPanel::Page::whatIf);
    waitUntil([&] { return inspector()->findChild<CounterSection*>()->isVisible(); }, "the page");
    QSignalSpy found(inspector()->findChild<CounterSection*>(), &CounterSection::found);
    inspector()->findChild<CounterSection*>()->search();
    waitUntil([&] { return found.count() == 1; }, "the end of the search");
    const QString told = labelText(QStringLiteral("counterResult"));
    EXPECT_TRUE(told.startsWith(QStringLiteral("None was found"))) << told.toStdString();
    EXPECT_TRUE(told.contains(QStringLiteral("proves nothing"))) << told.toStdString();
}

TEST_F(InspectorPages, ASelectionHasItsFigures) {
    openExample(QStringLiteral("i-love-you"));
    waitForPictures();
    showCell(0, {0, 0});
    window->viewState().extendTo({1, 1});
    auto* table = child<FigureTable>(QStringLiteral("selectionFigures"));
    waitUntil([&] { return table->isVisible() && table->rows().size() == 7; }, "the figures of the selection");
    EXPECT_EQ(table->rows()[0][0].toStdString(), "sum");
    EXPECT_EQ(table->rows()[5][0].toStdString(), "entropy within, nat");
}

} // namespace heedmap::tests
