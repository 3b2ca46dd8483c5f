// Align as it is used: with mouse and keys, while models learn.
#include "tests/support/ui/pictures.h"
#include "tests/support/ui/window_test.h"
#include "ui/actions/actions.h"
#include "ui/compare/compare_grid.h"
#include "ui/heatmap/heatmap_view.h"
#include "ui/inputs/matrix_table.h"
#include "ui/inputs/problem_bar.h"
#include "ui/lab/lab_plots.h"
#include "ui/lab/lab_workspace.h"
#include "ui/lab/variant_card.h"
#include "ui/widgets/figure_table.h"
#include "ui/widgets/number_field.h"
#include "ui/widgets/segmented_control.h"
#include "ui/widgets/status_line.h"
#include "ui/widgets/toggle_switch.h"
#include "ui/workspaces/workspace_area.h"

#include <QComboBox>
#include <QDockWidget>
#include <QDropEvent>
#include <QFile>
#include <QLabel>
#include <QMimeData>
#include <QScrollArea>
#include <QSpinBox>
#include <QTest>
#include <QToolButton>
#include <QUrl>

#include <algorithm>
#include <cmath>
#include <ctime>

namespace heedmap::tests {

namespace {

class LabWindowTest : public WindowTest {
protected:
    void SetUp() override {
        WindowTest::SetUp();
        QTest::keyClick(window.get(), Qt::Key_F7);
        ASSERT_NE(workspace(), nullptr);
        waitUntil([this] { return lab().corpus() != nullptr; }, "the shipped corpus");
        useSmallModels(100000);
    }
    LabWorkspace* workspace() { return dynamic_cast<LabWorkspace*>(window->workspaces().current()); }
    Lab& lab() { return workspace()->lab(); }

