// Help in the window: F1, "show me", the experiments, the tour.
#include "ui/help/guide.h"

#include "tests/support/ui/part.h"
#include "tests/support/ui/window_test.h"
#include "ui/actions/actions.h"
#include "ui/compare/compare_grid.h"
#include "ui/document/examples.h"
#include "ui/heatmap/heatmap_view.h"
#include "ui/help/callout.h"
#include "ui/help/glossary.h"
#include "ui/help/glossary_terms.h"
#include "ui/inputs/mask_section.h"
#include "ui/inspector/inspector_panel.h"
#include "ui/inspector/steps_section.h"
#include "ui/lab/lab_plots.h"
#include "ui/lab/lab_workspace.h"
#include "ui/widgets/quiet_button.h"
#include "ui/widgets/segmented_control.h"
#include "ui/workspaces/workspace_area.h"

#include <QSlider>
#include <QTest>
#include <QTextBrowser>

#include <map>
#include <set>

namespace heedmap::tests {

namespace {

class GuideTest : public WindowTest {
protected:
    Guide* guide() { return window->findChild<Guide*>(); }
    Callout* callout() { return guide()->callout(); }
    Glossary* glossary() { return window->findChild<Glossary*>(); }
    void press(Qt::Key key) { QTest::keyClick(callout(), key); }
    // The glossary's first word.
    std::string firstLine() {
        return glossary()->findChild<QTextBrowser*>()->toPlainText().section(QLatin1Char('\n'), 0, 0).toStdString();
    }
};

} // namespace

TEST(Demonstrations, EveryWordHasOneAndEveryExampleIsThere) {
    std::set<QString> ids;
    for (const Demonstration& each : demonstrations()) {
        EXPECT_TRUE(ids.insert(each.id).second) << each.id.toStdString() << " stands twice";
        if (!each.example.isEmpty()) {
            EXPECT_TRUE(heedmap::openExample(each.example)) << each.example.toStdString();
        }
        EXPECT_FALSE(each.part.isEmpty() && each.action.isEmpty()) << each.id.toStdString();
    }
    for (const GlossaryTerm& term : glossaryTerms())
        EXPECT_TRUE(ids.contains(term.demonstration)) << term.english.toStdString();
    EXPECT_EQ(misunderstandings().size(), 5U);
    for (const Misunderstanding& each : misunderstandings())
        EXPECT_TRUE(ids.contains(each.demonstration)) << each.claim.toStdString();
}

TEST_F(GuideTest, EveryDemonstrationPointsAtSomethingThatIsThere) {
    for (const Demonstration& each : demonstrations()) {
        if (each.part.isEmpty())
            continue;
        SCOPED_TRACE(each.id.toStdString());
        guide()->show(each.id);
        waitUntil([&] { return callout()->isVisible() && callout()->text() == each.sentence; }, "the words");
        EXPECT_FALSE(callout()->spotlight().isEmpty()) << "nothing is pointed at";
        EXPECT_TRUE(window->rect().contains(callout()->geometry()));
    }
}

TEST_F(GuideTest, BottleneckAndPathLengthShowTheirPlots) {
    const auto demonstrationOf = [](const char* word) {
        return glossaryMatching(QString::fromLatin1(word)).front().demonstration;
    };
    guide()->show(demonstrationOf("bottleneck"));
    auto* lab = dynamic_cast<LabWorkspace*>(window->workspaces().current());
    ASSERT_NE(lab, nullptr);
    EXPECT_EQ(lab->plots().current(), lab->plots().accuracy());
    guide()->show(demonstrationOf("path length"));
    EXPECT_EQ(lab->plots().current(), lab->plots().reach());
}

TEST_F(GuideTest, TheTourLeadsToAlignAndCostAndBack) {
    std::map<QString, int> stops;
    for (const TourStop& stop : tourStops())
        ++stops[stop.action];
    EXPECT_EQ(stops[QStringLiteral("align")], 1);
    EXPECT_EQ(stops[QStringLiteral("cost")], 1);
    window->actions()[ActionId::tour]->trigger();
    for (const TourStop& stop : tourStops()) {
        waitUntil([&] { return callout()->isVisible() && callout()->title() == stop.title; }, "the stop");
        EXPECT_EQ(window->workspaces().current() == nullptr, stop.action.isEmpty()) << stop.title.toStdString();
        guide()->next();
    }
}

TEST_F(GuideTest, AStepIsShownInTheInspector) {
    guide()->show(QStringLiteral("step-weight"));
    auto* inspector = window->findChild<InspectorPanel*>();
    EXPECT_EQ(inspector->page(), InspectorPanel::Page::steps);
    EXPECT_EQ(inspector->steps()->step(), StepsSection::Step::weight);
    waitUntil([&] { return callout()->isVisible(); }, "the words");
    QTest::mouseClick(part<QuietButton>(*callout(), "close"), Qt::LeftButton);
    EXPECT_FALSE(callout()->isVisible());
}

TEST_F(GuideTest, TheTourGoesByKeysAndCanBeSkipped) {
    window->actions()[ActionId::tour]->trigger();
    waitUntil([&] { return callout()->isVisible(); }, "the first stop");
    const int stops = static_cast<int>(tourStops().size());
    for (int stop = 0; stop + 1 < stops; ++stop) {
        EXPECT_EQ(guide()->stop(), stop);
        EXPECT_FALSE(callout()->spotlight().isEmpty()) << "stop " << stop;
        const QString title = callout()->title();
        press(Qt::Key_Right);
        waitUntil([&] { return callout()->title() != title; }, "the next stop");
    }
    press(Qt::Key_Left);
    waitUntil([&] { return guide()->stop() == stops - 2; }, "back");
    press(Qt::Key_Escape);
    EXPECT_FALSE(callout()->isVisible());
    EXPECT_FALSE(guide()->touring());
    window->actions()[ActionId::tour]->trigger();
    waitUntil([&] { return callout()->isVisible() && guide()->stop() == 0; }, "the tour again");
    QTest::mouseClick(part<QuietButton>(*callout(), "next"), Qt::LeftButton);
    EXPECT_EQ(guide()->stop(), 1);
    waitUntil([&] { return callout()->title() == tourStops()[1].title; }, "the second stop");
    QTest::mouseClick(part<QuietButton>(*callout(), "close"), Qt::LeftButton);
    EXPECT_FALSE(guide()->touring());
}

TEST_F(GuideTest, F1ExplainsWhatHasTheFocus) {
    auto* slider = child<QSlider>(QStringLiteral("temperature"));
    slider->setFocus();
    QTest::keyClick(slider, Qt::Key_F1);
    ASSERT_NE(glossary(), nullptr);
    EXPECT_TRUE(glossary()->isVisible());
    EXPECT_EQ(firstLine(), "temperature · 温度");
    window->activateWindow();
    waitUntil([&] { return window->isActiveWindow(); }, "the window in front");
    QTest::mouseMove(window->panels().views()[0], {40, 60});
    window->panels().views()[0]->setFocus();
    QTest::keyClick(window.get(), Qt::Key_F1);
    EXPECT_EQ(firstLine(), "heatmap · 热力图");
}

TEST_F(GuideTest, WordsOfPartsOfTheWindow) {
    const auto term = [&](const QWidget* widget) {
        return termFor(widget).toStdString();
    };
    EXPECT_EQ(term(window->findChild<MaskSection*>()), "mask");
    EXPECT_EQ(term(child<SegmentedControl>(QStringLiteral("scores"))->button(0)), "additive attention");
    EXPECT_EQ(term(child<SegmentedControl>(QStringLiteral("kind"))->button(0)), "self-attention");
    EXPECT_EQ(term(window->panels().views()[0]), "heatmap");
    EXPECT_EQ(term(nullptr), "");
    EXPECT_EQ(term(window.get()), "");
}

TEST_F(GuideTest, AnExperimentOfTheGlossaryIsSetUp) {
    window->actions()[ActionId::glossary]->trigger();
    ASSERT_NE(glossary(), nullptr);
    auto* pages = glossary()->findChild<SegmentedControl*>();
    QTest::mouseClick(pages->button(1), Qt::LeftButton);
    auto* text = glossary()->findChild<QTextBrowser*>();
    EXPECT_TRUE(text->toPlainText().contains(QStringLiteral("The diagonal is always there")));
    Q_EMIT text->anchorClicked(QUrl(QStringLiteral("show:word-order")));
    waitUntil([&] { return callout()->isVisible(); }, "the words");
    EXPECT_EQ(document->session().name, heedmap::openExample(QStringLiteral("word-order"))->name);
}

} // namespace heedmap::tests
