#include "tests/support/ui/part.h"
#include "tests/support/ui/shown_section.h"
#include "ui/inputs/color_section.h"
#include "ui/inputs/mask_grid.h"
#include "ui/inputs/mask_section.h"
#include "ui/inputs/parameters_section.h"
#include "ui/inputs/show_section.h"
#include "ui/widgets/choice_button.h"
#include "ui/widgets/number_field.h"
#include "ui/widgets/quiet_button.h"
#include "ui/widgets/section_label.h"
#include "ui/widgets/toggle_switch.h"

#include <QFile>
#include <QMenu>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QTest>

#include <gtest/gtest.h>

using namespace heedmap;
using attention::ScoreFunction;
using Kind = MaskSection::Kind;
using tests::choose;
using tests::click;
using tests::part;
using tests::type;
template <class Section>
using Shown = tests::ShownSection<Section>;

TEST(MaskSection, SwitchesAreUndoableAndTheShareFollows) {
    Shown<MaskSection> shown;
    EXPECT_EQ(shown.section->head()->text().toStdString(), "MASK · every key is allowed");
    click(shown.section->toggle(Kind::causal));
    EXPECT_TRUE(shown.mask().causal);
    EXPECT_EQ(shown.section->head()->text().toStdString(), "MASK · 50 % of the cells allowed"); // 6 of 12
    EXPECT_EQ(shown.undoWords(), "Switch causal mask on");
    shown.document.undoStack().undo();
    EXPECT_FALSE(shown.section->toggle(Kind::causal)->isChecked());
}

TEST(MaskSection, NumbersHaveUnitsAndADragIsOneStep) {
    Shown<MaskSection> shown;
    EXPECT_FALSE(shown.section->numberField(Kind::window)->isVisible());
    click(shown.section->toggle(Kind::window));
    QSpinBox* field = shown.section->numberField(Kind::window);
    EXPECT_EQ(field->text().toStdString(), "±2 keys");
    field->setFocus();
    QTest::keyClick(field, Qt::Key_Down);
    QTest::keyClick(field, Qt::Key_Down);
    EXPECT_EQ(shown.mask().window, 0);
    shown.document.undoStack().undo();
    EXPECT_EQ(shown.mask().window, 2);
    shown.document.undoStack().undo();
    EXPECT_FALSE(shown.mask().window.has_value());
}

TEST(MaskSection, EveryMaskReachesTheDocument) {
    Shown<MaskSection> shown;
    click(shown.section->toggle(Kind::padding));
    click(shown.section->toggle(Kind::global));
    click(shown.section->toggle(Kind::random));
    EXPECT_EQ(shown.mask().padding, 3);
    EXPECT_EQ(shown.mask().global, 1);
    EXPECT_EQ(shown.mask().random, 2);
    part<QSpinBox>(*shown.section, "maskSeed")->setValue(9);
    EXPECT_EQ(shown.mask().randomSeed, 9U);
    click(shown.section->toggle(Kind::padding));
    EXPECT_FALSE(shown.mask().padding.has_value());
}

TEST(MaskSection, PaintingADragIsOneStep) {
    Shown<MaskSection> shown;
    click(shown.section->toggle(Kind::custom));
    ASSERT_EQ(shown.mask().custom, BoolMatrix(BoolMatrix::Ones(3, 4)));
    MaskGrid* grid = part<MaskGrid>(*shown.section);
    ASSERT_TRUE(grid->isVisible());
    const auto at = [&](Index row, Index column) {
        return grid->cellRect({row, column}).center().toPoint();
    };
    QTest::mousePress(grid, Qt::LeftButton, {}, at(0, 1));
    QMouseEvent move(QEvent::MouseMove, at(0, 2), grid->mapToGlobal(at(0, 2)), Qt::NoButton, Qt::LeftButton, {});
    QCoreApplication::sendEvent(grid, &move);
    QTest::mouseRelease(grid, Qt::LeftButton, {}, at(0, 2));
    EXPECT_EQ(shown.mask().custom(0, 1), 0);
    EXPECT_EQ(shown.mask().custom(0, 2), 0);
    EXPECT_EQ(shown.mask().custom(0, 0), 1);
    shown.document.undoStack().undo();
    EXPECT_EQ(shown.mask().custom, BoolMatrix(BoolMatrix::Ones(3, 4)));
}

TEST(MaskSection, TheGridIsPaintedByKeysButNotWhereAnotherMaskForbids) {
    Shown<MaskSection> shown;
    click(shown.section->toggle(Kind::custom));
    click(shown.section->toggle(Kind::causal));
    MaskGrid* grid = part<MaskGrid>(*shown.section);
    grid->setFocus();
    QTest::keyClick(grid, Qt::Key_Space);
    EXPECT_EQ(shown.mask().custom(0, 0), 0);
    QTest::keyClick(grid, Qt::Key_Right);
    QTest::keyClick(grid, Qt::Key_Space);
    EXPECT_EQ(shown.mask().custom(0, 1), 1); // j > i is not to be painted
    QTest::keyClick(grid, Qt::Key_Down);
    QTest::keyClick(grid, Qt::Key_Space);
    EXPECT_EQ(shown.mask().custom(1, 1), 0);
}

