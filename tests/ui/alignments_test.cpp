// Alignments in the window: sentences of a file, AER beside every panel of a figure, and axes that are exchanged.
#include "tests/support/ui/files_fixture.h"
#include "ui/compare/panel_comparison.h"
#include "ui/document/examples.h"
#include "ui/document/panel_edits.h"
#include "ui/files/sentence_chooser.h"
#include "ui/heatmap/figure.h"
#include "ui/heatmap/heatmap_painter.h"

#include <QFontMetricsF>
#include <QListWidget>

#include <algorithm>

namespace heedmap::tests {

namespace {

class AlignmentsTest : public FilesTest {};

const char* const threeSentences = "ein Test ||| 0.9,0.05,0.05 0.1,0.8,0.1 0,0,1\n"
                                   "ja ||| 0.75,0.25 0,1\n"
                                   "kaputt ||| 0.5,0.5 1\n";

} // namespace

TEST_F(AlignmentsTest, SentencesOfAFileAreChosen) {
    std::vector<std::size_t> offered;
    QStringList texts;
    answers.onDialog = [&](QDialog& dialog) {
        auto& chooser = dynamic_cast<SentenceChooser&>(dialog);
        auto* list = chooser.findChild<QListWidget*>();
        for (int row = 0; row < list->count(); ++row)
            texts.append(list->item(row)->text());
        offered = chooser.sentences();
        list->item(0)->setSelected(false);
        list->item(1)->setSelected(true);
        return true;
    };
    actions->open({writeText("marian.txt", threeSentences)});
    EXPECT_EQ(offered, (std::vector<std::size_t>{0}));
    ASSERT_EQ(texts.size(), 3);
    EXPECT_TRUE(texts[0].contains(QStringLiteral("ein Test"))) << texts[0].toStdString();
    ASSERT_EQ(document.results().size(), 1U);
    EXPECT_EQ(document.results()[0].rows(), 2);
    EXPECT_EQ(document.session().labelsOf(document.session().panels[0]).rows, (std::vector<std::string>{"ja", "</s>"}));
}

TEST_F(AlignmentsTest, SentencesAreSearchedAndOneThatCannotBeReadIsNotOffered) {
    writeText("marian.txt", threeSentences);
    const auto file = files::openTensors(path("marian.txt").toStdString());
    ASSERT_TRUE(file) << sentence(file.error());
    SentenceChooser chooser(**file);
    auto* list = chooser.findChild<QListWidget*>();
    EXPECT_FALSE(list->item(2)->flags().testFlag(Qt::ItemIsSelectable));
    EXPECT_TRUE(list->item(2)->toolTip().contains(QStringLiteral("1"))) << list->item(2)->toolTip().toStdString();
    chooser.findChild<QLineEdit*>()->setText(QStringLiteral("JA"));
    EXPECT_TRUE(list->item(0)->isHidden());
    EXPECT_FALSE(list->item(1)->isHidden());
}

TEST_F(AlignmentsTest, AMatrixWithExchangedAxesSaysSoAndIsExchangedByOneStep) {
    actions->open({writeText("t.csv", "0.75,0.5\n0.25,0.5\n")});
    const auto remark = [&] {
        return makePicture(document.session(), document.results()[0], {}, false).remark;
    };
    EXPECT_TRUE(remark().contains(QStringLiteral("columns sum to 1, rows do not"))) << remark().toStdString();
    ASSERT_TRUE(canBeExchanged(document.session(), 0));
    exchangeAxes(document, 0);
    QTRY_COMPARE(document.results()[0].source->value({0, 1}), 0.25);
    EXPECT_EQ(document.results()[0].source->value({1, 0}), 0.5);
    EXPECT_FALSE(remark().contains(QStringLiteral("columns sum to 1"))) << remark().toStdString();
    document.undoStack()->undo();
    QTRY_COMPARE(document.results()[0].source->value({0, 1}), 0.5);
}

TEST_F(AlignmentsTest, EveryPanelOfAFigureSaysItsErrorRate) {
    auto example = openExample(QStringLiteral("i-love-you"));
    ASSERT_TRUE(example) << sentence(example.error());
    document.open(*std::move(example));
    ASSERT_EQ(document.results().size(), 4U);
    const Figure figure = makeFigure(document.results(), false);
    for (const PanelPicture& panel : figure.panels) {
        EXPECT_TRUE(panel.remark.contains(QStringLiteral("AER 0 %"))) << panel.remark.toStdString();
        EXPECT_TRUE(panel.remark.contains(QStringLiteral("precision 100 % · recall 100 %")))
            << panel.remark.toStdString();
        const PanelLayout layout = layoutPanel(panel, QRectF(0, 0, 400, 300), figure.font);
        ASSERT_FALSE(layout.remark.isNull());
        EXPECT_GE(layout.remark.top(), layout.title.bottom());
        EXPECT_LE(layout.remark.bottom(), layout.columnLabels.top());
        EXPECT_EQ(wholeFacts(panel.remark, layout.remark.width(), QFontMetricsF(figure.font)), panel.remark);
    }
    EXPECT_EQ(std::ranges::count_if(
                  comparePanels(document.results(), 0),
                  [](const PanelComparison& row) { return row.alignment && row.alignment->recall() == 1.0; }),
              4);
}

TEST_F(AlignmentsTest, RecallWithoutSureLinksIsADash) {
    auto example = openExample(QStringLiteral("i-love-you"));
    ASSERT_TRUE(example) << sentence(example.error());
    for (GoldLink& link : example->gold)
        link.sure = false;
    document.open(*std::move(example));
    const QString remark = makePicture(document.session(), document.results()[0], {}, false).remark;
    EXPECT_TRUE(remark.contains(QStringLiteral("recall –"))) << remark.toStdString();
    EXPECT_EQ(comparePanels(document.results(), 0)[0].alignment->recall(), std::nullopt);
}

} // namespace heedmap::tests
