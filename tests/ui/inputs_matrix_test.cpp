#include "tests/support/ui/dialog_answers.h"
#include "tests/support/ui/inputs_sessions.h"
#include "tests/support/ui/part.h"
#include "ui/inputs/fill_menu.h"
#include "ui/inputs/matrix_model.h"
#include "ui/inputs/matrix_section.h"
#include "ui/inputs/matrix_table.h"
#include "ui/inputs/matrix_tabs.h"
#include "ui/inputs/number_text.h"

#include <QAbstractButton>
#include <QAbstractItemModelTester>
#include <QAction>
#include <QClipboard>
#include <QFile>
#include <QGuiApplication>
#include <QLineEdit>
#include <QMenu>
#include <QPointer>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

using namespace heedmap;
using attention::ScoreFunction;
using tests::part;

namespace {

std::string text(const QString& string) {
    return string.toStdString();
}

class MatrixSectionTest : public ::testing::Test {
protected:
    explicit MatrixSectionTest(files::Session session = tests::crossSession()) {
        document.open(std::move(session));
        section = std::make_unique<MatrixSection>(&document);
        section->resize(280, 400);
        section->show();
        section->activateWindow();
        EXPECT_TRUE(QTest::qWaitForWindowActive(section.get()));
        table = section->table();
        table->setFocus();
        QObject::connect(&document, &Document::noticed, [this](const QString& s) { notices.append(s); });
    }

    void moveTo(int row, int column) { table->setCurrentIndex(table->model()->index(row, column)); }
    void paste(const char* clipboard) {
        QGuiApplication::clipboard()->setText(QString::fromUtf8(clipboard));
        QTest::keySequence(table, QKeySequence::Paste);
    }
    void typeInto(int row, int column, const char* number) {
        moveTo(row, column);
        QTest::keyClick(table, Qt::Key_F2);
        const QPointer<QLineEdit> editor = table->findChild<QLineEdit*>();
        ASSERT_FALSE(editor.isNull());
        editor->selectAll();
        QTest::keyClicks(editor.data(), QString::fromUtf8(number));
        QTest::keyClick(editor.data(), Qt::Key_Return);
        ASSERT_TRUE(QTest::qWaitFor([&] { return editor.isNull(); }));
    }
    const attention::Problem& problem() const { return document.session().problem; }
    QString undoWords() { return document.undoStack().undoText(); }

    Document document;
    std::unique_ptr<MatrixSection> section;
    MatrixTable* table = nullptr;
    QStringList notices;
};

class SelfMatrixTest : public MatrixSectionTest {
protected:
    SelfMatrixTest()
        : MatrixSectionTest(tests::selfSession()) {}
};

class ParameterMatrixTest : public MatrixSectionTest {
protected:
    ParameterMatrixTest()
        : MatrixSectionTest(tests::crossSession({ScoreFunction::additive, ScoreFunction::general})) {}
};

} // namespace

TEST(NumberText, ThreeSignificantDigitsAndARealMinus) {
    struct Row {
        double value;
        const char* expected;
    };
    const Row rows[] = {
        {0, "0"},
        {-0.0, "0"},
        {1, "1"},
        {-2, "−2"},
        {0.5, "0.5"},
        {0.25, "0.25"},
        {0.12345, "0.123"},
        {-1.2649, "−1.26"},
        {0.99996, "1.00"},
        {12.345, "12.3"},
        {123.45, "123"},
        {0.0123, "0.0123"},
        {1234, "1234"},
        {1234.5, "1235"},
        {1e-5, "1e−5"},
        {1.234e-9, "1.23e−9"},
        {-5e-324, "−4.94e−324"},
        {1e17, "1e17"},
        {1e300, "1e300"},
    };
    for (const Row& row : rows)
        EXPECT_EQ(text(shortNumber(row.value)), row.expected) << row.value;
    EXPECT_EQ(text(shortNumber(std::numeric_limits<double>::quiet_NaN())), "NaN");
    EXPECT_EQ(text(shortNumber(-std::numeric_limits<double>::infinity())), "−∞");
}

TEST(NumberText, AllDigitsGiveTheNumberBack) {
    for (const double value : {0.1, 1.0 / 3, -1e-300, 5e-324, 1.7976931348623157e308})
        EXPECT_EQ(fullNumber(value).toDouble(), value);
}