TEST(MaskSection, AMaskFromAFileHasToFit) {
    Shown<MaskSection> shown;
    const QTemporaryDir folder;
    const auto write = [&](const char* name, const char* text) {
        const QString path = folder.filePath(QString::fromUtf8(name));
        QFile file(path);
        EXPECT_TRUE(file.open(QIODevice::WriteOnly));
        file.write(text);
        return path;
    };
    shown.section->takeCustomFromFile(write("small.csv", "1,0\n0,1\n"));
    EXPECT_EQ(shown.section->message().toStdString(),
              "The mask stays as it was: the custom mask is 2×2, but α is 3×4.");
    EXPECT_EQ(shown.mask().custom.size(), 0);
    shown.section->takeCustomFromFile(write("fits.csv", "1,0,0,1\n0,1,1,1\n1,1,1,1\n"));
    ASSERT_EQ(shown.mask().custom.size(), 12);
    EXPECT_EQ(shown.mask().custom(0, 1), 0);
    EXPECT_EQ(shown.section->message().toStdString(), "");
    shown.section->takeCustomFromFile(write("added.csv", "0,-inf,0,0\n0,0,-inf,0\n0,0,0,0\n"));
    EXPECT_EQ(shown.mask().custom(0, 0), 1);
    EXPECT_EQ(shown.mask().custom(0, 1), 0);
    shown.section->takeCustomFromFile(write("part.csv", "0,0.3,0,0\n0,0,1,0\n0,0,0,0\n"));
    EXPECT_EQ(shown.mask().custom(0, 1), 0);
    EXPECT_EQ(shown.mask().custom(0, 0), 1);
    EXPECT_TRUE(shown.section->message().contains(QStringLiteral("holds 0.3 in row 0, column 1")))
        << shown.section->message().toStdString();
}

TEST(ParametersSection, ShowsOnlyWhatTheScoreFunctionsNeed) {
    Shown<ParametersSection> dot;
    EXPECT_FALSE(part<NumberField>(*dot.section, "beta")->isVisible());
    EXPECT_FALSE(part<QSpinBox>(*dot.section, "hidden")->isVisible());
    EXPECT_FALSE(part<QuietButton>(*dot.section, "drawParameters")->isVisible());
    Shown<ParametersSection> all(tests::crossSession({ScoreFunction::cosine, ScoreFunction::additive}));
    EXPECT_TRUE(part<NumberField>(*all.section, "beta")->isVisible());
    EXPECT_TRUE(part<QSpinBox>(*all.section, "hidden")->isVisible());
    EXPECT_TRUE(part<QuietButton>(*all.section, "drawParameters")->isVisible());
}

TEST(ParametersSection, NormalizerAndSharpness) {
    Shown<ParametersSection> shown(tests::crossSession({ScoreFunction::cosine}));
    choose(part<ChoiceButton>(*shown.section, "normalizer"), 1);
    EXPECT_EQ(shown.session().problem.normalizer.kind, attention::NormalizerKind::sparsemax);
    EXPECT_EQ(shown.undoWords(), "Normalize with sparsemax");
    type(part<NumberField>(*shown.section, "beta"), "2.5");
    EXPECT_EQ(shown.session().problem.parameters.beta, 2.5);
    type(part<NumberField>(*shown.section, "beta"), "2,5");
    EXPECT_EQ(shown.session().problem.parameters.beta, 2.5);
    EXPECT_EQ(shown.section->message().toStdString(), "sharpness β stays as it was: \"2,5\" is not a number; decimals "
                                                      "are written with a point, as in 2.5.");
    type(part<NumberField>(*shown.section, "beta"), "inf");
    EXPECT_EQ(shown.section->message().toStdString(), "sharpness β stays as it was: it has to be finite.");
    shown.document.change(QStringLiteral("labels"), [](files::Session& session) { session.lookFor = "x"; });
    EXPECT_EQ(shown.section->message().toStdString(), "");
}

TEST(ParametersSection, AnotherHiddenSizeKeepsTheUnitsThatStay) {
    Shown<ParametersSection> shown(tests::crossSession({ScoreFunction::additive}));
    const attention::Parameters before = shown.session().problem.parameters;
    part<QSpinBox>(*shown.section, "hidden")->setValue(static_cast<int>(before.v.size()) + 3);
    const attention::Parameters& after = shown.session().problem.parameters;
    ASSERT_EQ(after.v.size(), before.v.size() + 3);
    ASSERT_EQ(after.w_s.rows(), before.w_s.rows() + 3);
    EXPECT_EQ(after.v.head(before.v.size()), before.v);
    EXPECT_EQ(after.w_h.topRows(before.w_h.rows()), before.w_h);
}

