// The table of figures below the panels and the plot of one row of all panels, with real clicks and keys.
#include "ui/base/panel_text.h"
#include "ui/compare/figures_panel.h"

#include "core/analysis/alignment_error.h"
#include "core/analysis/divergence.h"
#include "core/files/tensor_file.h"
#include "core/files/writers.h"
#include "tests/support/ui/inputs_sessions.h"
#include "tests/support/ui/window_test.h"
#include "ui/actions/actions.h"
#include "ui/compare/compare_grid.h"
#include "ui/compare/figures_table.h"
#include "ui/document/panel_edits.h"
#include "ui/plot/plot_view.h"

#include <QAbstractItemModelTester>
#include <QClipboard>
#include <QDockWidget>
#include <QGuiApplication>
#include <QHeaderView>
#include <QScrollArea>
#include <QScrollBar>
#include <QTest>
#include <QToolButton>

#include <cmath>
#include <numeric>
#include <vector>

namespace heedmap::tests {

namespace {

class ResizeCounter : public QObject {
public:
    bool eventFilter(QObject*, QEvent* event) override {
        count += event->type() == QEvent::Resize ? 1 : 0;
        return false;
    }
    int count = 0;
};

using attention::ScoreFunction;

class FiguresPanelTest : public WindowTest {
protected:
    void SetUp() override {
        WindowTest::SetUp();
        document->open(crossSession({ScoreFunction::additive, ScoreFunction::dot, ScoreFunction::scaled_dot}));
        waitForPictures();
        QTest::keyClick(window.get(), Qt::Key_T, Qt::ControlModifier);
        waitUntil([&] { return panel().isVisible() && table()->model()->rowCount() == 3; }, "the table of figures");
    }