// Read off the window's thread: it says how far it is, and can be stopped.
TEST_F(MatrixSectionTest, ALongTextIsPastedAside) {
    constexpr int rows = 100000;
    const QByteArray column = QByteArray("0.5\n").repeated(rows);
    QSignalSpy pasting(table, &MatrixTable::pasting);
    auto* stop = section->findChild<QWidget*>(QStringLiteral("stopPasting"));
    ASSERT_NE(stop, nullptr);
    EXPECT_FALSE(stop->isVisible());
    const MatrixD before = problem().q;
    moveTo(0, 1);
    paste(column.constData());
    EXPECT_EQ(problem().q, before);
    EXPECT_TRUE(stop->isVisible());
    QTest::mouseClick(stop, Qt::LeftButton);
    EXPECT_FALSE(stop->isVisible());
    QCoreApplication::processEvents();
    EXPECT_EQ(problem().q, before) << "stopped";

    moveTo(0, 1);
    paste(column.constData());
    moveTo(1, 0); // it goes to where it was pasted
    ASSERT_TRUE(QTest::qWaitFor([&] { return problem().q.rows() == rows; }, 30000));
    EXPECT_FALSE(stop->isVisible());
    EXPECT_GT(pasting.count(), 2);
    EXPECT_EQ(problem().q(0, 0), before(0, 0));
    EXPECT_TRUE((problem().q.col(1).array() == 0.5).all());

    moveTo(0, 0);
    paste(column.constData());
    document.open(tests::crossSession());
    EXPECT_FALSE(stop->isVisible()) << "not into another session";
    QCoreApplication::processEvents();
    EXPECT_EQ(problem().q, before);
}

TEST_F(MatrixSectionTest, TheModelBehavesThroughEveryChange) {
    MatrixModel model(&document);
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    for (const MatrixId id : {MatrixId::k, MatrixId::v, MatrixId::general_w, MatrixId::q})
        model.setMatrixId(id);
    EXPECT_TRUE(model.setData(model.index(1, 1), QStringLiteral("7")));
    EXPECT_FALSE(model.setData(model.index(1, 1), QStringLiteral("seven")));
    document.setBlock(MatrixId::q, {0, 0}, MatrixD::Ones(5, 4), QStringLiteral("grow"));
    EXPECT_EQ(model.rowCount(), 5);
    document.change(QStringLiteral("empty"), [](files::Session& s) { s.problem.q = MatrixD(0, 0); });
    EXPECT_EQ(model.rowCount(), 0);
    document.undoStack().undo();
    document.undoStack().undo();
    EXPECT_EQ(model.columnCount(), 2);
    EXPECT_EQ(text(model.headerData(1, Qt::Vertical).toString()), "爱");
}

TEST_F(MatrixSectionTest, HeatIsRelativeToTheLargestMagnitude) {
    MatrixModel model(&document);
    document.change(QStringLiteral("values"), [](files::Session& s) {
        s.problem.q << 1, -4, 2, std::nan(""), 0, std::numeric_limits<double>::infinity();
    });
    EXPECT_EQ(model.data(model.index(0, 0), MatrixModel::HeatRole).toDouble(), 0.25);
    EXPECT_EQ(model.data(model.index(0, 1), MatrixModel::HeatRole).toDouble(), -1.0);
    EXPECT_FALSE(model.data(model.index(1, 1), MatrixModel::HeatRole).isValid());
    EXPECT_FALSE(model.data(model.index(2, 1), MatrixModel::HeatRole).isValid());
    EXPECT_EQ(text(model.data(model.index(0, 1), Qt::ToolTipRole).toString()), "Q[0,1] = −4");
}

TEST_F(MatrixSectionTest, EditingACellChangesTheDocumentAndCanBeUndone) {
    const double before = problem().q(2, 0);
    typeInto(2, 0, "1e-3");
    EXPECT_EQ(problem().q(2, 0), 1e-3);
    EXPECT_EQ(text(undoWords()), "Edit of Q[2,0]");
    document.undoStack().undo();
    EXPECT_EQ(problem().q(2, 0), before);
}