    // Fast in a debug build too.
    void useSmallModels(Index steps) {
        LabSettings small = lab().settings();
        small.size = 16;
        small.batch = 8;
        small.steps = steps;
        lab().setSettings(small);
    }
    void press(const char* button) {
        QTest::mouseClick(child<QToolButton>(QString::fromLatin1(button)), Qt::LeftButton);
    }
    void waitForSteps(Index steps) {
        waitUntil([this, steps] { return lab().stepsTaken() >= steps; }, "training steps");
    }
    void typeRate(const QString& rate) {
        auto* field = child<NumberField>(QStringLiteral("rate"));
        field->setFocus();
        field->selectAll();
        QTest::keyClicks(field, rate);
        QTest::keyClick(field, Qt::Key_Return);
    }
    QString textOf(VariantCard* card, const char* name) {
        return card->findChild<QLabel*>(QString::fromLatin1(name))->text();
    }
    QString write(const char* name, const QByteArray& text) {
        QFile file(path(QString::fromLatin1(name)));
        EXPECT_TRUE(file.open(QIODevice::WriteOnly));
        file.write(text);
        return file.fileName();
    }
    void drop(const QString& file) {
        QMimeData data;
        data.setUrls({QUrl::fromLocalFile(file)});
        QDragEnterEvent enter(QPoint(400, 300), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(window.get(), &enter);
        EXPECT_TRUE(enter.isAccepted());
        QDropEvent event(QPointF(400, 300), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(window.get(), &event);
    }
};

QByteArray somePairs(int count) {
    QByteArray text;
    for (int i = 0; i < count; ++i)
        text += "word" + QByteArray::number(i) + " too\tmot" + QByteArray::number(i) + " aussi\n";
    return text;
}

} // namespace

TEST_F(LabWindowTest, ExploreGivesWayAndComesBackAsItWas) {
    auto* inputs = child<QDockWidget>(QStringLiteral("inputs"));
    auto* inspector = child<QDockWidget>(QStringLiteral("inspector"));
    EXPECT_FALSE(inputs->isVisible());
    EXPECT_FALSE(window->findChild<ProblemBar*>()->isVisible());
    EXPECT_TRUE(workspace()->isVisible());
    EXPECT_TRUE(workspace()->topBar()->isVisible());
    EXPECT_FALSE(window->actions()[ActionId::undo]->isVisible());
    EXPECT_TRUE(window->actions()[ActionId::trainModels]->isVisible());
    QTest::keyClick(window.get(), Qt::Key_F6);
    EXPECT_TRUE(window->workspaces().isExploring());
    EXPECT_TRUE(inputs->isVisible());
    EXPECT_TRUE(inspector->isVisible());
    EXPECT_TRUE(window->findChild<ProblemBar*>()->isVisible());
    EXPECT_FALSE(window->actions()[ActionId::trainModels]->isVisible());
    inspector->close();
    QTest::keyClick(window.get(), Qt::Key_F7);
    auto* choice = child<SegmentedControl>(QStringLiteral("workspaces"));
    QTest::mouseClick(choice->button(0), Qt::LeftButton);
    EXPECT_TRUE(inputs->isVisible());
    EXPECT_FALSE(inspector->isVisible()) << "as it was left";
}

TEST_F(LabWindowTest, TheWindowOpensWhereItWasLeft) {
    window->close();
    window = std::make_unique<MainWindow>(document.get(), models.get(), settings.get());
    window->show();
    EXPECT_NE(workspace(), nullptr);
    EXPECT_FALSE(child<QDockWidget>(QStringLiteral("inputs"))->isVisible());
    window->actions()[ActionId::exploreWorkspace]->trigger();
    EXPECT_TRUE(child<QDockWidget>(QStringLiteral("inputs"))->isVisible());
}

TEST_F(LabWindowTest, TrainsPausesGoesOnStepsAndResets) {
    press("train");
    waitForSteps(5);
    EXPECT_EQ(lab().state(), LabState::running);
    EXPECT_EQ(child<QToolButton>(QStringLiteral("train"))->text(), QStringLiteral("Pause"));
    press("train");
    EXPECT_EQ(lab().state(), LabState::paused);
    lab().follow();
    const Index steps = lab().stepsTaken();
    press("step");
    waitForSteps(steps + 1);
    EXPECT_LE(lab().stepsTaken(), steps + 2) << "one, and what a thread had begun before the pause";
    EXPECT_EQ(lab().state(), LabState::paused);
    press("train");
    waitForSteps(steps + 5);
    EXPECT_EQ(lab().state(), LabState::running);
    EXPECT_GE(workspace()->plots().loss()->points(0).size(), static_cast<std::size_t>(steps + 5));
    press("reset");
    EXPECT_EQ(lab().state(), LabState::idle);
    EXPECT_TRUE(lab().variants().empty());
    EXPECT_EQ(workspace()->plots().loss()->seriesCount(), 0);
    EXPECT_EQ(child<QToolButton>(QStringLiteral("train"))->text(), QStringLiteral("Train"));
}

TEST_F(LabWindowTest, TheRateFallsByItsScheduleAndFixedFieldsSayWhatLetsThemChange) {
    auto* const batch = child<QSpinBox>(QStringLiteral("batch"));
    const QString own = batch->toolTip();
    useSmallModels(20);
    press("train");
    EXPECT_EQ(batch->toolTip(), QStringLiteral("Press Reset to change this"));
    waitUntil([this] { return lab().state() == LabState::finished; }, "the end");
    EXPECT_TRUE(textOf(workspace()->cards()[0], "facts").contains(QStringLiteral("rate 0.0005 ")))
        << textOf(workspace()->cards()[0], "facts").toStdString();
    EXPECT_TRUE(workspace()->facts().endsWith(QStringLiteral("rate 0.0005"))) << workspace()->facts().toStdString();
    press("reset");
    EXPECT_EQ(batch->toolTip(), own);
}

TEST_F(LabWindowTest, TheRateIsChangedWhileItLearns) {
    QTest::keyClick(window.get(), Qt::Key_F5);
    waitForSteps(2);
    typeRate(QStringLiteral("0.003"));
    EXPECT_EQ(lab().state(), LabState::running);
    for (const LabVariant& variant : lab().variants())
        EXPECT_EQ(variant.learningRate, 0.003);
    waitUntil([this] { return textOf(workspace()->cards()[0], "state").size() > 0; }, "the card");
    typeRate(QStringLiteral("much"));
    EXPECT_EQ(lab().settings().optimizer.learningRate, 0.003) << "what is no number changes nothing";
}

// As the program does it: a window is made anew in the other language, and the old one goes.
TEST_F(LabWindowTest, AnotherLanguageDoesNotInterruptTheTraining) {
    press("train");
    waitForSteps(3);
    const Lab* const before = &lab();
    const Index taken = lab().stepsTaken();
    auto next = std::make_unique<MainWindow>(document.get(), models.get(), settings.get());
    next->replace(*window);
    next->show();
    window = std::move(next);
    ASSERT_NE(workspace(), nullptr) << "it opens where it was left";
    EXPECT_EQ(&lab(), before);
    EXPECT_EQ(lab().state(), LabState::running);
    EXPECT_GE(lab().stepsTaken(), taken);
    EXPECT_EQ(static_cast<std::size_t>(workspace()->cards().size()), lab().variants().size());
    EXPECT_GE(workspace()->plots().loss()->points(0).size(), static_cast<std::size_t>(taken)) << "the whole curve";
    EXPECT_EQ(child<QComboBox>(QStringLiteral("heldOutPair"))->count(),
              static_cast<int>(lab().corpus()->heldOut.size()));
    waitForSteps(taken + 3);
}

TEST_F(LabWindowTest, TrainedModelsAreNotLostUnasked) {
    press("train");
    waitForSteps(2);
    EXPECT_FALSE(window->close());
    EXPECT_TRUE(window->isVisible());
    ASSERT_EQ(answers.questions.size(), 1);
    lab().reset();
    EXPECT_TRUE(window->close()) << "nothing is trained any more";
    EXPECT_EQ(answers.questions.size(), 1);
}

TEST_F(LabWindowTest, TheEndStopsTheTrainingAtOnce) {
    press("train");
    waitForSteps(2);
    answers.answer = dialogs::Answer::yes;
#ifdef NDEBUG
    constexpr double most = 100;
#else
    constexpr double most = 1000;
#endif
    // Of this process alone, its training threads included: whatever else the machine does does not count.
    const std::clock_t start = std::clock();
    EXPECT_TRUE(window->close());
    window.reset();
    models.reset();
    const double milliseconds = 1000.0 * static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
    RecordProperty("milliseconds", std::to_string(milliseconds));
    EXPECT_LT(milliseconds, most);
}

TEST_F(LabWindowTest, ARateOfTenIsSeenExplainedAndRecoveredFrom) {
    typeRate(QStringLiteral("10"));
    press("train");
    VariantCard* card = workspace()->cards()[0];
    const auto remedies = [&] {
        QList<QAbstractButton*> found;
        for (auto* button : card->findChildren<QAbstractButton*>()) {
            if (button->isVisible() && button->text().startsWith(QStringLiteral("Back to")))
                found << button;
        }
        return found;
    };
    waitUntil([&] { return !remedies().isEmpty(); }, "the offer of a remedy");
    EXPECT_FALSE(textOf(card, "advice").isEmpty());
    std::size_t seenAfter = 0;
    const auto& losses = lab().variants()[0].losses;
    for (std::size_t steps = 1; steps <= losses.size() && seenAfter == 0; ++steps) {
        const auto shape = seq2seq::recognizeCurve(std::span(losses).first(steps));
        if (shape == seq2seq::CurveShape::diverging || shape == seq2seq::CurveShape::notFinite)
            seenAfter = steps;
    }
    EXPECT_GT(seenAfter, 0U);
    EXPECT_LE(seenAfter, 20U);
    const double first = losses.front();
    QTest::mouseClick(remedies().front(), Qt::LeftButton);
    EXPECT_EQ(lab().variants()[0].learningRate, 0.01);
    waitUntil(
        [&] {
            const double last = lab().variants()[0].losses.back();
            return std::isfinite(last) && last < 0.8 * first;
        },
        "a loss below where it began");
}

TEST_F(LabWindowTest, ANaNNeverReachesThePicture) {
    LabSettings wild = lab().settings();
    wild.optimizer = {.kind = seq2seq::OptimizerKind::sgd,
                      .learningRate = 1e30,
                      .weightDecay = 0,
                      .clip = 0,
                      .schedule = seq2seq::Schedule::constant};
    lab().setSettings(wild);
    press("step");
    waitForSteps(1);
    press("train");
    waitUntil([this] { return lab().variants()[0].shape == seq2seq::CurveShape::notFinite; }, "NaN");
    waitUntil([this] { return lab().state() == LabState::paused; }, "the pause");
    VariantCard* card = workspace()->cards()[0];
    EXPECT_TRUE(textOf(card, "state").startsWith(QStringLiteral("NaN after step"))) << textOf(card, "state");
    const PanelPicture& picture = card->view()->picture();
    for (Index row = 0; row < picture.rows(); ++row) {
        for (Index column = 0; column < picture.columns(); ++column)
            EXPECT_TRUE(std::isfinite(picture.source->value({row, column}))) << row << ',' << column;
    }
}

TEST_F(LabWindowTest, APairOpensInExploreWhereItIsEditedAndTakenBack) {
    press("train");
    waitForSteps(3);
    press("train");
    VariantCard* card = workspace()->cards()[0];
    const LabVariant& variant = lab().variants()[0];
    const auto isDrawn = [&] {
        return variant.translation && variant.model.weights == variant.training->model().weights;
    };
    waitUntil([&] { return lab().state() == LabState::paused && isDrawn(); }, "α of the last step");
    const MatrixD alpha = lab().variants()[0].translation->alpha;
    const MatrixD q = lab().variants()[0].translation->problem.q;
    QTest::mouseClick(card->findChild<QAbstractButton*>(QStringLiteral("explore")), Qt::LeftButton);
    EXPECT_TRUE(window->workspaces().isExploring());
    waitForPictures();
    EXPECT_EQ(document->session().name, "I love you → 我 爱 你");
    EXPECT_EQ(document->session().problem.q, q);
    ASSERT_EQ(window->panels().views().size(), 1);
    const auto weight = [this] {
        return window->panels().views()[0]->picture().source->value({0, 0});
    };
    EXPECT_NEAR(weight(), alpha(0, 0), 1e-4);

    auto* table = window->findChild<MatrixTable*>();
    table->setCurrentIndex(table->model()->index(0, 0));
    table->setFocus();
    QTest::keyClick(table, Qt::Key_F2);
    waitUntil([&] { return table->findChild<QLineEdit*>() != nullptr; }, "the cell's editor");
    auto* editor = table->findChild<QLineEdit*>();
    editor->selectAll();
    QTest::keyClicks(editor, QStringLiteral("5"));
    QTest::keyClick(editor, Qt::Key_Return);
    waitUntil([this] { return document->session().problem.q(0, 0) == 5; }, "the edit");
    waitForPictures();
    EXPECT_NE(weight(), alpha(0, 0));
    QTest::keyClick(window.get(), Qt::Key_Z, Qt::ControlModifier);
    EXPECT_EQ(document->session().problem.q, q);
    QTest::keyClick(window.get(), Qt::Key_F7);
    EXPECT_EQ(lab().state(), LabState::paused) << "the training is still there";
}

TEST_F(LabWindowTest, AnotherHeldOutPairIsChosen) {
    press("step");
    waitForSteps(1);
    auto* pairs = child<QComboBox>(QStringLiteral("heldOutPair"));
    EXPECT_EQ(pairs->currentText(), QStringLiteral("I love you → 我 爱 你"));
    EXPECT_EQ(pairs->count(), 200);
    pairs->setFocus();
    QTest::keyClick(pairs, Qt::Key_Down);
    EXPECT_EQ(lab().watched(), 1U);
    const Index rows = std::ssize(lab().watchedPair()->target) + 1;
    waitUntil([&] { return workspace()->cards()[0]->view()->picture().rows() == rows; }, "α of the other pair");
}

TEST_F(LabWindowTest, ModelsAreChosenByTheirAttention) {
    auto* variants = child<SegmentedControl>(QStringLiteral("variants"));
    QTest::mouseClick(variants->button(1), Qt::LeftButton);
    EXPECT_EQ(workspace()->cards().size(), 3);
    for (int segment : {0, 1, 4})
        QTest::mouseClick(variants->button(segment), Qt::LeftButton);
    EXPECT_EQ(workspace()->cards().size(), 1) << "the last one stays";
    press("step");
    waitForSteps(1);
    EXPECT_FALSE(variants->button(2)->isEnabled()) << "not while there is something trained";
}

TEST_F(LabWindowTest, AFileOfOnesOwnIsDroppedAndABrokenLineIsNamed) {
    drop(write("mine.tsv", somePairs(60)));
    waitUntil([this] { return lab().corpus()->training.size() + lab().corpus()->heldOut.size() == 60; }, "the file");
    EXPECT_EQ(lab().corpus()->heldOut.size(), 6U);
    EXPECT_TRUE(labelText(QStringLiteral("corpusFacts")).contains(QStringLiteral("54 to train with, 6 held out")))
        << labelText(QStringLiteral("corpusFacts"));
    drop(write("broken.tsv", somePairs(3) + "no tab here\n"));
    waitUntil([this] { return !answers.messages.isEmpty(); }, "the message");
    ASSERT_FALSE(answers.messages.isEmpty());
    EXPECT_TRUE(answers.messages.front().contains(QStringLiteral("line 4"))) << answers.messages.front();
    EXPECT_EQ(lab().corpus()->heldOut.size(), 6U) << "what was there stays";
    press("step");
    waitForSteps(1);
}

TEST_F(LabWindowTest, TheCurveIsDrawnStepByStepAndCanBeSmoothed) {
    useSmallModels(30);
    press("train");
    waitUntil([this] { return lab().state() == LabState::finished; }, "the end of the training");
    PlotView* loss = workspace()->plots().loss();
    EXPECT_EQ(loss->points(0).size(), 30U);
    EXPECT_EQ(loss->points(0)[4].y(), lab().variants()[0].losses[4]) << "of every step, not a mean";
    EXPECT_TRUE(loss->numbersText().contains(QStringLiteral("smoothed")));
    for (auto* toggle : workspace()->findChildren<ToggleSwitch*>()) {
        if (toggle->text() == QStringLiteral("smooth"))
            QTest::mouseClick(toggle, Qt::LeftButton, {}, QPoint(toggle->width() - 8, toggle->height() / 2));
    }
    EXPECT_FALSE(loss->numbersText().contains(QStringLiteral("smoothed")));
    const auto& rows = child<FigureTable>(QStringLiteral("results"))->rows();
    ASSERT_EQ(rows.size(), 2U);
    EXPECT_TRUE(rows[0][1].endsWith(QStringLiteral("%"))) << rows[0][1];
    EXPECT_EQ(rows[1][2], QStringLiteral("–")) << "no alignment without attention";
    EXPECT_FALSE(workspace()->plots().accuracy()->points(0).empty());
    auto* choice = child<SegmentedControl>(QStringLiteral("plots"));
    QTest::mouseClick(choice->button(1), Qt::LeftButton);
    EXPECT_EQ(workspace()->plots().current(), workspace()->plots().accuracy());
}

TEST_F(LabWindowTest, NothingIsCutOffInASmallWindow) {
    window->resize(window->minimumSize());
    const auto* page = child<QScrollArea>(QStringLiteral("labPage"));
    waitUntil([page] { return page->widget()->width() <= page->viewport()->width(); }, "a page as wide as its place");
    press("step");
    waitForSteps(1);
    EXPECT_LE(page->widget()->minimumSizeHint().width(), page->viewport()->width());
}

TEST_F(LabWindowTest, EveryControlHasANameAndATip) {
    for (const QWidget* widget : workspace()->findChildren<QWidget*>()) {
        const auto* button = qobject_cast<const QAbstractButton*>(widget);
        const bool control = button || qobject_cast<const QComboBox*>(widget) || qobject_cast<const PlotView*>(widget);
        if (!control || widget->objectName().startsWith(QStringLiteral("qt_")))
            continue;
        EXPECT_TRUE(!widget->accessibleName().isEmpty() || (button && !button->text().isEmpty()))
            << widget->metaObject()->className();
    }
}

} // namespace heedmap::tests
