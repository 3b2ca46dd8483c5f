// Whatever is shown, read out or exported belongs to the problem that it was computed from, whatever was asked for
// since.
#include "core/session/consistency.h"
#include "tests/support/core/temporary_folder.h"
#include "tests/support/ui/held_computation.h"
#include "tests/support/ui/window_test.h"
#include "ui/compare/compare_grid.h"
#include "ui/document/activity_text.h"
#include "ui/export/export_dialog.h"
#include "ui/export/export_session.h"
#include "ui/heatmap/figure.h"
#include "ui/heatmap/heatmap_view.h"
#include "ui/widgets/status_line.h"

#include "core/session/reference.h"

#include <QLabel>
#include <QTest>
#include <QToolButton>

#include <gtest/gtest.h>

namespace heedmap::tests {
namespace {

using attention::ScoreFunction;

files::Session problemOf(Index n, double temperature = 1) {
    files::Session session;
    session.name = "problem";
    session.problem.q = MatrixD::Random(n, 8);
    session.problem.k = MatrixD::Random(n, 8);
    session.problem.v = MatrixD::Random(n, 4);
    session.problem.normalizer.temperature = temperature;
    session.panels = {{.score = ScoreFunction::scaled_dot}, {.score = ScoreFunction::additive}};
    return session;
}

// Too long for the window's thread.
files::Session longProblem() {
    return problemOf(900);
}

files::Session filesOf(Index n) {
    files::Session session;
    session.name = "files";
    for (const char* name : {"first", "second", "third"}) {
        session.matrices.push_back({.name = name, .origin = {}, .tensor = makeTensor(MatrixF(MatrixF::Random(n, n)))});
        session.panels.push_back({.score = std::nullopt, .matrix = session.matrices.size() - 1});
    }
    return session;
}

void setTemperature(Document& document, double temperature) {
    document.change(QStringLiteral("τ"),
                    [&](files::Session& session) { session.problem.normalizer.temperature = temperature; });
}

// A mask, after which all is computed anew.
void setWindow(Document& document, Index window) {
    document.change(QStringLiteral("mask"), [&](files::Session& session) { session.problem.mask.window = window; });
}

void waitForResults(Document& document) {
    ASSERT_TRUE(QTest::qWaitFor([&] { return !document.computing(); }, 60'000));
}

double temperatureOf(const files::Session& session) {
    return session.problem.normalizer.temperature;
}

// Every panel holds what its own snapshot's problem gives.
void expectOfOneProblem(const Results& results) {
    ASSERT_EQ(results.ranges.size(), results.panels.size());
    if (results.empty())
        return;
    ASSERT_EQ(results.panels.size(), results.session().panels.size());
    for (std::size_t i = 0; i < results.size(); ++i) {
        const PanelResult& result = results[i];
        EXPECT_EQ(result.panel, results.session().panels[i]);
        if (!result.attention)
            continue;
        const auto row = attention::attend<double>(
            MatrixD(results.session().problem.q.topRows(1)), results.session().problem.k, results.session().problem.v,
            *result.panel.score, *result.parameters, {}, results.session().problem.normalizer);
        ASSERT_TRUE(row.ok());
        EXPECT_NEAR(result.source->value({0, 0}), row->alpha(0, 0), 1e-12) << "panel " << i;
    }
}

class ResultsTest : public ::testing::Test {
protected:
    HeldComputation held;
    Document document{nullptr, held.asComputation()};
    test::TemporaryFolder folder;

    // τ is asked to be 5, and shown is what 1 gives.
    void stopAtOlderProblem() {
        document.open(longProblem());
        waitForResults(document);
        held.hold();
        document.change(QStringLiteral("τ"), [](files::Session& session) {
            session.problem.normalizer.temperature = 5;
            session.problem.q *= 2;
        });
        ASSERT_TRUE(document.computing());
        EXPECT_TRUE(document.showsOlder());
        document.stopComputing();
        ASSERT_EQ(document.computation(), Computation::stopped);
    }
};

} // namespace

TEST_F(ResultsTest, WhatWasStoppedIsShownAndWrittenAsTheOlderProblem) {
    stopAtOlderProblem();
    const Results& results = document.results();
    EXPECT_EQ(temperatureOf(document.session()), 5);
    EXPECT_EQ(temperatureOf(results.session()), 1);
    expectOfOneProblem(results);
    EXPECT_TRUE(factsLine(results).contains(QStringLiteral("τ = 1 ")));
    EXPECT_EQ(unfinishedText(document), QStringLiteral("stopped: shows τ = 1, asked τ = 5"));

    ExportOptions options;
    options.format = ExportFormat::npz;
    const std::string numbers = folder.path("out.npz");
    ASSERT_TRUE(exportSession(results, options, numbers).ok());
    const auto written = files::openReference({numbers, "scaled", {}});
    ASSERT_TRUE(written.ok()) << sentence(written.error());
    const MatrixD alpha = toMatrixD(written->tensor.view);
    for (Index row = 0; row < 900; row += 77) {
        for (Index column = 0; column < 900; ++column)
            EXPECT_EQ(alpha(row, column), results[0].source->value({row, column}));
    }
    options.format = ExportFormat::svg;
    const std::string picture = folder.path("out.svg");
    ASSERT_TRUE(exportSession(results, options, picture).ok());
    const auto carried = files::readSession(picture);
    ASSERT_TRUE(carried.ok()) << sentence(carried.error());
    EXPECT_EQ(temperatureOf(*carried), 1);
    EXPECT_TRUE(files::sameNumbers(carried->problem.q, results.session().problem.q));

    held.release();
    document.compute();
    waitForResults(document);
    EXPECT_EQ(document.computation(), Computation::done);
    EXPECT_FALSE(document.showsOlder());
    EXPECT_EQ(temperatureOf(document.results().session()), 5);
    expectOfOneProblem(document.results());
    EXPECT_EQ(unfinishedText(document), QString());
}

TEST_F(ResultsTest, AnExportWhileComputingIsOfTheOlderProblemAndSaysSo) {
    document.open(longProblem());
    waitForResults(document);
    held.hold();
    setWindow(document, 4);
    ASSERT_TRUE(document.computing());
    Settings settings(QString::fromStdString(folder.path("a.ini")), QString::fromStdString(folder.path("b.ini")));
    ExportDialog dialog(document.results(), 0, &settings);
    dialog.setRemark(unfinishedText(document));
    const auto* remark = dialog.findChild<QLabel*>(QStringLiteral("exportRemark"));
    ASSERT_NE(remark, nullptr);
    EXPECT_FALSE(remark->isHidden());
    EXPECT_TRUE(remark->text().contains(QStringLiteral("shows mask none, asked mask"))) << remark->text().toStdString();
    expectOfOneProblem(document.results());
}

TEST_F(ResultsTest, ColorsOfAnOlderProblemChangeAndItsNumbersStay) {
    stopAtOlderProblem();
    document.changePicture(QStringLiteral("colors"), [](files::PictureSettings& picture) {
        picture.map.reversed = true;
        picture.range = {heatmap::RangeSpec::Kind::fixed, 0, 0.5};
    });
    EXPECT_EQ(document.computation(), Computation::stopped);
    EXPECT_TRUE(document.results().session().picture.map.reversed);
    EXPECT_EQ(document.results().ranges[0].high, 0.5);
    EXPECT_EQ(temperatureOf(document.results().session()), 1);
    expectOfOneProblem(document.results());
}

TEST_F(ResultsTest, AreOfOneProblemInEverySlot) {
    int looked = 0;
    const auto look = [&] {
        ++looked;
        expectOfOneProblem(document.results());
        if (document.computation() == Computation::done) {
            EXPECT_EQ(temperatureOf(document.results().session()), temperatureOf(document.session()));
        }
    };
    QObject::connect(&document, &Document::changed, &document, look);
    QObject::connect(&document, &Document::resultsChanged, &document, look);
    QObject::connect(&document, &Document::computingChanged, &document, look);
    document.open(problemOf(3));
    document.change(QStringLiteral("a panel"), [](files::Session& session) { session.panels.pop_back(); });
    document.undoStack().undo();
    document.open(longProblem());
    waitForResults(document);
    setTemperature(document, 3);
    document.change(QStringLiteral("panels"), [](files::Session& session) {
        session.problem.q *= 2;
        session.panels.push_back({.score = ScoreFunction::dot});
    });
    waitForResults(document);
    document.change(QStringLiteral("panels"), [](files::Session& session) {
        session.problem.q *= 2;
        session.panels.pop_back();
    });
    document.stopComputing();
    document.undoStack().undo();
    waitForResults(document);
    document.open(problemOf(2));
    EXPECT_GT(looked, 12);
}

TEST_F(ResultsTest, AnEditAfterOtherColorsOrWordsIsBroughtUpToDateToo) {
    document.open(problemOf(40));
    const auto edit = [&](double value) {
        const int before = held.computed;
        document.setBlock(MatrixId::q, {3, 1}, MatrixD::Constant(1, 1, value), QStringLiteral("edit"));
        return held.computed - before;
    };
    EXPECT_EQ(edit(1), 0);
    document.changePicture(QStringLiteral("colors"),
                           [](files::PictureSettings& picture) { picture.map.reversed = true; });
    EXPECT_EQ(edit(2), 0) << "after another color map";
    document.change(QStringLiteral("words"),
                    [](files::Session& session) { session.crossLabels.rows.assign(40, "word"); });
    EXPECT_EQ(edit(3), 0) << "after other labels";
    document.undoStack().undo();
    document.undoStack().undo();
    EXPECT_EQ(edit(4), 0) << "after these were undone";
    expectOfOneProblem(document.results());
}

TEST_F(ResultsTest, FirstLooksReplaceTheOlderProblemAllAtOnce) {
    document.open(longProblem());
    waitForResults(document);
    held.hold();
    held.looksFirst = ScoreFunction::scaled_dot;
    setWindow(document, 4);
    ASSERT_TRUE(document.computing());
    ASSERT_TRUE(QTest::qWaitFor([&] { return held.looked == 1; }, 60'000));
    QCoreApplication::processEvents();
    EXPECT_EQ(document.results().session().problem.mask.window, std::nullopt)
        << "one panel has a first look, the other none";
    EXPECT_TRUE(document.showsOlder());
    document.stopComputing();
    EXPECT_TRUE(document.showsOlder());
    held.release();
    document.compute();
    waitForResults(document);
    EXPECT_EQ(document.results().session().problem.mask.window, 4);
}

TEST_F(ResultsTest, OfMatricesThatWereRemovedCanStillBeExported) {
    document.open(filesOf(2000));
    waitForResults(document);
    held.hold();
    document.change(QStringLiteral("remove"), [](files::Session& session) {
        session.matrices.erase(session.matrices.begin());
        session.panels = {{.score = std::nullopt, .matrix = 0}, {.score = std::nullopt, .matrix = 1}};
    });
    ASSERT_TRUE(document.computing());
    document.stopComputing();
    const Results& results = document.results();
    ASSERT_EQ(results.size(), 3U);
    EXPECT_EQ(document.panelShownAs(2), std::nullopt);
    const Results last = partOf(results, {2});
    ASSERT_EQ(last.session().matrices.size(), 1U);
    EXPECT_EQ(last.session().matrices[0].name, "third");
    ExportOptions options;
    options.format = ExportFormat::npy;
    ASSERT_TRUE(exportSession(last, options, folder.path("third.npy")).ok());
}

TEST_F(ResultsTest, OutOfMemoryEndsTheComputationAndNothingElse) {
    document.open(longProblem());
    waitForResults(document);
    QStringList sentences;
    QObject::connect(&document, &Document::noticed, &document, [&](const QString& said) { sentences += said; });
    held.fails = true;
    setWindow(document, 4);
    waitForResults(document);
    ASSERT_EQ(document.computation(), Computation::failed);
    EXPECT_TRUE(document.failure()->is(outOfMemory));
    EXPECT_EQ(sentences, QStringList{QStringLiteral("There is not enough memory to compute this.")});
    EXPECT_EQ(document.session().problem.mask.window, 4) << "what was asked for stays asked for";
    EXPECT_TRUE(document.showsOlder());
    expectOfOneProblem(document.results());
    EXPECT_EQ(unfinishedText(document), QStringLiteral("there is not enough memory to compute this: shows mask none, "
                                                       "asked mask window 4"));
    held.fails = false;
    document.compute();
    waitForResults(document);
    EXPECT_EQ(document.computation(), Computation::done);
    EXPECT_EQ(document.results().session().problem.mask.window, 4);
}

TEST_F(ResultsTest, OutOfMemoryInTheCallItself) {
    document.open(problemOf(4));
    held.fails = true;
    setWindow(document, 2);
    ASSERT_EQ(document.computation(), Computation::failed);
    EXPECT_TRUE(document.showsOlder());
    held.fails = false;
    document.undoStack().undo();
    EXPECT_EQ(document.computation(), Computation::done);
    document.open(problemOf(5));
    held.fails = true;
    document.open(problemOf(6));
    EXPECT_TRUE(document.results().empty()) << "nothing of the session before";
}

namespace {

class StoppedWindowTest : public WindowTest {
protected:
    StoppedWindowTest() { computation = held.asComputation(); }

    HeldComputation held;
};

} // namespace

TEST_F(StoppedWindowTest, APanelOfAnOlderProblemSaysSoAndComputesWhenAsked) {
    document->open(longProblem());
    waitForPictures();
    window->viewState().setCursor(Cell{0, 0});
    const QList<HeatmapView*>& views = window->panels().views();
    ASSERT_EQ(views.size(), 2);
    const QRectF cells = views[0]->panelLayout().cells;
    const QSize size = views[0]->size();
    held.hold();
    document->change(QStringLiteral("τ"), [](files::Session& session) {
        session.problem.normalizer.temperature = 5;
        session.problem.q *= 2;
    });
    ASSERT_TRUE(document->computing());
    waitUntil([&] { return views[0]->panelState().action == QStringLiteral("Stop"); }, "the action Stop");
    EXPECT_TRUE(views[0]->panelState().dimmed);
    QTest::mouseClick(views[0], Qt::LeftButton, {}, views[0]->actionRect().center().toPoint());
    ASSERT_EQ(document->computation(), Computation::stopped);

    const QString sentence = QStringLiteral("stopped: shows τ = 1, asked τ = 5");
    waitUntil([&] { return views[1]->panelState().text == sentence; }, "the sentence of the panels");
    EXPECT_TRUE(views[0]->panelState().dimmed);
    EXPECT_EQ(views[0]->panelLayout().cells, cells) << "nothing moves";
    EXPECT_EQ(views[0]->size(), size);
    const auto* status = window->findChild<StatusLine*>();
    EXPECT_EQ(status->activity(), sentence);
    EXPECT_TRUE(status->facts().contains(QStringLiteral("τ = 1 "))) << status->facts().toStdString();
    waitUntil([&] { return labelText(QStringLiteral("unfinished")) == sentence; }, "the sentence of the inspector");
    const QString weight = QString::number(document->results()[0].source->value({0, 0}), 'g', 4).left(5);
    waitUntil([&] { return labelText(QStringLiteral("formula")).contains(weight); }, "the older weight");
    EXPECT_FALSE(labelText(QStringLiteral("formula")).contains(QStringLiteral("/ 5"))) << "τ = 5 is not in it";

    held.release();
    QTest::mouseClick(views[0], Qt::LeftButton, {}, views[0]->actionRect().center().toPoint());
    waitForPictures();
    EXPECT_EQ(document->computation(), Computation::done);
    EXPECT_EQ(views[0]->panelState(), PanelState());
    EXPECT_TRUE(status->facts().contains(QStringLiteral("τ = 5 "))) << status->facts().toStdString();
}

} // namespace heedmap::tests
