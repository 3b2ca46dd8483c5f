// Composing a mask: what it saves and by how many paths tokens reach each other; and the methods beside softmax.
#include "tests/support/ui/part.h"
#include "tests/support/ui/shown_section.h"
#include "ui/heatmap/figure.h"
#include "ui/inputs/mask_figures_view.h"
#include "ui/inputs/mask_grid.h"
#include "ui/inputs/mask_section.h"
#include "ui/inputs/method_rows.h"
#include "ui/widgets/choice_button.h"
#include "ui/widgets/section_label.h"
#include "ui/widgets/toggle_switch.h"

#include <QMenu>
#include <QSpinBox>
#include <QTest>

#include <gtest/gtest.h>

using namespace heedmap;
using Kind = MaskSection::Kind;
using tests::choose;
using tests::click;
using tests::part;
using tests::type;
template <class Section>
using Shown = tests::ShownSection<Section>;

namespace {

// One sequence of `n` tokens with d = 4.
files::Session sequence(Index n) {
    files::Session session = tests::selfSession();
    attention::RandomStream random(3);
    session.problem.x = attention::normalMatrix(n, 4, random);
    session.selfTokens.clear();
    for (Index i = 0; i < n; ++i)
        session.selfTokens.push_back("t" + std::to_string(i));
    return session;
}

} // namespace

TEST(MaskComposer, NewPatternsReachTheDocument) {
    Shown<MaskSection> shown(sequence(12));
    EXPECT_FALSE(part<QSpinBox>(*shown.section, "maskStep")->isVisible());
    click(shown.section->toggle(Kind::dilated));
    EXPECT_EQ(shown.problem().mask.dilated, 2);
    type(part<QSpinBox>(*shown.section, "maskStep"), "3");
    EXPECT_EQ(shown.problem().mask.dilation, 3);
    EXPECT_EQ(shown.undoWords(), "Change distance of the mask");
    click(shown.section->toggle(Kind::block));
    type(shown.section->numberField(Kind::block), "4");
    EXPECT_EQ(shown.problem().mask.block, 4);
    shown.document.undoStack().undo();
    shown.document.undoStack().undo();
    EXPECT_FALSE(shown.problem().mask.block.has_value());
    EXPECT_FALSE(shown.section->toggle(Kind::block)->isChecked());
}

TEST(MaskComposer, TheMiniatureIsTheMask) {
    Shown<MaskSection> shown(sequence(5));
    MaskGrid* grid = part<MaskGrid>(*shown.section);
    EXPECT_FALSE(grid->isVisible()) << "nothing is masked";
    click(shown.section->toggle(Kind::causal));
    EXPECT_TRUE(grid->isVisible());
    EXPECT_FALSE(grid->canPaint());
    EXPECT_EQ(grid->shares(), attention::buildMask(shown.problem().mask, 5, 5)->cast<float>());
    const QImage picture = grid->grab().toImage();
    const auto colorAt = [&](Index row, Index column) {
        return picture.pixelColor((grid->cellRect({row, column}).center() * picture.devicePixelRatio()).toPoint());
    };
    EXPECT_EQ(colorAt(1, 0), colorAt(4, 4));
    EXPECT_NE(colorAt(1, 0), colorAt(0, 1));
    QTest::mouseClick(grid, Qt::LeftButton, {}, grid->cellRect({0, 1}).center().toPoint());
    EXPECT_EQ(shown.problem().mask.custom.size(), 0) << "only a custom mask is painted";
}

TEST(MaskComposer, AMiniatureOfALongSequenceHasPiecesOfIt) {
    Shown<MaskSection> shown(sequence(300));
    click(shown.section->toggle(Kind::window));
    EXPECT_TRUE(part<MaskGrid>(*shown.section)->isVisible());
    EXPECT_EQ(part<MaskGrid>(*shown.section)->shares().rows(), MaskGrid::mostCells);
    EXPECT_EQ(shown.section->head()->text().toStdString(), "MASK · 2 % of the cells allowed");
}

TEST(MaskComposer, SavingsAreCounted) {
    Shown<MaskSection> shown(sequence(10));
    click(shown.section->toggle(Kind::causal));
    // 45 of 100 cells; d_k + d_v = 8
    EXPECT_EQ(part<MaskFiguresView>(*shown.section)->savings().toStdString(),
              "saves 45 of 100 cells: 360 multiply–adds and 180 bytes of α in float32");
}

