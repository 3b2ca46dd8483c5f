// Pairs of the shipped corpora under their trained models: opened by name, typed, edited.
#include "tests/support/ui/window_test.h"
#include "ui/document/examples.h"
#include "ui/document/pair_loader.h"
#include "ui/explore/sentence_bar.h"
#include "ui/heatmap/panel_picture.h"
#include "ui/inputs/pair_picker.h"

#include <QApplication>
#include <QInputMethodEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QTest>

using namespace heedmap;
using attention::ScoreFunction;

namespace {

class ExploreTest : public tests::WindowTest {
protected:
    void SetUp() override {
        WindowTest::SetUp();
        openExample(QStringLiteral("i-love-you"));
        bar = window->findChild<SentenceBar*>();
        ASSERT_NE(bar, nullptr);
        ASSERT_TRUE(bar->isVisible());
    }
    void type(QLineEdit* field, const QString& text) {
        field->setFocus();
        field->selectAll();
        if (text.isEmpty()) {
            QTest::keyClick(field, Qt::Key_Delete);
            return;
        }
        QInputMethodEvent committed; // as Chinese is typed
        committed.setCommitString(text);
        QApplication::sendEvent(field, &committed);
    }
    std::vector<std::string> columns() const { return document->session().crossLabels.columns; }
    std::vector<std::string> rows() const { return document->session().crossLabels.rows; }

    SentenceBar* bar = nullptr;
};

Index strongest(const PanelResult& result, Index row) {
    Index best = 0;
    result.attention->alpha.row(row).maxCoeff(&best);
    return best;
}

} // namespace

TEST(TrainedExamples, ILoveYouIsReallyTrainedAndDiagonal) {
    for (const char* const asked : {"i-love-you", "I love you", "english-chinese/i love  you"}) {
        const auto session = openExample(QString::fromUtf8(asked));
        ASSERT_TRUE(session) << sentence(session.error());
        EXPECT_EQ(session->corpus, "english-chinese") << asked;
        EXPECT_EQ(session->crossLabels, (Labels{{"我", "爱", "你", "⏎"}, {"I", "love", "you", "⏎"}}));
        EXPECT_EQ(session->gold.size(), 3U);
        EXPECT_EQ(session->own.size(), 3U);
        const auto results = computePanels(*session);
        ASSERT_EQ(results.size(), 4U);
        for (const PanelResult& result : results)
            ASSERT_FALSE(result.error);
        for (const Index row : {0, 1, 2})
            EXPECT_EQ(strongest(results.front(), row), row) << asked;
        const PanelPicture picture = makePicture(*session, results.front(), {}, false);
        EXPECT_TRUE(picture.remark.contains(QStringLiteral("AER 0 %"))) << picture.remark.toStdString();
    }
}

TEST(TrainedExamples, AnySentenceOpensUnderTheModelsOfACorpus) {
    const auto known = openExample(QStringLiteral("I eat rice today"));
    ASSERT_TRUE(known) << sentence(known.error());
    EXPECT_EQ(known->crossLabels.rows, (std::vector<std::string>{"我", "今天", "吃", "米饭", "⏎"}));
    EXPECT_EQ(known->gold.size(), 4U);
    const auto typed = openExample(QStringLiteral("english-chinese/they buy a zeppelin"));
    ASSERT_TRUE(typed) << sentence(typed.error());
    EXPECT_EQ(typed->crossLabels.columns.back(), "⏎");
    EXPECT_TRUE(typed->gold.empty());
    const auto empty = openExample(QStringLiteral("english-chinese/ "));
    ASSERT_FALSE(empty);
    EXPECT_EQ(sentence(empty.error()), "a sentence needs at least one word");
    EXPECT_FALSE(openExample(QStringLiteral("no such sentence at all")));
}

TEST(TrainedExamples, EveryShippedCorpusHasPairsAndModels) {
    EXPECT_EQ(pairGroups().size(), 6U);
    for (const PairGroup* group : pairGroups()) {
        SCOPED_TRACE(group->corpus);
        EXPECT_GE(group->pairs.size(), 100U);
        const auto models = modelsOf(group->corpus);
        ASSERT_TRUE(models) << sentence(models.error());
        EXPECT_GE(models->size(), 3U);
        const seq2seq::SentencePair& pair = group->pairs.front();
        const auto session = openSentence(group->corpus, textOf(pair.source, group->tokens));
        ASSERT_TRUE(session) << sentence(session.error());
        EXPECT_EQ(wordsOf(session->crossLabels.columns), pair.source);
        EXPECT_EQ(wordsOf(session->crossLabels.rows), pair.target);
    }
    EXPECT_FALSE(modelsOf("no-corpus"));
}