TEST_F(MatrixSectionTest, DoubleClickEditsAndShowsAllDigits) {
    document.setBlock(MatrixId::q, {0, 0}, MatrixD::Constant(1, 1, 0.123456789), QStringLiteral("digits"));
    const QPoint cell = table->visualRect(table->model()->index(0, 0)).center();
    QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, cell);
    QTest::mouseDClick(table->viewport(), Qt::LeftButton, {}, cell);
    auto* editor = table->findChild<QLineEdit*>();
    ASSERT_NE(editor, nullptr);
    EXPECT_EQ(text(editor->text()), "0.123456789");
    QTest::keyClick(editor, Qt::Key_Escape);
    EXPECT_EQ(problem().q(0, 0), 0.123456789);
}

TEST_F(MatrixSectionTest, AWrongNumberIsRefusedWithASentence) {
    const MatrixD before = problem().q;
    const int steps = document.undoStack().count();
    typeInto(0, 1, "1,5");
    EXPECT_EQ(problem().q, before);
    EXPECT_EQ(document.undoStack().count(), steps);
    EXPECT_EQ(text(section->message()),
              "Q[0,1] stays as it was: \"1,5\" is not a number; decimals are written with a point, as in 1.5.");
    typeInto(0, 1, "1.5");
    EXPECT_EQ(problem().q(0, 1), 1.5);
    EXPECT_EQ(text(section->message()), "");
}

TEST_F(MatrixSectionTest, NotANumberAndInfinityCanBeTyped) {
    typeInto(0, 0, "nan");
    typeInto(0, 1, "-inf");
    EXPECT_TRUE(std::isnan(problem().q(0, 0)));
    EXPECT_EQ(problem().q(0, 1), -std::numeric_limits<double>::infinity());
}

TEST_F(MatrixSectionTest, ASpreadsheetBlockIsPastedInOneStep) {
    moveTo(1, 0);
    paste("10\t20\r\n30\t40\r\n");
    EXPECT_EQ(problem().q(1, 0), 10);
    EXPECT_EQ(problem().q(2, 1), 40);
    EXPECT_EQ(text(undoWords()), "Paste into Q");
    document.undoStack().undo();
    EXPECT_EQ(problem().q, tests::crossSession().problem.q);
}

TEST_F(MatrixSectionTest, AColumnWithDecimalCommasIsOneColumn) {
    const MatrixD before = problem().q;
    moveTo(0, 0);
    paste("0,5\r\n0,25\r\n0,75\r\n");
    EXPECT_EQ(problem().q.col(0), (VectorD(3) << 0.5, 0.25, 0.75).finished());
    EXPECT_EQ(problem().q.col(1), before.col(1));
    EXPECT_EQ(text(section->message()), "Numbers are read with a decimal comma.");
    paste("0,5\t0,25\r\n0,75\t1\r\n");
    EXPECT_EQ(problem().q.topLeftCorner(2, 2), (MatrixD(2, 2) << 0.5, 0.25, 0.75, 1).finished());
}

TEST_F(MatrixSectionTest, ALiteralThatReachesBeyondGrowsTheMatrix) {
    moveTo(2, 1);
    paste("array([[1, 2],\n       [3, 4]], dtype=float32)");
    ASSERT_EQ(problem().q.rows(), 4);
    ASSERT_EQ(problem().q.cols(), 3);
    EXPECT_EQ(problem().q(3, 2), 4);
    EXPECT_EQ(document.session().crossLabels.rows.size(), 4U);
    document.undoStack().undo();
    EXPECT_EQ(problem().q.rows(), 3);
    EXPECT_EQ(document.session().crossLabels.rows.size(), 3U);
}

TEST_F(MatrixSectionTest, APasteThatCannotBeReadChangesNothing) {
    const int steps = document.undoStack().count();
    moveTo(0, 0);
    paste("1\t2\n3\tfour");
    EXPECT_EQ(document.undoStack().count(), steps);
    EXPECT_EQ(text(section->message()), "Nothing was pasted: \"four\" is not a number (line 2, column 2).");
    paste("");
    EXPECT_EQ(text(section->message()), "Nothing was pasted: the text holds no numbers.");
}