TEST(MaskComposer, OneThingIsSpokenOfInTheSingular) {
    Shown<MaskSection> shown(sequence(10));
    click(shown.section->toggle(Kind::window));
    QSpinBox* const field = shown.section->numberField(Kind::window);
    type(field, "1");
    EXPECT_EQ(field->text().toStdString(), "±1 key");
    type(field, "2");
    EXPECT_EQ(field->text().toStdString(), "±2 keys");
    click(shown.section->toggle(Kind::global));
    EXPECT_EQ(shown.section->numberField(Kind::global)->text().toStdString(), "first 1 token");
}

TEST(MaskComposer, PathsBetweenTwoTokens) {
    Shown<MaskSection> shown(sequence(10));
    click(shown.section->toggle(Kind::window));
    type(shown.section->numberField(Kind::window), "1");
    MaskFiguresView* figures = part<MaskFiguresView>(*shown.section);
    EXPECT_EQ(part<QSpinBox>(*figures, "pathsFrom")->text().toStdString(), "0 · t0");
    EXPECT_EQ(part<QSpinBox>(*figures, "pathsTo")->text().toStdString(), "9 · t9");
    EXPECT_EQ(figures->paths().toStdString(), "no path yet; the first is through 9 layers");
    type(part<QSpinBox>(*figures, "pathsTo"), "1");
    EXPECT_EQ(figures->paths().toStdString(), "paths: 2") << "0 → 0 → 1 and 0 → 1 → 1";
    type(part<QSpinBox>(*figures, "pathLayers"), "40");
    EXPECT_TRUE(figures->paths().startsWith(QStringLiteral("paths: "))) << figures->paths().toStdString();
    click(shown.section->toggle(Kind::window));
    click(shown.section->toggle(Kind::global));
    type(part<QSpinBox>(*figures, "pathLayers"), "90");
    EXPECT_EQ(figures->paths().toStdString().substr(0, 16), "paths: at least ");
    click(shown.section->toggle(Kind::global));
    click(shown.section->toggle(Kind::causal));
    type(part<QSpinBox>(*figures, "pathsFrom"), "5");
    EXPECT_EQ(figures->paths().toStdString(), "no path, however many layers there are");
}

TEST(MaskComposer, TwoSequencesHaveNoPaths) {
    Shown<MaskSection> shown(tests::crossSession());
    click(shown.section->toggle(Kind::causal));
    EXPECT_TRUE(part<MaskFiguresView>(*shown.section)->isVisible());
    EXPECT_EQ(part<MaskFiguresView>(*shown.section)->paths(), QString());
    EXPECT_FALSE(part<QSpinBox>(*shown.section, "pathsFrom")->isVisible());
}

TEST(MethodRows, LinearAndPerformerSayHowFarOffTheyAre) {
    files::Session session = sequence(16);
    session.problem.x *= 0.5; // the variance of φ(q)·φ(k) grows as exp ‖q + k‖²: short ones are met by 2000 features
    Shown<MethodRows> shown(std::move(session));
    const int opened = shown.document.undoStack().index();
    const auto facts = [&] {
        return factsLine(shown.document.results()).toStdString();
    };
    EXPECT_EQ(facts().find("total variation"), std::string::npos);
    const MatrixD exact = shown.document.results().front().attention->alpha;
    choose(part<ChoiceButton>(*shown.section, "method"), 1);
    EXPECT_EQ(shown.undoWords(), "Compute by linear");
    EXPECT_NE(facts().find("linear attention (elu + 1), off softmax by a total variation of 0."), std::string::npos)
        << facts();
    EXPECT_NE(shown.document.results().front().attention->alpha, exact);
    EXPECT_FALSE(part<QSpinBox>(*shown.section, "features")->isVisible());
    choose(part<ChoiceButton>(*shown.section, "method"), 2);
    type(part<QSpinBox>(*shown.section, "features"), "2000");
    EXPECT_EQ(shown.problem().approximation.features, 2000);
    EXPECT_NE(facts().find("Performer (2000 features), off softmax by a total variation of 0.0"), std::string::npos)
        << facts();
    const MatrixD one = shown.document.results().front().attention->alpha;
    type(part<QSpinBox>(*shown.section, "featureSeed"), "5");
    EXPECT_NE(shown.document.results().front().attention->alpha, one);
    while (shown.document.undoStack().index() > opened) // one further there is no panel
        shown.document.undoStack().undo();
    EXPECT_EQ(shown.document.results().front().attention->alpha, exact);
}