    FiguresPanel& panel() { return window->figures(); }
    FiguresTable* table() { return panel().table(); }
    QString cell(int row, int column) { return table()->model()->index(row, column).data().toString(); }
    double value(int row, int column) {
        const QVariant value = table()->model()->index(row, column).data(FiguresModel::valueRole);
        return value.isValid() ? value.toDouble() : std::nan("");
    }
    void clickHead(int column) {
        table()->scrollTo(table()->model()->index(0, column));
        const QHeaderView* head = table()->horizontalHeader();
        const QPoint middle(head->sectionViewportPosition(column) + head->sectionSize(column) / 2, head->height() / 2);
        QTest::mouseClick(head->viewport(), Qt::LeftButton, {}, middle);
    }
    QToolButton* button(const QString& text) {
        for (QToolButton* found : panel().findChildren<QToolButton*>()) {
            if (found->text() == text)
                return found;
        }
        ADD_FAILURE() << "no button " << text.toStdString();
        return nullptr;
    }
};

constexpr int js = 1;
constexpr int entropy = 7;

} // namespace

TEST_F(FiguresPanelTest, TheLargestDifferenceNamesItsCell) {
    const auto& results = document->results();
    const Labels labels = document->session().labelsOf(document->session().panels.front());
    for (int row = 1; row < 3; ++row) {
        const auto expected = analysis::compare(*results[static_cast<std::size_t>(row)].source, *results[0].source);
        const Cell at = expected.largestAt;
        const QString tip = table()->model()->index(row, js + 5).data(Qt::ToolTipRole).toString();
        const std::string place = " at " + labels.rows[static_cast<std::size_t>(at.row)] + " → " +
                                  labels.columns[static_cast<std::size_t>(at.column)] + " [" + std::to_string(at.row) +
                                  ", " + std::to_string(at.column) + "]";
        EXPECT_TRUE(tip.endsWith(QString::fromStdString(place))) << tip.toStdString() << " ends with " << place;
    }
}

// Scroll bars that come and go must not change what made them come: the window would never be idle again.
TEST_F(FiguresPanelTest, LeavesThePanelsAtRestInASmallWindow) {
    auto* scroll = window->findChild<CompareGrid*>()->findChild<QScrollArea*>();
    for (int width = 920; width <= 1080; width += 20) {
        for (int height = 560; height <= 720; height += 40) {
            window->resize(width, height);
            ResizeCounter counter;
            scroll->viewport()->installEventFilter(&counter);
            for (int round = 0; round < 60; ++round)
                QCoreApplication::processEvents();
            EXPECT_LT(counter.count, 15) << width << " × " << height;
            EXPECT_FALSE(scroll->horizontalScrollBar()->isVisible()) << width << " × " << height;
        }
    }
}

// Many columns: the table and its plot have the width of the window, not what the docks beside them leave.
TEST_F(FiguresPanelTest, SpansTheWindow) {
    EXPECT_EQ(panel().width(), window->width());
    EXPECT_TRUE(table()->isColumnHidden(table()->model()->columnCount() - 1))
        << "queries and keys are two sequences: roles of heads say nothing";
    window->resize(MainWindow::firstSize(QSize(4000, 4000)));
    QCoreApplication::processEvents();
    EXPECT_FALSE(table()->horizontalScrollBar()->isVisible()) << "all columns are seen at once";
}

TEST_F(FiguresPanelTest, StatesWhatTheCoreComputes) {
    EXPECT_EQ(cell(0, 0), QStringLiteral("additive (reference)"));
    EXPECT_EQ(cell(0, js), QStringLiteral("–")) << "a panel is not compared with itself";
    const auto& results = document->results();
    for (int row = 1; row < 3; ++row) {
        const auto expected = analysis::compare(*results[static_cast<std::size_t>(row)].source, *results[0].source);
        EXPECT_EQ(value(row, js), *expected.jensenShannon) << "row " << row;
        EXPECT_EQ(value(row, js + 3), *expected.correlation) << "row " << row;
        EXPECT_EQ(value(row, js + 5), *expected.largestDifference) << "row " << row;
    }
    for (int row = 0; row < 3; ++row)
        EXPECT_EQ(value(row, entropy), *analysis::meanEntropy(*results[static_cast<std::size_t>(row)].source));
    const int errorRate = table()->model()->columnCount() - 8; // precision, recall and roles behind it
    for (int row = 0; row < 3; ++row) {
        const auto counts = analysis::strongestAgainst(*results[static_cast<std::size_t>(row)].source,
                                                       document->session().labelsOf(document->session().panels.front()),
                                                       document->session().gold);
        ASSERT_TRUE(counts);
        EXPECT_EQ(value(row, errorRate), counts->errorRate()) << "row " << row;
        for (const auto& [column, part] :
             {std::pair(errorRate + 1, counts->precision()), {errorRate + 2, counts->recall()}}) {
            if (part)
                EXPECT_EQ(value(row, column), *part) << "row " << row;
            else
                EXPECT_EQ(cell(row, column), QStringLiteral("–")) << "row " << row;
            EXPECT_TRUE(table()->isColumnHidden(column)) << "it stands in the tool tip of the error rate";
        }
    }
    document->change(QStringLiteral("no gold"), [](files::Session& session) { session.gold.clear(); });
    waitUntil([&] { return cell(0, errorRate) == QStringLiteral("–"); }, "no error rate without a gold alignment");
}

TEST_F(FiguresPanelTest, SortsByAClickAndByAKeyWithTheMissingOnesLast) {
    clickHead(entropy);
    const auto ascending = [&] {
        return value(0, entropy) <= value(1, entropy) && value(1, entropy) <= value(2, entropy);
    };
    EXPECT_TRUE(ascending());
    clickHead(entropy);
    EXPECT_FALSE(ascending());
    table()->setCurrentIndex(table()->model()->index(0, js));
    QTest::keyClick(table(), Qt::Key_S);
    EXPECT_LE(value(0, js), value(1, js));
    EXPECT_TRUE(std::isnan(value(2, js)));
    QTest::keyClick(table(), Qt::Key_S);
    EXPECT_GE(value(0, js), value(1, js));
    EXPECT_TRUE(std::isnan(value(2, js))) << "what does not exist comes last either way";
    clickHead(0);
    EXPECT_EQ(cell(0, 0), QStringLiteral("additive (reference)"));
}

TEST_F(FiguresPanelTest, EnterMakesAPanelActiveAndLockKeepsTheReference) {
    table()->setCurrentIndex(table()->model()->index(1, 0));
    QTest::keyClick(table(), Qt::Key_Return);
    waitUntil([&] { return cell(1, 0).contains(QStringLiteral("reference")); }, "the new reference");
    EXPECT_EQ(window->viewState().activePanel(), 1);
    QTest::mouseClick(button(QStringLiteral("Lock")), Qt::LeftButton);
    EXPECT_TRUE(panel().isLocked());
    window->viewState().setActivePanel(2);
    waitUntil([&] { return button(QStringLiteral("Swap"))->isEnabled(); }, "two panels to swap");
    EXPECT_EQ(panel().reference(), 1);
    QTest::mouseClick(button(QStringLiteral("Swap")), Qt::LeftButton);
    EXPECT_EQ(panel().reference(), 2);
    EXPECT_EQ(window->viewState().activePanel(), 1);
    QTest::mouseClick(button(QStringLiteral("Lock")), Qt::LeftButton);
    EXPECT_EQ(panel().reference(), 1) << "it follows the active panel again";
}

TEST_F(FiguresPanelTest, SwapTurnsADifferenceRound) {
    addDifference(*document, 0, 1);
    window->viewState().setActivePanel(1);
    waitUntil([&] { return button(QStringLiteral("Swap"))->isEnabled(); }, "the difference to be active");
    QTest::mouseClick(button(QStringLiteral("Swap")), Qt::LeftButton);
    EXPECT_EQ(panelTitle(document->results()[1]), QStringLiteral("dot − additive"));
    waitUntil([&] { return table()->model()->rowCount() == 4; }, "four lines");
    EXPECT_EQ(cell(1, entropy), QStringLiteral("–")) << "differences are no weights";
}

TEST_F(FiguresPanelTest, TheProfileHasTheRowOfEveryPanel) {
    window->viewState().setCursor(Cell{2, 1});
    PlotView* profile = panel().profile();
    ASSERT_EQ(profile->seriesCount(), 3);
    for (int series = 0; series < 3; ++series) {
        const auto& points = profile->points(series);
        ASSERT_EQ(points.size(), 4U);
        for (std::size_t j = 0; j < 4; ++j)
            EXPECT_EQ(points[j], QPointF(static_cast<double>(j),
                                         document->results()[static_cast<std::size_t>(series)].source->value(
                                             {2, static_cast<Index>(j)})));
    }
    for (int copies = 0; copies < 15; ++copies)
        document->change(QStringLiteral("copy"),
                         [](files::Session& session) { session.panels.push_back(session.panels.front()); });
    waitUntil([&] { return profile->seriesCount() == 16; }, "at most 16 rows in the plot");
}

// The window does not wait for the rows of a file.
TEST_F(FiguresPanelTest, RowsOfAFileAreReadAside) {
    constexpr Index side = 1500; // large enough to be mapped
    std::vector<double> values(side * side);
    std::iota(values.begin(), values.end(), 0.0);
    files::Session session;
    session.panels = {{.matrix = 0}};
    const std::string file = path(QStringLiteral("attn.npy")).toStdString();
    ASSERT_TRUE(files::writeNpy(file, makeTensor(Shape{side, side}, std::move(values)).view).ok());
    auto opened = files::openTensors(file);
    ASSERT_TRUE(opened);
    session.matrices = {{"attn", file, *(*opened)->read(0)}};
    document->open(session);
    PlotView* profile = panel().profile();
    waitUntil([&] { return profile->seriesCount() == 1 && profile->points(0).size() == side; }, "the row in the plot");
    ASSERT_TRUE(document->results().front().source->isSlow());
    waitUntil([&] { return !document->computing(); }, "the whole picture");
    waitUntil([&] { return profile->points(0).size() == side; }, "the row in the plot");
    window->viewState().setCursor(Cell{0, 0});
    EXPECT_TRUE(profile->points(0).empty());
    waitUntil([&] { return profile->points(0).size() == side; }, "the other row");
    EXPECT_EQ(profile->points(0)[2], QPointF(2, 2));
    window->viewState().setCursor(Cell{1, 0});
    window->viewState().setCursor(Cell{0, 2});
    window->viewState().setCursor(Cell{1, 1});
    waitUntil([&] { return profile->points(0).size() == side; }, "the row that was chosen last");
    EXPECT_EQ(profile->points(0)[2], QPointF(2, side + 2));
}

TEST_F(FiguresPanelTest, TheNumbersCanBeCopied) {
    table()->setFocus();
    QTest::keyClick(table(), Qt::Key_C, Qt::ControlModifier);
    const QStringList lines = QGuiApplication::clipboard()->text().split(QLatin1Char('\n'), Qt::SkipEmptyParts);
    ASSERT_EQ(lines.size(), 4);
    EXPECT_EQ(lines[0].split(QLatin1Char('\t')).size(), table()->model()->columnCount());
    EXPECT_EQ(lines[2].split(QLatin1Char('\t'))[js].toDouble(), value(1, js));
}

TEST_F(FiguresPanelTest, ItIsHiddenAgainByTheSameKey) {
    QTest::keyClick(window.get(), Qt::Key_T, Qt::ControlModifier);
    EXPECT_FALSE(panel().isVisible());
    EXPECT_FALSE(window->actions()[ActionId::showFigures]->isChecked());
}

TEST(FiguresModel, IsAProperModel) {
    FiguresModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    model.setRows(std::vector<PanelComparison>(3));
    model.setRows(std::vector<PanelComparison>(3));
    model.setRows({});
    EXPECT_EQ(model.rowCount(), 0);
}

} // namespace heedmap::tests
