#include "tests/support/ui/part.h"
#include "ui/cost/cost_fields.h"
#include "ui/cost/cost_plot.h"
#include "ui/cost/cost_tables.h"
#include "ui/cost/cost_text.h"
#include "ui/cost/cost_workspace.h"
#include "ui/settings/settings.h"
#include "ui/widgets/choice_button.h"
#include "ui/widgets/figure_table.h"
#include "ui/widgets/quiet_button.h"
#include "ui/widgets/toggle_switch.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QSignalSpy>
#include <QSlider>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QTest>

#include <gtest/gtest.h>

#include <set>

using namespace heedmap;
using analysis::CostSizes;
using analysis::Count;
using tests::part;

namespace {

class CostWorkspaceTest : public testing::Test {
protected:
    CostWorkspaceTest()
        : settings(folder.filePath(QStringLiteral("taste.ini")), folder.filePath(QStringLiteral("state.ini")))
        , workspace(&settings) {
        workspace.resize(1100, 700);
        workspace.show();
        workspace.topBar()->resize(800, 40);
        workspace.topBar()->show();
    }

    void click(QWidget* widget) { QTest::mouseClick(widget, Qt::LeftButton); }

    void choose(ChoiceButton* button, int choice) {
        click(button);
        for (int i = 0; i <= choice; ++i)
            QTest::keyClick(button->menu(), Qt::Key_Down);
        QTest::keyClick(button->menu(), Qt::Key_Return);
    }

    void type(Index CostSizes::*size, const char* number) {
        QSpinBox* field = part<CostFields>(workspace)->field(size);
        field->setFocus();
        field->selectAll();
        QTest::keyClicks(field, QString::fromUtf8(number));
        QTest::keyClick(field, Qt::Key_Return);
    }

    QString figure(const FigureTable* table, const QString& name, int column) const {
        for (const QStringList& row : table->rows())
            if (row.front() == name)
                return row.value(column);
        return QStringLiteral("no row %1").arg(name);
    }

    QTemporaryDir folder;
    Settings settings;
    CostWorkspace workspace;
};

} // namespace

TEST_F(CostWorkspaceTest, FieldsAndSlidersStandInColumns) {
    const auto leftsOf = [&](const auto& widgets) {
        std::set<int> lefts;
        for (const QWidget* widget : widgets)
            lefts.insert(widget->mapTo(&workspace, QPoint()).x());
        return lefts;
    };
    EXPECT_EQ(leftsOf(workspace.findChildren<QSpinBox*>()).size(), 1U);
    EXPECT_EQ(leftsOf(workspace.findChildren<QSlider*>()).size(), 1U);
}

TEST_F(CostWorkspaceTest, TypedSizesReachTablesPlotAndStatus) {
    QSignalSpy status(&workspace, &Workspace::statusChanged);
    type(&CostSizes::model, "64");
    type(&CostSizes::heads, "1");
    type(&CostSizes::queries, "2048");
    EXPECT_GE(status.count(), 3);
    EXPECT_EQ(part<CostFields>(workspace)->sizes().keys, 2048);
    EXPECT_EQ(part<CostFields>(workspace)->sizes().keySize, 64);
    click(part<ToggleSwitch>(workspace, "allDigits"));
    // 2 · 268 435 456: scores and context
    EXPECT_EQ(figure(part<CostTables>(workspace)->methods(), QStringLiteral("full attention"), 2),
              QString::fromUtf8("536\u202F870\u202F912"));
    EXPECT_TRUE(workspace.facts().startsWith(
        QStringLiteral("n = 2048 · d = 64 in 1 heads · full attention, multiply–adds: scores alone 2.68 × 10⁸, "
                       "whole layer 5.70 × 10⁸")))
        << workspace.facts().toStdString();
    const auto& line = part<CostPlot>(workspace)->points(0);
    const auto at = std::find_if(line.begin(), line.end(), [](const QPointF& p) { return p.x() == 2048; });
    ASSERT_NE(at, line.end());
    EXPECT_EQ(at->y(), 268435456);
    ASSERT_EQ(part<CostPlot>(workspace)->points(1).size(), 1U) << "the chosen sizes on the line of full attention";
    EXPECT_EQ(part<CostPlot>(workspace)->points(1).front(), QPointF(2048, 268435456));
}

TEST_F(CostWorkspaceTest, SlidersGoInPowersOfTwo) {
    QSlider* slider = part<CostFields>(workspace)->slider(&CostSizes::queries);
    ASSERT_NE(slider, nullptr);
    EXPECT_EQ(slider->value(), 10);
    slider->setFocus();
    QTest::keyClick(slider, Qt::Key_Right);
    EXPECT_EQ(part<CostFields>(workspace)->sizes().queries, 2048);
    EXPECT_EQ(part<CostFields>(workspace)->field(&CostSizes::queries)->value(), 2048);
}