TEST_F(MatrixSectionTest, CopyGivesTabsAndPoints) {
    table->selectAll();
    QTest::keySequence(table, QKeySequence::Copy);
    EXPECT_EQ(text(QGuiApplication::clipboard()->text()), "-0.5\t-0.25\n0\t0.25\n0.5\t0.75\n");
    moveTo(1, 1);
    QTest::keySequence(table, QKeySequence::Copy);
    EXPECT_EQ(text(QGuiApplication::clipboard()->text()), "0.25\n");
}

TEST_F(MatrixSectionTest, DeleteSetsTheSelectionToZero) {
    table->selectAll();
    QTest::keyClick(table, Qt::Key_Delete);
    EXPECT_TRUE(problem().q.isZero(0));
    EXPECT_EQ(text(undoWords()), "Zeros in Q");
}

TEST_F(MatrixSectionTest, KeysOfTheTableWinOverShortcutsOfTheWindow) {
    QAction zoom;
    zoom.setShortcuts({QKeySequence(Qt::Key_0), QKeySequence(Qt::Key_Delete)});
    int stolen = 0;
    QObject::connect(&zoom, &QAction::triggered, [&] { ++stolen; });
    section->addAction(&zoom);
    moveTo(0, 0);
    QTest::keyClick(table, Qt::Key_Delete);
    EXPECT_EQ(problem().q(0, 0), 0);
    QTest::keyClicks(table, QStringLiteral("0"));
    EXPECT_NE(table->findChild<QLineEdit*>(), nullptr);
    EXPECT_EQ(stolen, 0);
}

TEST_F(MatrixSectionTest, FillingIsUndoneWithWords) {
    const auto trigger = [&](const char* action) {
        for (QAction* each : part<FillMenu>(*section)->actions()) {
            if (each->text() == QString::fromUtf8(action))
                each->trigger();
        }
    };
    trigger("Zeros");
    EXPECT_TRUE(problem().q.isZero(0));
    EXPECT_EQ(text(undoWords()), "Fill Q with zeros");
    trigger("Identity");
    EXPECT_EQ(problem().q, MatrixD(MatrixD::Identity(3, 2)));
    EXPECT_EQ(text(undoWords()), "Fill Q with the identity");
    document.undoStack().undo();
    document.undoStack().undo();
    EXPECT_EQ(problem().q, tests::crossSession().problem.q);
}

TEST_F(MatrixSectionTest, RandomNumbersFollowTheSeed) {
    FillMenu* menu = part<FillMenu>(*section);
    menu->popup(QPoint(0, 0));
    QAbstractButton* fill = menu->findChild<QAbstractButton*>();
    ASSERT_NE(fill, nullptr);
    part<QSpinBox>(*menu, "fillSeed")->setValue(7);
    QTest::mouseClick(fill, Qt::LeftButton);
    attention::RandomStream random(7);
    EXPECT_EQ(problem().q, attention::normalMatrix(3, 2, random));
    EXPECT_EQ(text(undoWords()), "Fill Q with random numbers (seed 7)");
    EXPECT_FALSE(menu->isVisible());
}

TEST_F(MatrixSectionTest, FillsFromAFileAndSaysWhatItTook) {
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("a.csv"));
    QFile file(path);
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    file.write("1,2\n3,4\n5,6\n");
    file.close();
    tests::DialogAnswers answers;
    answers.filesToOpen = {path};
    for (QAction* each : part<FillMenu>(*section)->actions()) {
        if (each->text().startsWith(QStringLiteral("From file")))
            each->trigger();
    }
    EXPECT_EQ(problem().q(2, 1), 6);
    EXPECT_EQ(text(undoWords()), "Fill Q from a.csv");
}

TEST_F(MatrixSectionTest, AMissingFileIsOneSentence) {
    const int steps = document.undoStack().count();
    part<FillMenu>(*section)->fillFromFile(QStringLiteral("/nowhere/a.npy"));
    EXPECT_EQ(document.undoStack().count(), steps);
    EXPECT_TRUE(section->message().startsWith(QStringLiteral("Q stays as it was: /nowhere/a.npy")))
        << text(section->message());
}

