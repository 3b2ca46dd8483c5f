// The window as a whole, used with real mouse and key events.
#include "core/files/writers.h"
#include "tests/support/ui/window_test.h"
#include "ui/actions/actions.h"
#include "ui/compare/compare_grid.h"
#include "ui/files/autosave.h"
#include "ui/heatmap/heatmap_view.h"
#include "ui/inputs/matrix_table.h"
#include "ui/inputs/problem_bar.h"
#include "ui/widgets/notice.h"
#include "ui/widgets/segmented_control.h"
#include "ui/widgets/status_line.h"

#include <QAbstractButton>
#include <QClipboard>
#include <QDialog>
#include <QDockWidget>
#include <QDoubleSpinBox>
#include <QFile>
#include <QFileInfo>
#include <QGuiApplication>
#include <QLineEdit>
#include <QMenu>
#include <QPointer>
#include <QPushButton>
#include <QTest>
#include <QWindow>

#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

namespace heedmap::tests {

namespace {

class MainWindowTest : public WindowTest {
protected:
    MatrixTable* table() { return window->findChild<MatrixTable*>(); }

    QPoint middleOf(int row, int column) { return table()->visualRect(table()->model()->index(row, column)).center(); }

    void chooseTableCell(int row, int column) {
        QTest::mouseClick(table()->viewport(), Qt::LeftButton, {}, middleOf(row, column));
        waitUntil([&] { return table()->currentIndex() == table()->model()->index(row, column); }, "the chosen cell");
    }

    void type(int row, int column, const QString& text) {
        chooseTableCell(row, column);
        QTest::keyClick(table(), Qt::Key_F2);
        waitUntil([&] { return table()->findChild<QLineEdit*>() != nullptr; }, "the cell's editor");
        const QPointer<QLineEdit> editor = table()->findChild<QLineEdit*>();
        editor->selectAll();
        QTest::keyClicks(editor.data(), text);
        QTest::keyClick(editor.data(), Qt::Key_Return);
        waitUntil([&] { return editor.isNull(); }, "the end of editing");
    }

    int panelOf(attention::ScoreFunction function) {
        const auto& panels = document->session().panels;
        const auto found = std::find_if(panels.begin(), panels.end(),
                                        [&](const files::Panel& panel) { return panel.score == function; });
        EXPECT_NE(found, panels.end());
        return static_cast<int>(found - panels.begin());
    }