TEST_F(CostWorkspaceTest, SizesThatMakeNoSenseAreRefusedInWords) {
    const CostSizes before = part<CostFields>(workspace)->sizes();
    type(&CostSizes::heads, "7");
    EXPECT_EQ(part<CostFields>(workspace)->sizes(), before);
    EXPECT_EQ(part<CostFields>(workspace)->message().toStdString(), "512 columns cannot be split evenly into 7 heads.");
    type(&CostSizes::heads, "16");
    EXPECT_EQ(part<CostFields>(workspace)->message(), QString());
    EXPECT_EQ(part<CostFields>(workspace)->sizes().heads, 16);
}

TEST_F(CostWorkspaceTest, PresetsAreThePapersModels) {
    choose(part<ChoiceButton>(workspace, "preset"), 4);
    EXPECT_EQ(part<CostFields>(workspace)->sizes(), analysis::costPresetNamed("gpt-3")->sizes);
    EXPECT_EQ(figure(part<CostTables>(workspace)->model(), QStringLiteral("KV cache"), 1), QStringLiteral("9 GiB"));
    EXPECT_EQ(figure(part<CostTables>(workspace)->methods(), QStringLiteral("full attention"), 4),
              QStringLiteral("768 MiB"));
    EXPECT_EQ(figure(part<CostTables>(workspace)->model(), QStringLiteral("parameters, says the paper"), 1),
              QString::fromUtf8("1.75 × 10¹¹"));
    type(&CostSizes::batch, "2");
    EXPECT_EQ(part<ChoiceButton>(workspace, "preset")->current(), 0) << "no longer that model";
}

TEST_F(CostWorkspaceTest, SizesAndChoicesAreKept) {
    type(&CostSizes::queries, "3000");
    choose(part<ChoiceButton>(workspace, "measure"), 2);
    click(part<ToggleSwitch>(workspace, "allDigits"));
    {
        const CostWorkspace again(&settings);
        EXPECT_EQ(part<CostFields>(again)->sizes(), part<CostFields>(workspace)->sizes());
        EXPECT_EQ(part<ChoiceButton>(again, "measure")->current(), 2);
        EXPECT_TRUE(part<ToggleSwitch>(again, "allDigits")->isChecked());
        EXPECT_EQ(part<ChoiceButton>(again, "preset")->current(), 0);
    }
    choose(part<ChoiceButton>(workspace, "preset"), 4);
    const CostWorkspace preset(&settings);
    EXPECT_EQ(part<ChoiceButton>(preset, "preset")->current(), 4);
    EXPECT_EQ(part<CostFields>(preset)->sizes(), analysis::costPresetNamed("gpt-3")->sizes);
}

TEST_F(CostWorkspaceTest, KeptSizesThatMakeNoSenseAreNotTaken) {
    settings.setValue(Setting::costSizes, QStringList{QStringLiteral("heads=0"), QStringLiteral("x"), QString()});
    settings.setValue(Setting::costMeasure, 99);
    const CostWorkspace again(&settings);
    EXPECT_EQ(part<CostFields>(again)->sizes(), CostSizes());
    EXPECT_EQ(part<ChoiceButton>(again, "measure")->current(), 0);
}

TEST_F(CostWorkspaceTest, TheProblemInExploreIsAPointAndAChoice) {
    files::Session session;
    session.problem.q = MatrixD::Ones(16, 8);
    session.problem.k = session.problem.v = MatrixD::Ones(64, 8);
    session.panels = {{.score = attention::ScoreFunction::scaled_dot}};
    workspace.showProblem(session);
    const auto problem = [&] {
        return part<CostPlot>(workspace)->points(CostPlot::problemSeries());
    };
    ASSERT_EQ(problem().size(), 1U);
    EXPECT_EQ(problem().front(), QPointF(32, 16 * 64 * 8)) << "√(n_q n_k), n_q n_k d_k";
    choose(part<ChoiceButton>(workspace, "preset"), 1);
    EXPECT_EQ(part<CostFields>(workspace)->sizes().queries, 16);
    EXPECT_EQ(part<CostFields>(workspace)->sizes().keys, 64);
    EXPECT_TRUE(workspace.facts().startsWith(QStringLiteral("n_q = 16, n_k = 64 · d = 8 in 1 heads")))
        << workspace.facts().toStdString();
    EXPECT_EQ(part<CostPlot>(workspace)->points(1).front(), problem().front())
        << "it lies on the line of full attention";
    EXPECT_EQ(figure(part<CostTables>(workspace)->methods(), QStringLiteral("LSTM"), 1), QStringLiteral("no row LSTM"))
        << "an LSTM has one sequence";
    session.problem.q = session.problem.k = session.problem.v = MatrixD::Ones(100, 8);
    workspace.showProblem(session);
    EXPECT_EQ(part<CostFields>(workspace)->sizes().queries, 100) << "it goes on following Explore";
    ASSERT_EQ(part<CostPlot>(workspace)->points(1).size(), 1U);
    EXPECT_EQ(problem().front(), QPointF(100, 100 * 100 * 8));
    type(&CostSizes::queries, "128");
    EXPECT_EQ(part<ChoiceButton>(workspace, "preset")->current(), 0);
    EXPECT_EQ(problem().front(), QPointF(100, 100 * 100 * 8)) << "the problem is still the same";
}