TEST_F(MatrixSectionTest, ARowTakesItsTokenAlong) {
    section->showMatrix(MatrixId::k);
    moveTo(1, 0);
    QTest::keyClick(table, Qt::Key_Insert);
    ASSERT_EQ(problem().k.rows(), 5);
    EXPECT_EQ(problem().v.rows(), 5);
    EXPECT_TRUE(problem().k.row(2).isZero(0));
    EXPECT_EQ(document.session().crossLabels.columns, (std::vector<std::string>{"I", "love", "", "you", "⏎"}));
    EXPECT_EQ(document.session().gold[2].cell, (Cell{2, 3}));
    EXPECT_EQ(table->currentIndex().row(), 2);
    QTest::keyClick(table, Qt::Key_Delete, Qt::ControlModifier);
    EXPECT_EQ(problem().k, tests::crossSession().problem.k);
    EXPECT_EQ(document.session().gold[2].cell, (Cell{2, 2}));
}

TEST_F(MatrixSectionTest, AColumnOfQueriesIsOneOfKeysToo) {
    moveTo(0, 0);
    QTest::keyClick(table, Qt::Key_Insert, Qt::AltModifier);
    EXPECT_EQ(problem().q.cols(), 3);
    EXPECT_EQ(problem().k.cols(), 3);
    EXPECT_EQ(problem().v.cols(), 3);
    EXPECT_TRUE(problem().k.col(1).isZero(0));
    QTest::keyClick(table, Qt::Key_Delete, Qt::AltModifier);
    EXPECT_EQ(problem().k, tests::crossSession().problem.k);
}

TEST_F(MatrixSectionTest, TheLastColumnStays) {
    table->selectAll();
    QTest::keyClick(table, Qt::Key_Delete, Qt::AltModifier);
    EXPECT_EQ(problem().q.cols(), 2);
    EXPECT_EQ(text(section->message()), "The last column stays: Q needs at least one.");
    document.change(QStringLiteral("colors"), [](files::Session& s) { s.picture.map.reversed = true; });
    EXPECT_EQ(text(section->message()), "") << "it is about what was tried before";
}

TEST_F(MatrixSectionTest, OffersOnlyTheParametersThatAreNeeded) {
    EXPECT_EQ(section->tabs()->button(MatrixId::general_w), nullptr);
    document.change(QStringLiteral("panel"), [](files::Session& s) {
        s.panels.push_back({ScoreFunction::general, std::nullopt, true});
    });
    QAbstractButton* w = section->tabs()->button(MatrixId::general_w);
    ASSERT_NE(w, nullptr);
    QTest::mouseClick(w, Qt::LeftButton);
    EXPECT_EQ(table->model()->rowCount(), 2);
    document.undoStack().undo();
    EXPECT_EQ(section->tabs()->current(), MatrixId::q);
    EXPECT_EQ(table->model()->rowCount(), 3);
}

TEST_F(ParameterMatrixTest, AHiddenUnitIsARowOfAllThree) {
    const Index hidden = problem().parameters.v.size();
    ASSERT_GT(hidden, 0);
    section->showMatrix(MatrixId::additive_v);
    moveTo(0, 0);
    QTest::keyClick(table, Qt::Key_Insert);
    EXPECT_EQ(problem().parameters.v.size(), hidden + 1);
    EXPECT_EQ(problem().parameters.w_s.rows(), hidden + 1);
    EXPECT_EQ(problem().parameters.w_h.rows(), hidden + 1);
    EXPECT_EQ(problem().parameters.v(1), 0);
    QTest::keyClick(table, Qt::Key_Insert, Qt::AltModifier); // v is one column
    EXPECT_EQ(problem().parameters.v.size(), hidden + 1);
}

TEST_F(ParameterMatrixTest, ARowPastedIntoTheVectorBecomesItsColumn) {
    section->showMatrix(MatrixId::additive_v);
    moveTo(0, 0);
    paste("[1, 2, 3]");
    EXPECT_EQ(problem().parameters.v(0), 1);
    EXPECT_EQ(problem().parameters.v(2), 3);
}

TEST_F(SelfMatrixTest, AProjectionThatIsNotGivenSaysSoAndCanBeFilled) {
    QTest::mouseClick(section->tabs()->button(MatrixId::w_q), Qt::LeftButton);
    EXPECT_FALSE(table->isVisible());
    part<FillMenu>(*section)->actions().front()->trigger(); // zeros
    EXPECT_EQ(problem().parameters.w_q, MatrixD(MatrixD::Zero(2, 2)));
    EXPECT_TRUE(table->isVisible());
}