TEST(ParametersSection, SeedsAreReproducible) {
    Shown<ParametersSection> shown(tests::crossSession({ScoreFunction::additive, ScoreFunction::general}));
    part<QSpinBox>(*shown.section, "parameterSeed")->setValue(3);
    click(part<QuietButton>(*shown.section, "drawParameters"));
    const attention::Parameters& p = shown.session().problem.parameters;
    const attention::Parameters expected = attention::withSeededScores({}, 2, 2, p.v.size(), 3);
    EXPECT_EQ(p.w, expected.w);
    EXPECT_EQ(p.w_s, expected.w_s);
    EXPECT_EQ(p.v, expected.v);
    EXPECT_EQ(shown.undoWords(), "New random parameters (seed 3)");
}

TEST(ShowSection, EverySwitchReachesTheDocument) {
    Shown<ShowSection> shown(tests::crossSession({ScoreFunction::dot, ScoreFunction::cosine}));
    click(part<ToggleSwitch>(*shown.section, "gold"));
    EXPECT_FALSE(shown.session().picture.gold);
    click(part<ToggleSwitch>(*shown.section, "linked"));
    EXPECT_FALSE(shown.session().panels[0].linked);
    EXPECT_FALSE(shown.session().panels[1].linked);
    click(part<ToggleSwitch>(*shown.section, "linkedRange"));
    EXPECT_FALSE(shown.session().picture.linkedRange);
    choose(part<ChoiceButton>(*shown.section, "numbers"), 2);
    EXPECT_EQ(shown.session().picture.values, files::Visibility::off);
    choose(part<ChoiceButton>(*shown.section, "labels"), 1);
    EXPECT_EQ(shown.session().picture.labels, files::Visibility::on);
    for (int i = 0; i < 5; ++i)
        shown.document.undoStack().undo();
    EXPECT_TRUE(part<ToggleSwitch>(*shown.section, "gold")->isChecked());
    EXPECT_TRUE(part<ToggleSwitch>(*shown.section, "linked")->isChecked());
}

TEST(ColorSection, MapScaleAndPooling) {
    Shown<ColorSection> shown;
    choose(part<ChoiceButton>(*shown.section, "colorMap"), 2);
    EXPECT_EQ(shown.session().picture.map.name, heatmap::ColorMapName::magma);
    EXPECT_EQ(shown.undoWords(), "Color map magma");
    click(part<ToggleSwitch>(*shown.section, "reversed"));
    EXPECT_TRUE(shown.session().picture.map.reversed);
    choose(part<ChoiceButton>(*shown.section, "scale"), 3);
    EXPECT_EQ(shown.session().picture.scale, heatmap::Scale::rank);
    choose(part<ChoiceButton>(*shown.section, "pooling"), 1);
    EXPECT_EQ(shown.session().picture.pooling, heatmap::Pooling::mean);
}

TEST(ColorSection, RangesAndTheirLimits) {
    Shown<ColorSection> shown;
    const auto range = [&] {
        return shown.session().picture.range;
    };
    EXPECT_EQ(part<ChoiceButton>(*shown.section, "range")->current(),
              static_cast<int>(ColorSection::RangeChoice::unit));
    choose(part<ChoiceButton>(*shown.section, "range"), static_cast<int>(ColorSection::RangeChoice::limits));
    ASSERT_TRUE(part<NumberField>(*shown.section, "low")->isVisible());
    type(part<NumberField>(*shown.section, "high"), "0.25");
    EXPECT_EQ(range(), (heatmap::RangeSpec{heatmap::RangeSpec::Kind::fixed, 0, 0.25}));
    type(part<NumberField>(*shown.section, "low"), "0.5");
    EXPECT_EQ(range().low, 0);
    EXPECT_EQ(shown.section->message().toStdString(),
              "The range stays as it was: its low end has to be below its high end.");
    choose(part<ChoiceButton>(*shown.section, "range"), static_cast<int>(ColorSection::RangeChoice::percentiles));
    type(part<NumberField>(*shown.section, "low"), "5");
    EXPECT_EQ(range(), (heatmap::RangeSpec{heatmap::RangeSpec::Kind::percentile, 5, 99}));
    type(part<NumberField>(*shown.section, "high"), "101");
    EXPECT_EQ(range().high, 99);
    choose(part<ChoiceButton>(*shown.section, "range"), 0);
    EXPECT_EQ(range().kind, heatmap::RangeSpec::Kind::automatic);
    EXPECT_FALSE(part<NumberField>(*shown.section, "low")->isVisible());
}