TEST_F(CostWorkspaceTest, WhereAttentionGetsDearerThanAnLstmIsMarked) {
    type(&CostSizes::model, "64");
    type(&CostSizes::heads, "1");
    const auto& marks = part<CostPlot>(workspace)->marks();
    ASSERT_EQ(marks.size(), 1U);
    EXPECT_EQ(marks.front().value, 8 * 64);
    EXPECT_EQ(marks.front().label.toStdString(), "n = 512: scores alone cost more than an LSTM");
    const auto costAt = [&](int line, double n) {
        for (const QPointF& point : part<CostPlot>(workspace)->points(line)) {
            if (point.x() == n)
                return point.y();
        }
        return -1.0;
    };
    const int lstm = 2 * 5;
    EXPECT_LT(costAt(0, 256), costAt(lstm, 256));
    EXPECT_EQ(costAt(0, 512), costAt(lstm, 512));
    EXPECT_GT(costAt(0, 1024), costAt(lstm, 1024));
}

TEST_F(CostWorkspaceTest, TablesAreCopiedWithAllDigits) {
    choose(part<ChoiceButton>(workspace, "preset"), 4);
    QSignalSpy noticed(&workspace, &Workspace::noticed);
    click(part<QuietButton>(workspace, "copyTables"));
    EXPECT_EQ(noticed.count(), 1);
    const QString text = QGuiApplication::clipboard()->text();
    EXPECT_TRUE(text.contains(QStringLiteral("in the layers\t173946175488\n"))) << text.toStdString();
    EXPECT_TRUE(text.contains(QStringLiteral("KV cache of a token\t4718592\n")));
    EXPECT_TRUE(text.contains(QStringLiteral("\t805306368\t")));
}

TEST_F(CostWorkspaceTest, EveryMeasureIsPlotted) {
    for (int i = 0; i < static_cast<int>(analysis::allCostMeasures.size()); ++i) {
        choose(part<ChoiceButton>(workspace, "measure"), i);
        EXPECT_FALSE(part<CostPlot>(workspace)->points(0).empty()) << i;
        EXPECT_FALSE(part<CostPlot>(workspace)->numbersText().isEmpty()) << i;
    }
}

TEST_F(CostWorkspaceTest, TheNumbersOfThePlotAreCopied) {
    part<CostPlot>(workspace)->copyNumbers();
    const QString text = QGuiApplication::clipboard()->text();
    EXPECT_TRUE(text.section(QLatin1Char('\n'), 0, 0).contains(QStringLiteral("full attention"))) << text.toStdString();
    EXPECT_EQ(text.count(QStringLiteral("full attention")), 1) << "the marked points are not a column of their own";
}

TEST(CostText, CountsAreReadable) {
    EXPECT_EQ(countText(Count(99999), false), QString::fromUtf8("99\u202F999"));
    EXPECT_EQ(countText(Count(268435456), false), QString::fromUtf8("2.68 × 10⁸"));
    EXPECT_EQ(countText(Count(999999999), false), QString::fromUtf8("1.00 × 10⁹"));
    EXPECT_EQ(countText(Count(268435456), true), QString::fromUtf8("268\u202F435\u202F456"));
    EXPECT_EQ(countText(Count(1ULL << 40U) * Count(1ULL << 40U), true), QString::fromUtf8("≈ 1.21 × 10²⁴"));
    EXPECT_EQ(bytesText(Count(67108864), false), QStringLiteral("64 MiB"));
    EXPECT_EQ(bytesText(Count(1000), false), QStringLiteral("1\u202F000 B"));
    EXPECT_EQ(bytesText(Count(1536), false), QStringLiteral("1.5 KiB"));
    EXPECT_EQ(bytesText(Count(67108864), true), QString::fromUtf8("67\u202F108\u202F864 B"));
    EXPECT_EQ(copiedText(Count(67108864)), QStringLiteral("67108864"));
    EXPECT_EQ(powerText(1000), QString::fromUtf8("10³"));
    EXPECT_EQ(powerText(1), QStringLiteral("1"));
}