TEST_F(ExploreTest, WhatIsTypedIsTranslatedAtOnceUnderAllScoreFunctions) {
    type(bar->source(), QStringLiteral("I eat rice today"));
    waitUntil([&] { return columns().size() == 5; }, "the sentence is taken");
    EXPECT_EQ(rows(), (std::vector<std::string>{"我", "今天", "吃", "米饭", "⏎"}));
    EXPECT_EQ(bar->target()->text(), QStringLiteral("我 今天 吃 米饭"));
    EXPECT_EQ(document->results().size(), 4U);
    EXPECT_EQ(document->results().front().columns(), 5);
    EXPECT_EQ(document->session().gold.size(), 4U) << "it is a held-out pair";
    document->undoStack().undo();
    EXPECT_EQ(columns(), (std::vector<std::string>{"I", "love", "you", "⏎"}));
}

TEST_F(ExploreTest, AGivenTargetIsAlignedAndClearingItTranslatesAgain) {
    type(bar->target(), QStringLiteral("你 爱 我"));
    waitUntil([&] { return rows().front() == "你"; }, "the target is taken");
    EXPECT_EQ(rows(), (std::vector<std::string>{"你", "爱", "我", "⏎"}));
    type(bar->target(), {});
    waitUntil([&] { return rows().front() == "我"; }, "it is translated again");
}

TEST_F(ExploreTest, UnknownWordsAreNamedAndKnownOnesOffered) {
    type(bar->source(), QStringLiteral("I love yuo"));
    waitUntil([&] { return !bar->message().isEmpty(); }, "the unknown word is named");
    EXPECT_TRUE(bar->message().contains(QStringLiteral("“yuo”"))) << bar->message().toStdString();
    const qsizetype link = bar->message().indexOf(QStringLiteral("href=\"")) + 6;
    ASSERT_GE(link, 6);
    const QString target = bar->message().mid(link, bar->message().indexOf(QLatin1Char('"'), link) - link);
    auto* label = bar->findChild<QLabel*>(QStringLiteral("sentenceMessage"));
    ASSERT_NE(label, nullptr);
    Q_EMIT label->linkActivated(target);
    EXPECT_TRUE(bar->message().isEmpty());
    EXPECT_FALSE(bar->source()->text().contains(QStringLiteral("yuo")));
    type(bar->source(), QStringLiteral("   "));
    waitUntil([&] { return !bar->message().isEmpty(); }, "nothing to translate is said");
    EXPECT_EQ(columns().size(), 4U);
}

TEST_F(ExploreTest, ATrainedPairIsEditedLikeAny) {
    const double before = document->results()[1].attention->alpha(0, 0);
    window->viewState().setActivePanel(1); // dot
    document->setBlock(MatrixId::q, {0, 0}, MatrixD::Constant(1, 1, 9), QStringLiteral("edit"));
    EXPECT_NE(document->results()[1].attention->alpha(0, 0), before);
    EXPECT_TRUE(bar->isVisible());
    document->undoStack().undo();
    EXPECT_EQ(document->results()[1].attention->alpha(0, 0), before);
    openExample(QStringLiteral("three-keys"));
    EXPECT_FALSE(bar->isVisible());
}

TEST_F(ExploreTest, ThePickerListsSearchesAndTranslates) {
    auto* picker = window->findChild<PairPicker*>();
    QTest::mouseClick(picker, Qt::LeftButton);
    auto* list = window->findChild<PairList*>();
    ASSERT_TRUE(list->isVisible());
    waitUntil([] { return PairLoader::instance().isLoaded(); }, "the corpora are read");
    auto* items = list->findChild<QListWidget*>();
    EXPECT_GT(items->count(), 1000);
    auto* search = list->findChild<QLineEdit*>();
    QTest::keyClicks(search, QStringLiteral("I eat rice today"));
    ASSERT_GT(items->count(), 1);
    EXPECT_EQ(items->item(1)->text(), QStringLiteral("I eat rice today → 我 今天 吃 米饭"));
    QTest::keyClick(search, Qt::Key_Return);
    EXPECT_FALSE(list->isVisible());
    EXPECT_EQ(document->session().corpus, "english-chinese");
    EXPECT_EQ(columns().size(), 5U);
}

TEST_F(ExploreTest, TheTitleOfAnExampleOpensItEvenIfItCanBeTranslated) {
    QTest::mouseClick(window->findChild<PairPicker*>(), Qt::LeftButton);
    waitUntil([] { return PairLoader::instance().isLoaded(); }, "the corpora are read");
    auto* search = window->findChild<PairList*>()->findChild<QLineEdit*>();
    QTest::keyClicks(search, QStringLiteral("three keys"));
    QTest::keyClick(search, Qt::Key_Return);
    EXPECT_EQ(document->session().name, "Three keys");
}