    // Clicks the middle of a cell of a panel.
    void chooseCell(int panel, Cell cell) {
        HeatmapView* view = window->panels().views()[panel];
        const heatmap::Rect rect = view->geometry().rectOf(cell);
        const QPointF middle =
            view->panelLayout().cells.topLeft() + QPointF(rect.x + rect.width / 2, rect.y + rect.height / 2);
        QTest::mouseClick(view, Qt::LeftButton, {}, middle.toPoint());
        waitUntil([&] { return window->viewState().cursor() == cell; }, "the chosen cell");
    }
};

} // namespace

TEST_F(MainWindowTest, InspectorStatesTheThreeKeysToTheLastDigit) {
    const int scaled = panelOf(attention::ScoreFunction::scaled_dot);
    const char* expected[] = {"0.4011120927", "0.1977758146", "0.4011120927"};
    for (int column = 0; column < 3; ++column) {
        chooseCell(scaled, {0, column});
        const QString weight = QString::fromLatin1(expected[column]);
        waitUntil([&] { return labelText(QStringLiteral("formula")).contains(weight); }, expected[column]);
    }
    EXPECT_TRUE(labelText(QStringLiteral("context")).contains(QStringLiteral("6.0166813902, 5.9610767562")))
        << labelText(QStringLiteral("context")).toStdString();
}

TEST_F(MainWindowTest, AnEditedNumberIsFollowedByPanelsInspectorAndStatus) {
    const int scaled = panelOf(attention::ScoreFunction::scaled_dot);
    chooseCell(scaled, {0, 0});
    const double before = window->panels().views()[scaled]->picture().source->value({0, 0});
    type(0, 0, QStringLiteral("3"));
    EXPECT_EQ(document->session().problem.q(0, 0), 3.0);
    waitForPictures();
    const double after = window->panels().views()[scaled]->picture().source->value({0, 0});
    EXPECT_NE(after, before);
    const QString shown = QString::number(after, 'f', 8).left(8);
    waitUntil([&] { return labelText(QStringLiteral("formula")).contains(shown); }, "the new weight in the inspector");

    QTest::keyClick(window.get(), Qt::Key_Z, Qt::ControlModifier);
    EXPECT_EQ(document->session().problem.q(0, 0), 1.0);
    waitForPictures();
    EXPECT_EQ(window->panels().views()[scaled]->picture().source->value({0, 0}), before);
    QTest::keyClick(window.get(), Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
    EXPECT_EQ(document->session().problem.q(0, 0), 3.0);
}

TEST_F(MainWindowTest, WhatIsNotComputedYetSaysSo) {
    files::Session session;
    session.name = "long";
    session.problem.q = session.problem.k = session.problem.v = MatrixD::Random(1500, 16);
    session.panels = {{.score = attention::ScoreFunction::scaled_dot, .matrix = std::nullopt}};
    document->open(session);
    ASSERT_TRUE(document->computing());
    document->stopComputing();
    const auto state = [this] {
        return labelText(QStringLiteral("panelsState"));
    };
    waitUntil([&] { return state() == QStringLiteral("α 1500 × 1500 was not computed"); }, "the sentence when stopped");
    EXPECT_TRUE(window->panels().views().isEmpty()) << "no picture of the session before";
    document->change(QStringLiteral("edit"), [](files::Session& s) { s.problem.q(0, 0) = 2; });
    ASSERT_TRUE(document->computing());
    waitUntil([&] { return !document->computing() || state() == QStringLiteral("computing α 1500 × 1500…"); },
              "the sentence while computing");
    waitForPictures();
    EXPECT_EQ(window->panels().views().size(), 1);
}

TEST_F(MainWindowTest, ABlockIsPastedFromASpreadsheet) {
    QGuiApplication::clipboard()->setText(QStringLiteral("0.5\t-2\n"));
    chooseTableCell(0, 0);
    QTest::keyClick(table(), Qt::Key_V, Qt::ControlModifier);
    waitUntil([&] { return document->session().problem.q(0, 1) == -2.0; }, "the pasted block");
    EXPECT_EQ(document->session().problem.q(0, 0), 0.5);
    QTest::keyClick(window.get(), Qt::Key_Z, Qt::ControlModifier);
    EXPECT_EQ(document->session().problem.q(0, 0), 1.0) << "one paste is one step";
    EXPECT_EQ(document->session().problem.q(0, 1), 0.0);
}

TEST_F(MainWindowTest, CopiesWhatHasTheFocus) {
    const int scaled = panelOf(attention::ScoreFunction::scaled_dot);
    chooseCell(scaled, {0, 1});
    QTest::keyClick(window->panels().views()[scaled], Qt::Key_C, Qt::ControlModifier);
    EXPECT_EQ(QGuiApplication::clipboard()->text().count(QLatin1Char('\t')), 2) << "a whole row of three weights";
    EXPECT_TRUE(QGuiApplication::clipboard()->text().startsWith(QStringLiteral("0.40111209")));
    chooseTableCell(0, 0);
    QTest::keyClick(table(), Qt::Key_C, Qt::ControlModifier);
    EXPECT_EQ(QGuiApplication::clipboard()->text().trimmed(), QStringLiteral("1"));
}

TEST_F(MainWindowTest, SelfAndCrossKeepBothSides) {
    auto* kind = window->findChild<ProblemBar*>()->findChildren<SegmentedControl*>().front();
    const MatrixD q = document->session().problem.q;
    QTest::mouseClick(kind->button(0), Qt::LeftButton);
    EXPECT_EQ(document->session().problem.kind, attention::ProblemKind::self);
    waitForPictures();
    QTest::mouseClick(kind->button(1), Qt::LeftButton);
    EXPECT_EQ(document->session().problem.kind, attention::ProblemKind::cross);
    EXPECT_EQ(document->session().problem.q, q);
}

TEST_F(MainWindowTest, ScoreFunctionsAreShownAndHidden) {
    auto* scores = window->findChild<ProblemBar*>()->findChildren<SegmentedControl*>()[1];
    const qsizetype before = window->panels().views().size();
    const bool shown = scores->isChecked(4);
    QTest::mouseClick(scores->button(4), Qt::LeftButton);
    waitForPictures();
    EXPECT_EQ(window->panels().views().size(), shown ? before - 1 : before + 1);
    for (int segment = 0; segment < 5; ++segment) {
        if (scores->isChecked(segment))
            QTest::mouseClick(scores->button(segment), Qt::LeftButton);
    }
    waitForPictures();
    EXPECT_EQ(window->panels().views().size(), 1) << "the last panel stays";
}

TEST_F(MainWindowTest, ZoomIsLinkedUntilAPanelIsUnlinked) {
    openExample(QStringLiteral("induction"));
    document->change(QStringLiteral("two panels"), [](files::Session& session) {
        session.panels = {{.score = attention::ScoreFunction::dot, .matrix = std::nullopt},
                          {.score = attention::ScoreFunction::scaled_dot, .matrix = std::nullopt}};
    });
    waitForPictures();
    HeatmapView* first = window->panels().views()[0];
    HeatmapView* second = window->panels().views()[1];
    const auto cellOf = [](const HeatmapView* view) {
        return view->geometry().cellWidth;
    };
    waitUntil([&] { return cellOf(first) == cellOf(second); }, "panels of one size");
    first->setFocus();
    QTest::keyClick(first, Qt::Key_Plus);
    QTest::keyClick(first, Qt::Key_Plus);
    EXPECT_GT(window->viewState().zoom(), 1.5);
    EXPECT_EQ(cellOf(first), cellOf(second));
    document->change(QStringLiteral("unlink"), [](files::Session& session) { session.panels[1].linked = false; });
    waitForPictures();
    QTest::keyClick(first, Qt::Key_0);
    QTest::keyClick(first, Qt::Key_Plus);
    QTest::keyClick(first, Qt::Key_Plus);
    QTest::keyClick(second, Qt::Key_0);
    waitUntil([&] { return cellOf(first) > cellOf(second) * 1.4; }, "an unlinked panel of its own zoom");
}

TEST_F(MainWindowTest, DeleteMasksTheCellAndAllowsItAgain) {
    const int scaled = panelOf(attention::ScoreFunction::scaled_dot);
    chooseCell(scaled, {0, 1});
    HeatmapView* view = window->panels().views()[scaled];
    QTest::keyClick(view, Qt::Key_Delete);
    waitForPictures();
    EXPECT_EQ(view->picture().source->mark({0, 1}), attention::Mark::masked);
    EXPECT_EQ(view->picture().source->value({0, 1}), 0.0);
    QTest::keyClick(view, Qt::Key_Delete);
    waitForPictures();
    EXPECT_EQ(view->picture().source->mark({0, 1}), attention::Mark::number);
}

TEST_F(MainWindowTest, ABadFileIsToldOnceAndNothingIsLost) {
    QFile file(path(QStringLiteral("broken.npy")));
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    file.write("\x93NUMPY\x01");
    file.close();
    const MatrixD q = document->session().problem.q;
    window->openFiles({file.fileName(), path(QStringLiteral("absent.npz"))});
    ASSERT_EQ(answers.messages.size(), 1);
    EXPECT_TRUE(answers.messages.front().contains(QStringLiteral("broken.npy")))
        << answers.messages.front().toStdString();
    EXPECT_TRUE(answers.messages.front().contains(QStringLiteral("absent.npz")));
    EXPECT_EQ(document->session().problem.q, q);
}

TEST_F(MainWindowTest, AnExampleCanBeTakenBack) {
    const std::string before = document->session().name;
    openExample(QStringLiteral("word-order"));
    waitForPictures();
    EXPECT_NE(document->session().name, before);
    QTest::keyClick(window.get(), Qt::Key_Z, Qt::ControlModifier);
    EXPECT_EQ(document->session().name, before);
}

TEST_F(MainWindowTest, AnotherSessionIsLookedAtFromTheStart) {
    window->viewState().setViewport(3, {0.2, 0.2});
    openExample(QStringLiteral("previous-token"));
    waitForPictures();
    EXPECT_EQ(window->viewState().zoom(), 1);
    const auto& source = *document->results().front().source;
    const Cell cell = window->viewState().cursor().value_or(Cell{-1, -1});
    EXPECT_EQ(cell.row, source.rows() / 2);
    for (Index column = 0; column < source.columns(); ++column)
        EXPECT_LE(source.value({cell.row, column}), source.value(cell)) << "column " << column;
}

// A row of a file is not read while the window waits.
TEST_F(MainWindowTest, TheFirstCellOfAFileIsFoundAside) {
    constexpr Index side = 1500; // large enough to be mapped
    std::vector<double> values(side * side, 0.0);
    values[side / 2 * side + 3] = 1;
    const std::string file = path(QStringLiteral("attn.npy")).toStdString();
    ASSERT_TRUE(files::writeNpy(file, makeTensor(Shape{side, side}, std::move(values)).view).ok());
    bool slow = false;
    bool atOnce = false; // in the call that brings the results
    QObject::connect(document.get(), &Document::resultsChanged, window.get(), [&] {
        if (slow || document->results().empty() || !document->results().front().source)
            return;
        slow = document->results().front().source->isSlow();
        atOnce = window->viewState().cursor().has_value();
    });
    window->openFiles({QString::fromStdString(file)});
    waitUntil(
        [&] {
            return window->viewState().cursor() == Cell{side / 2, 3};
        },
        "the largest weight of the middle row");
    EXPECT_TRUE(slow);
    EXPECT_FALSE(atOnce);
    QObject::disconnect(document.get(), &Document::resultsChanged, window.get(), nullptr);
}

// Two dumps of one name in two folders are two sessions; what is edited stays the one it is.
TEST_F(MainWindowTest, AnotherSessionOfTheSameNameIsLookedAtFromTheStart) {
    window->viewState().setViewport(3, {0.2, 0.2});
    window->viewState().setCursor(Cell{2, 0});
    document->change(QStringLiteral("another name"), [](files::Session& session) { session.name = "attn.npy"; });
    EXPECT_EQ(window->viewState().zoom(), 3);
    EXPECT_EQ(window->viewState().cursor(), (Cell{2, 0}));
    files::Session other = document->session();
    other.problem.q = MatrixD::Identity(2, other.problem.q.cols());
    document->open(other);
    waitForPictures();
    EXPECT_EQ(window->viewState().zoom(), 1);
    EXPECT_EQ(window->viewState().center(), QPointF(0.5, 0.5));
    const Cell cell = window->viewState().cursor().value_or(Cell{-1, -1});
    EXPECT_EQ(cell.row, 1);
    const auto& source = *document->results().front().source;
    for (Index column = 0; column < source.columns(); ++column)
        EXPECT_LE(source.value({cell.row, column}), source.value(cell)) << "column " << column;
    window->viewState().setViewport(2, {0.3, 0.3});
    document->undoStack().undo();
    EXPECT_EQ(window->viewState().zoom(), 1) << "another session again";
}

// A number is edited: the panels are drawn anew, once each, and stay where they are.
TEST_F(MainWindowTest, AnEditLaysOutNothing) {
    class Counter : public QObject {
    public:
        bool eventFilter(QObject*, QEvent* event) override {
            layouts += event->type() == QEvent::LayoutRequest ? 1 : 0;
            paints += event->type() == QEvent::Paint ? 1 : 0;
            return false;
        }
        int layouts = 0;
        int paints = 0;
    };
    waitForPictures();
    QCoreApplication::processEvents();
    Counter counter;
    const auto& views = window->panels().views();
    for (HeatmapView* view : views)
        view->installEventFilter(&counter);
    views.front()->parentWidget()->installEventFilter(&counter);
    for (const double value : {0.5, 0.25, 0.75})
        document->setBlock(MatrixId::q, {0, 0}, MatrixD::Constant(1, 1, value), QStringLiteral("edit"));
    waitForPictures();
    QCoreApplication::sendPostedEvents();
    EXPECT_EQ(counter.layouts, 0);
    for (HeatmapView* view : views)
        view->repaint();
    counter.paints = 0;
    document->setBlock(MatrixId::q, {0, 0}, MatrixD::Constant(1, 1, 0.125), QStringLiteral("edit"));
    waitForPictures();
    waitUntil([&] { return counter.paints >= views.size(); }, "the pictures on the screen");
    QCoreApplication::processEvents();
    EXPECT_EQ(counter.paints, views.size());
}

TEST_F(MainWindowTest, UnsavedChangesAreMarkedAndNotReplacedUnasked) {
    const QString saved = path(QStringLiteral("mine.heedmap"));
    ASSERT_TRUE(files::writeSession(saved.toStdString(), document->session()).ok());
    document->setFilePath(saved);
    EXPECT_FALSE(window->isWindowModified());
    document->setBlock(MatrixId::q, {0, 0}, MatrixD::Constant(1, 1, 7), QStringLiteral("edit"));
    EXPECT_TRUE(window->isWindowModified());
    window->openFiles({saved});
    EXPECT_EQ(answers.questions.size(), 1);
    EXPECT_EQ(document->session().problem.q(0, 0), 7) << "cancelled: it stays";
    EXPECT_FALSE(window->close()) << "there is nothing that would keep it";
    EXPECT_TRUE(window->isVisible());
    answers.answer = dialogs::Answer::no;
    window->openFiles({saved});
    EXPECT_EQ(document->session().problem.q(0, 0), 1);
    EXPECT_FALSE(window->isWindowModified());
    document->undoStack().undo();
    EXPECT_EQ(document->session().problem.q(0, 0), 7);
    EXPECT_TRUE(window->isWindowModified()) << "unsaved as it was";
    document->undoStack().undo();
    EXPECT_FALSE(window->isWindowModified());
    document->undoStack().redo();
    answers.answer = dialogs::Answer::yes;
    EXPECT_TRUE(window->close());
    const auto session = files::readSession(saved.toStdString());
    ASSERT_TRUE(session);
    EXPECT_EQ(session->problem.q(0, 0), 7);
}

TEST_F(MainWindowTest, AnAutosaveKeepsUnsavedChangesUnasked) {
    Autosave autosave(document.get(), path(QStringLiteral("autosave")));
    window->setAutosave(&autosave);
    document->setBlock(MatrixId::q, {0, 0}, MatrixD::Constant(1, 1, 7), QStringLiteral("edit"));
    EXPECT_TRUE(window->isWindowModified()) << "an example that was edited, too";
    EXPECT_TRUE(window->close());
    EXPECT_TRUE(answers.questions.isEmpty());
}

// A window in another language: what was shown is shown, as large as before.
TEST_F(MainWindowTest, AnotherWindowTakesThePlaceOfTheFirst) {
    window->viewState().setViewport(2, {0.25, 0.75});
    window->viewState().setCursor(Cell{0, 2});
    window->viewState().extendTo(Cell{0, 1});
    window->panels().enlarge(1);
    window->findChild<QDockWidget*>(QStringLiteral("inspector"))->close();
    window->showMaximized();
    waitUntil([&] { return window->isMaximized(); }, "the large window");
    auto next = std::make_unique<MainWindow>(document.get(), models.get(), settings.get());
    next->replace(*window);
    next->show();
    window = std::move(next);
    EXPECT_TRUE(window->isMaximized());
    EXPECT_EQ(window->viewState().zoom(), 2);
    EXPECT_EQ(window->viewState().center(), QPointF(0.25, 0.75));
    EXPECT_EQ(window->viewState().cursor(), (Cell{0, 1}));
    EXPECT_EQ(window->viewState().anchor(), (Cell{0, 2}));
    EXPECT_EQ(window->viewState().activePanel(), 1);
    EXPECT_EQ(window->panels().enlarged(), 1);
    EXPECT_FALSE(window->findChild<QDockWidget*>(QStringLiteral("inspector"))->isVisible());
    window->showNormal();
}

TEST_F(MainWindowTest, ReopensWhereItWasLeft) {
    window->viewState().setViewport(2, {0.25, 0.75});
    window->viewState().setCursor(Cell{0, 2});
    window->close();
    window = std::make_unique<MainWindow>(document.get(), models.get(), settings.get());
    EXPECT_EQ(window->viewState().zoom(), 2);
    EXPECT_EQ(window->viewState().center(), QPointF(0.25, 0.75));
    EXPECT_EQ(window->viewState().cursor(), (Cell{0, 2}));
}

TEST_F(MainWindowTest, AViewThatIsNoViewIsNotRestored) {
    for (const QVariantList& kept :
         {QVariantList{qQNaN(), qQNaN(), qQNaN(), 0, -1, -1}, QVariantList{2.0, qInf(), 0.5, 0, -1, -1},
          QVariantList{qInf(), 0.5, 0.5, 0, -1, -1},
          QVariantList{QStringLiteral("nan"), QStringLiteral("x"), 0.5, 0, -1, -1}}) {
        settings->setValue(Setting::view, kept);
        window = std::make_unique<MainWindow>(document.get(), models.get(), settings.get());
        EXPECT_TRUE(std::isfinite(window->viewState().zoom()));
        EXPECT_TRUE(std::isfinite(window->viewState().center().x()));
        EXPECT_TRUE(std::isfinite(window->viewState().center().y()));
    }
    settings->setValue(Setting::view, QVariantList{-3.0, -1e9, 1e300, 7, 1000000, -5});
    window = std::make_unique<MainWindow>(document.get(), models.get(), settings.get());
    EXPECT_EQ(window->viewState().zoom(), 1);
    EXPECT_EQ(window->viewState().center(), QPointF(0, 1));
    EXPECT_LT(window->viewState().activePanel(), static_cast<int>(document->results().size()));
}

// The field would take the key as "to the end of the line".
TEST_F(MainWindowTest, TheKeyOfExportWorksInAFieldAndWhatWasTypedCounts) {
    auto* const field = child<QDoubleSpinBox>(QStringLiteral("temperature"));
    ASSERT_NE(field, nullptr);
    int exports = 0;
    answers.onDialog = [&](QDialog&) {
        ++exports;
        EXPECT_EQ(document->session().problem.normalizer.temperature, 5);
        return false;
    };
    field->setFocus();
    field->selectAll();
    QTest::keyClicks(field, QStringLiteral("5"));
    QTest::keyClick(window->windowHandle(), Qt::Key_E, Qt::ControlModifier);
    EXPECT_EQ(exports, 1);
}

TEST_F(MainWindowTest, AClosedDockComesBackFromTheViewMenu) {
    auto* dock = window->findChild<QDockWidget*>(QStringLiteral("inspector"));
    ASSERT_NE(dock, nullptr);
    dock->close();
    EXPECT_FALSE(dock->isVisible());
    QAction* found = nullptr;
    for (const QMenu* menu : window->findChildren<QMenu*>()) {
        if (menu->actions().contains(dock->toggleViewAction()))
            found = dock->toggleViewAction();
    }
    ASSERT_NE(found, nullptr);
    found->trigger();
    EXPECT_TRUE(dock->isVisible());
}

TEST_F(MainWindowTest, SaysWhatWasAdapted) {
    document->change(QStringLiteral("edit of K"),
                     [](files::Session& session) { session.problem.k.conservativeResize(2, Eigen::NoChange); });
    auto* notice = window->findChild<Notice*>();
    ASSERT_NE(notice, nullptr);
    EXPECT_TRUE(notice->isVisible());
    EXPECT_FALSE(notice->text().isEmpty());
}

TEST_F(MainWindowTest, SaysWhatWasExportedAndWhere) {
    answers.fileToSave = path(QStringLiteral("out.csv"));
    answers.onDialog = [](QDialog& dialog) {
        for (auto* const button : dialog.findChildren<QPushButton*>()) {
            if (button->isDefault())
                button->click();
        }
        return true;
    };
    for (QAction* const action : window->findChildren<QAction*>()) {
        if (action->text() == QStringLiteral("&Export…"))
            action->trigger();
    }
    ASSERT_TRUE(QFileInfo::exists(answers.fileToSave));
    const auto* const notice = window->findChild<Notice*>();
    EXPECT_TRUE(notice->isVisible());
    EXPECT_TRUE(notice->text().startsWith(QStringLiteral("Saved out.csv in "))) << notice->text().toStdString();
}

// The panels follow the document at the end of the turn; until then they may be resized and used.
TEST_F(MainWindowTest, PanelsOfADocumentThatIsGoneMayBeResizedAndEnlarged) {
    openExample(QStringLiteral("i-love-you"));
    waitForPictures();
    ASSERT_GT(window->panels().views().size(), 1);
    const auto undoAll = [this] {
        while (document->undoStack().canUndo())
            document->undoStack().undo();
        ASSERT_TRUE(document->results().empty());
    };
    undoAll();
    window->panels().resize(window->panels().size() - QSize(200, 100));
    waitForPictures();
    EXPECT_TRUE(window->panels().views().isEmpty());
    document->undoStack().setIndex(document->undoStack().count());
    waitForPictures();
    ASSERT_GT(window->panels().views().size(), 1);
    window->panels().enlarge(1);
    undoAll();
    window->panels().showAll();
    EXPECT_TRUE(window->panels().views().isEmpty());
}

TEST_F(MainWindowTest, EveryControlHasANameAndCanBeReached) {
    for (const QWidget* widget : window->findChildren<QWidget*>()) {
        const bool control = qobject_cast<const QAbstractButton*>(widget) || qobject_cast<const QLineEdit*>(widget) ||
                             qobject_cast<const HeatmapView*>(widget);
        const bool own = !widget->objectName().startsWith(QStringLiteral("qt_"));
        if (!control || !own || !widget->isVisibleTo(window.get()))
            continue;
        const auto* button = qobject_cast<const QAbstractButton*>(widget);
        const bool named = !widget->accessibleName().isEmpty() || (button && !button->text().isEmpty()) ||
                           qobject_cast<const QAbstractSpinBox*>(widget->parentWidget());
        EXPECT_TRUE(named) << widget->metaObject()->className() << " in "
                           << widget->parentWidget()->metaObject()->className();
    }
}

TEST_F(MainWindowTest, EveryActionIsInTheWindowWithItsKey) {
    for (const ActionInfo& info : allActions()) {
        QAction* action = window->actions()[info.id];
        EXPECT_FALSE(action->text().isEmpty()) << info.name;
        EXPECT_TRUE(window->QWidget::actions().contains(action)) << info.name;
    }
}

} // namespace heedmap::tests
