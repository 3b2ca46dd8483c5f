// "Attention is not explanation" in the window, with a shipped additive model: without its largest weight the model
// says another word in most sentences, and other weights that leave the word as it is are searched and honestly told.
#include "core/analysis/counter_alpha.h"
#include "core/session/pair_library.h"
#include "tests/support/ui/window_test.h"
#include "ui/inspector/counter_section.h"
#include "ui/inspector/inspector_panel.h"
#include "ui/inspector/weight_sliders.h"
#include "ui/inspector/what_if_section.h"

#include <QLabel>
#include <QSignalSpy>
#include <QSlider>
#include <QTest>

namespace heedmap::tests {

namespace {

class WhatIfModel : public WindowTest {
protected:
    InspectorPanel* inspector() { return window->findChild<InspectorPanel*>(); }
    std::string text(const char* name) { return labelText(QString::fromLatin1(name)).toStdString(); }

    // A held-out pair under the additive model, with nothing else on show.
    void openPair(std::size_t number) {
        const PairGroup& group = *pairGroups().front();
        auto session = pairSession(group.corpus, group.pairs[number]);
        ASSERT_TRUE(session) << sentence(session.error());
        session->panels.resize(1);
        ASSERT_EQ(session->panels[0].score, attention::ScoreFunction::additive);
        document->open(*session);
        waitForPictures();
    }
    const attention::Attention<double>& shown() { return *document->results()[0].attention; }
    Index largestOf(Index row) {
        Index largest = 0;
        shown().alpha.row(row).maxCoeff(&largest);
        return largest;
    }
    void showRow(Index row) {
        window->viewState().setCursor(Cell{row, largestOf(row)});
        inspector()->setPage(InspectorPanel::Page::whatIf); // told at once
        EXPECT_TRUE(text("nextWord").starts_with("It still says ")) << text("nextWord");
    }
    // The slider of the largest weight to 0; the others share what it had.
    void zeroTheLargest(Index row) {
        auto* sliders = inspector()->findChild<WhatIfSection*>()->findChild<WeightSliders*>();
        QSlider* slider = sliders->sliderOf(static_cast<int>(largestOf(row)));
        ASSERT_NE(slider, nullptr);
        slider->setFocus();
        QTest::keyClick(slider, Qt::Key_Home);
    }
};

} // namespace

TEST_F(WhatIfModel, WithoutTheLargestWeightItSaysAnotherWordInMostSentences) {
    constexpr std::size_t sentences = 6;
    std::size_t changed = 0;
    for (std::size_t s = 0; s < sentences; ++s) {
        openPair(s);
        bool changes = false;
        for (Index row = 0; !changes && row < shown().alpha.rows(); ++row) {
            showRow(row);
            zeroTheLargest(row);
            changes = text("nextWord").starts_with("It would say ");
        }
        changed += changes ? 1 : 0;
    }
    RecordProperty("sentences_with_another_word", static_cast<int>(changed));
    EXPECT_GT(changed, sentences / 2) << "of " << sentences;
}

TEST_F(WhatIfModel, OtherWeightsThatLeaveTheWordAreSearchedAndHonestlyTold) {
    std::size_t found = 0;
    std::size_t told = 0;
    for (std::size_t s = 0; s < 3; ++s) {
        openPair(s);
        showRow(1);
        QSignalSpy ended(inspector()->findChild<CounterSection*>(), &CounterSection::found);
        inspector()->findChild<CounterSection*>()->search();
        EXPECT_TRUE(ended.wait(60000)) << "sentence " << s;
        const std::string result = text("counterResult");
        ++told;
        if (result.starts_with("Found")) {
            ++found;
            EXPECT_NE(result.find("yet the probabilities of the next word move by only"), std::string::npos) << result;
        } else {
            EXPECT_TRUE(result.starts_with("None was found among ")) << result;
            EXPECT_NE(result.find("proves nothing"), std::string::npos) << result;
        }
    }
    RecordProperty("counter_weights_found", static_cast<int>(found));
    EXPECT_EQ(told, 3U);
    EXPECT_GT(found, 0U) << "of " << told;
}

} // namespace heedmap::tests
