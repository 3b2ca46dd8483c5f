#include "core/session/computed_panel.h"
#include "ui/base/panel_text.h"
#include "ui/document/document.h"

#include "core/session/consistency.h"

#include <QSignalSpy>
#include <QTest>

#include <gtest/gtest.h>

using namespace heedmap;
using attention::ScoreFunction;

namespace {

files::Session threeKeys() {
    files::Session session;
    session.name = "three keys";
    session.problem.q = MatrixD{{1, 0}};
    session.problem.k = MatrixD{{1, 0}, {0, 1}, {1, 1}};
    session.problem.v = MatrixD{{10, 0}, {0, 20}, {5, 5}};
    session.crossLabels = {{"query"}, {"key 1", "key 2", "key 3"}};
    session.panels = {{.score = ScoreFunction::scaled_dot}, {.score = ScoreFunction::dot}};
    return session;
}

// Long enough to be computed off the window's thread.
files::Session longSession(Index n = 1200) {
    files::Session session;
    session.name = "long";
    session.problem.q = MatrixD::Random(n, 16);
    session.problem.k = MatrixD::Random(n, 16);
    session.problem.v = MatrixD::Random(n, 4);
    session.panels = {{.score = ScoreFunction::scaled_dot}};
    return session;
}

double alpha(const Document& document, std::size_t panel, Cell cell) {
    return document.results().at(panel).source->value(cell);
}

void edit(Document& document, double value, const QString& key = {}) {
    document.change(
        QStringLiteral("change of τ"), [&](files::Session& s) { s.problem.normalizer.temperature = value; }, key);
}

} // namespace

TEST(Document, ComputesWhatItOpens) {
    Document document;
    QSignalSpy results(&document, &Document::resultsChanged);
    document.open(threeKeys());
    ASSERT_EQ(document.results().size(), 2U);
    EXPECT_NEAR(alpha(document, 0, {0, 0}), 0.4011120927, 5e-11);
    EXPECT_NEAR(alpha(document, 0, {0, 1}), 0.1977758146, 5e-11);
    EXPECT_NEAR(document.results()[0].attention->context(0, 0), 6.0166813902, 5e-11);
    EXPECT_NEAR(document.results()[0].attention->context(0, 1), 5.9610767562, 5e-11);
    EXPECT_EQ(panelTitle(document.results()[1]), QStringLiteral("dot"));
    EXPECT_EQ(document.results().ranges.size(), 2U);
    EXPECT_EQ(results.count(), 1);
    EXPECT_FALSE(document.computing());
}

TEST(Document, UndoHasWordsAndRestoresEverything) {
    Document document;
    document.open(threeKeys());
    EXPECT_EQ(document.undoStack().undoText(), QStringLiteral("Open three keys"));
    document.setBlock(MatrixId::k, {2, 0}, MatrixD::Constant(1, 1, 7), QStringLiteral("edit of K[2,0]"));
    EXPECT_EQ(document.undoStack().undoText(), QStringLiteral("edit of K[2,0]"));
    EXPECT_EQ(document.session().problem.k(2, 0), 7);
    EXPECT_GT(alpha(document, 0, {0, 2}), 0.95);
    document.undoStack().undo();
    EXPECT_EQ(document.session().problem.k, threeKeys().problem.k);
    EXPECT_NEAR(alpha(document, 0, {0, 2}), 0.4011120927, 5e-11);
    document.undoStack().redo();
    EXPECT_EQ(document.session().problem.k(2, 0), 7);
    document.undoStack().undo();
    document.undoStack().undo();
    EXPECT_TRUE(document.session().panels.empty());
    EXPECT_TRUE(document.results().empty());
}

TEST(Document, AnEditThatChangesNothingIsNoCommand) {
    Document document;
    document.open(threeKeys());
    QSignalSpy changed(&document, &Document::changed);
    document.change(QStringLiteral("nothing"), [](files::Session& s) { s.problem.q = MatrixD{{1, 0}}; });
    document.setBlock(MatrixId::q, {0, 1}, MatrixD::Zero(1, 1), QStringLiteral("nothing"));
    document.setBlock(MatrixId::q, {0, 0}, MatrixD(), QStringLiteral("nothing"));
    EXPECT_EQ(document.undoStack().count(), 1);
    EXPECT_EQ(changed.count(), 0);
}

TEST(Document, ChangesWithOneKeyMergeAndVanishWhenTheyComeBack) {
    Document document;
    document.open(threeKeys());
    edit(document, 2, QStringLiteral("τ"));
    edit(document, 3, QStringLiteral("τ"));
    document.change(
        QStringLiteral("change of τ"),
        [](files::Session& s) {
            s.problem.normalizer.temperature = 4;
            s.problem.mask.causal = true;
        },
        QStringLiteral("τ"));
    EXPECT_EQ(document.undoStack().count(), 2);
    document.undoStack().undo();
    EXPECT_EQ(document.session().problem.normalizer.temperature, 1);
    EXPECT_FALSE(document.session().problem.mask.causal);
    document.undoStack().redo();
    EXPECT_EQ(document.session().problem.normalizer.temperature, 4);
    EXPECT_TRUE(document.session().problem.mask.causal);

    edit(document, 5);
    EXPECT_EQ(document.undoStack().count(), 3) << "a change without a key stands alone";
    edit(document, 6, QStringLiteral("other"));
    edit(document, 5, QStringLiteral("other"));
    EXPECT_EQ(document.undoStack().count(), 3) << "back at its first value, the merged change is gone";
}

TEST(Document, ABlockBeyondTheEdgeGrowsTheMatrixAndItsPartners) {
    Document document;
    document.open(threeKeys());
    QSignalSpy noticed(&document, &Document::noticed);
    document.setBlock(MatrixId::k, {2, 1}, MatrixD::Ones(2, 1), QStringLiteral("paste into K"));
    EXPECT_EQ(document.session().problem.k.rows(), 4);
    EXPECT_EQ(document.session().problem.v.rows(), 4);
    ASSERT_EQ(noticed.count(), 2);
    EXPECT_EQ(noticed[0][0].toString(), QStringLiteral("V now has 4 rows, as K has (1 row of zeros added)."));
    EXPECT_EQ(document.results()[0].columns(), 4);
    document.undoStack().undo();
    EXPECT_EQ(document.session().problem.v, threeKeys().problem.v);
    EXPECT_EQ(document.results()[0].columns(), 3);
}

TEST(Document, TheVectorVIsEditedAsAColumn) {
    Document document;
    files::Session session = threeKeys();
    session.panels = {{.score = ScoreFunction::additive}};
    document.open(session);
    ASSERT_EQ(matrixOf(document.session(), MatrixId::additive_v).cols(), 1);
    document.setBlock(MatrixId::additive_v, {3, 0}, MatrixD::Constant(1, 1, 9), QStringLiteral("edit of v[3]"));
    EXPECT_EQ(document.session().problem.parameters.v(3), 9);
}

TEST(Document, SaysWhichPartsChanged) {
    Document document;
    document.open(threeKeys());
    QSignalSpy changed(&document, &Document::changed);
    document.change(QStringLiteral("title"), [](files::Session& s) { s.picture.title = "A"; });
    document.change(QStringLiteral("tokens"), [](files::Session& s) { s.crossLabels.rows = {"q"}; });
    document.undoStack().undo();
    ASSERT_EQ(changed.count(), 3);
    EXPECT_EQ(changed[0][0].value<Parts>(), Parts(Part::picture));
    EXPECT_EQ(changed[1][0].value<Parts>(), Parts(Part::labels));
    EXPECT_EQ(changed[2][0].value<Parts>(), Parts(Part::labels));
}

TEST(Document, ResultsThatDoNotDependOnTheChangeAreKept) {
    Document document;
    document.open(threeKeys());
    const auto scaled = document.results()[0].source;
    document.change(QStringLiteral("panels"), [](files::Session& s) {
        s.panels = {{.score = ScoreFunction::cosine}, {.score = ScoreFunction::scaled_dot}};
    });
    EXPECT_EQ(document.results()[1].source, scaled);
    document.change(QStringLiteral("colors"), [](files::Session& s) { s.picture.map.reversed = true; });
    EXPECT_EQ(document.results()[1].source, scaled);
    document.change(QStringLiteral("ranks"), [](files::Session& s) { s.picture.scale = heatmap::Scale::rank; });
    EXPECT_NE(document.results()[1].drawn, document.results()[1].source);
}

TEST(Document, APanelThatCannotBeComputedSaysWhyAndTheOthersStay) {
    Document document;
    files::Session session = threeKeys();
    session.problem.k = MatrixD::Ones(3, 3);
    session.panels.push_back({.score = ScoreFunction::general});
    document.open(session);
    ASSERT_TRUE(document.results()[0].error.has_value());
    EXPECT_TRUE(document.results()[0].error->is(attention::sizesOfQueryAndKeyDiffer));
    EXPECT_EQ(document.results()[0].source, nullptr);
    EXPECT_FALSE(document.results()[2].error.has_value());
    EXPECT_EQ(document.results()[2].columns(), 3);
}

TEST(Document, LinkedPanelsShareOneRange) {
    Document document;
    files::Session session = threeKeys();
    session.picture.range = {heatmap::RangeSpec::Kind::automatic, 0, 1};
    document.open(session);
    EXPECT_EQ(document.results().ranges[0], document.results().ranges[1]);
    document.change(QStringLiteral("unlink"), [](files::Session& s) { s.panels[0].linked = false; });
    EXPECT_NE(document.results().ranges[0], document.results().ranges[1]);
    EXPECT_NEAR(document.results().ranges[0].high, 0.4011120927, 1e-7);
}

TEST(Document, FilePathIsUndoneWithTheOpening) {
    Document document;
    document.open(threeKeys());
    document.setFilePath(QStringLiteral("/a.heedmap"));
    EXPECT_TRUE(document.undoStack().isClean());
    files::Session other = threeKeys();
    other.name = "other";
    document.open(other);
    EXPECT_EQ(document.filePath(), QString());
    document.setFilePath(QStringLiteral("/b.heedmap"));
    document.undoStack().undo();
    EXPECT_EQ(document.filePath(), QStringLiteral("/a.heedmap"));
    document.undoStack().redo();
    EXPECT_EQ(document.filePath(), QStringLiteral("/b.heedmap"));
}

TEST(Document, LongResultsOfAnotherSessionComeLater) {
    Document document;
    document.open(threeKeys());
    QSignalSpy computing(&document, &Document::computingChanged);
    document.open(longSession());
    EXPECT_TRUE(document.computing());
    EXPECT_EQ(document.results().size(), 0U) << "those of the session before are not shown";
    EXPECT_EQ(document.results().ranges.size(), 0U);
    ASSERT_TRUE(QTest::qWaitFor([&] { return !document.computing(); }, 60'000));
    ASSERT_EQ(document.results().size(), 1U);
    EXPECT_EQ(document.results()[0].rows(), 1200);
    for (Index row = 0; row < 1200; row += 37)
        EXPECT_NEAR(document.results()[0].attention->alpha.row(row).sum(), 1.0, 1e-12) << "row " << row;
    EXPECT_EQ(computing.count(), 2);
    edit(document, 0.5);
    EXPECT_FALSE(document.computing()) << "one number is brought up to date at once";
    document.change(QStringLiteral("all of Q"), [](files::Session& session) { session.problem.q *= 2; });
    ASSERT_TRUE(document.computing());
    EXPECT_EQ(document.results().size(), 1U) << "an edit keeps the old ones until the new are there";
}

TEST(Document, ANewerChangeReplacesTheOneBeingComputed) {
    Document document;
    document.open(longSession());
    QSignalSpy results(&document, &Document::resultsChanged);
    edit(document, 0.5);
    edit(document, 0.25);
    ASSERT_TRUE(document.computing());
    ASSERT_TRUE(QTest::qWaitFor([&] { return !document.computing(); }, 60'000));
    EXPECT_EQ(results.count(), 3) << "two changes told at once, one result";
    const auto expected = attention::attend<double>(document.session().problem, ScoreFunction::scaled_dot);
    ASSERT_TRUE(expected.ok());
    EXPECT_EQ(document.results()[0].attention->alpha, expected->alpha) << "strips are the same as the whole";
}

TEST(Document, ColorsDoNotRestartWhatIsBeingComputed) {
    Document document;
    document.open(longSession());
    ASSERT_TRUE(document.computing());
    document.change(QStringLiteral("colors"), [](files::Session& s) { s.picture.map.reversed = true; });
    document.stopComputing();
    EXPECT_FALSE(document.computing());
    document.change(QStringLiteral("colors"), [](files::Session& s) { s.picture.map.reversed = false; });
    EXPECT_FALSE(document.computing()) << "stopped means stopped";
    edit(document, 2);
    EXPECT_TRUE(document.computing());
    ASSERT_TRUE(QTest::qWaitFor([&] { return !document.computing(); }, 60'000));
    EXPECT_EQ(document.results()[0].rows(), 1200);
}

// 6 000² additive scores of 3 000 units would take minutes: that the test ends shows that the document stops them.
TEST(Document, GoesAwayWhileComputing) {
    files::Session session = longSession(6000);
    session.problem.parameters = attention::withSeededScores({}, 16, 16, 3000, 1);
    session.panels = {{.score = ScoreFunction::additive}};
    Document document;
    document.open(session);
    EXPECT_TRUE(document.computing());
}

TEST(Document, StripsKnowMasksAndEmptyRows) {
    files::Session session = longSession();
    session.problem.mask.window = 3;
    session.problem.mask.padding = 700;
    const auto result = computePanel(session, session.panels[0]);
    ASSERT_TRUE(result && result->attention);
    const auto expected = attention::attend<double>(session.problem, ScoreFunction::scaled_dot);
    ASSERT_TRUE(expected.ok());
    EXPECT_EQ(result->attention->alpha, expected->alpha);
    EXPECT_EQ(result->attention->context, expected->context);
    EXPECT_EQ(result->attention->allowed, expected->allowed);
    EXPECT_EQ(result->attention->emptyRows, expected->emptyRows);
    EXPECT_EQ(result->source->mark({0, 4}), attention::Mark::masked);
}

TEST(PanelResult, StopsWhenAsked) {
    std::stop_source stop;
    stop.request_stop();
    const files::Session session = longSession();
    EXPECT_FALSE(computePanel(session, session.panels[0], stop.get_token()).has_value());
}

TEST(PanelResult, WhatDoesNotFitIntoMemoryIsSaidNotTried) {
    files::Session session;
    session.problem.q = session.problem.k = MatrixD::Zero(400'000, 2);
    session.problem.v = MatrixD::Zero(400'000, 2);
    session.problem.heads = session.problem.keyValueHeads = 2; // their mean is a matrix in memory
    session.panels = {{.score = ScoreFunction::dot}};
    const auto result = computePanel(session, session.panels[0]);
    ASSERT_TRUE(result && result->error);
    EXPECT_TRUE(result->error->is(alphaTooLarge)) << sentence(*result->error);
}

namespace {

// dot has Q, K and V of its own.
files::Session withOwn() {
    files::Session session = threeKeys();
    attention::Operands& own = session.own[ScoreFunction::dot];
    own.q = MatrixD{{1, 0, 0}};
    own.k = MatrixD::Identity(3, 3);
    own.v = MatrixD::Identity(3, 3);
    return session;
}

} // namespace

TEST(Document, APanelComputesWithItsOwnMatricesAndTheyAreEditedAndUndone) {
    Document document;
    document.open(withOwn());
    EXPECT_NEAR(alpha(document, 0, {0, 0}), 0.4011120927, 5e-11);
    const double own = std::exp(1.0) / (std::exp(1.0) + 2);
    EXPECT_NEAR(alpha(document, 1, {0, 0}), own, 1e-12);
    EXPECT_EQ(document.results()[1].attention->context.cols(), 3);

    QSignalSpy edited(&document, &Document::editedChanged);
    document.setEdited(ScoreFunction::scaled_dot); // has none of its own
    EXPECT_EQ(edited.count(), 0);
    document.setEdited(ScoreFunction::dot);
    EXPECT_EQ(edited.count(), 1);
    EXPECT_EQ(document.edited(), ScoreFunction::dot);
    document.setBlock(MatrixId::k, {0, 0}, MatrixD::Constant(1, 1, 0), QStringLiteral("edit of K[0,0]"));
    EXPECT_NEAR(alpha(document, 1, {0, 0}), 1.0 / 3, 1e-12);
    EXPECT_NEAR(alpha(document, 0, {0, 0}), 0.4011120927, 5e-11);
    document.setEdited(std::nullopt);
    document.undoStack().undo(); // the edit knows whose matrix it was
    EXPECT_NEAR(alpha(document, 1, {0, 0}), own, 1e-12);
    EXPECT_EQ(document.session().problem.k, threeKeys().problem.k);
}

TEST(Document, AMatrixThatGrowsTakesTheOthersAlong) {
    Document document;
    document.open(withOwn());
    document.setEdited(ScoreFunction::dot);
    document.setBlock(MatrixId::k, {3, 0}, MatrixD::Ones(1, 3), QStringLiteral("paste into K"));
    EXPECT_EQ(document.session().problem.k.rows(), 4);
    EXPECT_EQ(document.results()[0].columns(), 4);
    document.undoStack().undo();
    EXPECT_EQ(document.session().problem.k.rows(), 3);
    EXPECT_EQ(document.session().own.at(ScoreFunction::dot).k.rows(), 3);
}

TEST(PanelResult, WhatStandsInForSoftmaxIsNeverShownAsSoftmaxOnDemand) {
    files::Session session;
    session.problem.q = session.problem.k = MatrixD::Random(200'000, 1);
    session.problem.v = MatrixD(200'000, 0);
    session.panels = {{.score = ScoreFunction::dot}};
    EXPECT_TRUE(needsOnDemand(session));
    for (const auto kind : {attention::ApproximationKind::linear, attention::ApproximationKind::performer}) {
        session.problem.approximation.kind = kind;
        EXPECT_FALSE(needsOnDemand(session));
        const auto result = computePanel(session, session.panels[0]);
        ASSERT_TRUE(result && result->error) << session.problem.approximation.text();
        EXPECT_TRUE(result->error->is(alphaTooLarge)) << sentence(*result->error);
        EXPECT_EQ(result->source, nullptr);
    }
}

// Each session has its own saved state, and undo leads back to it.
TEST(Document, IsModifiedUntilItIsAsSaved) {
    Document document;
    QSignalSpy modified(&document, &Document::modifiedChanged);
    const auto set = [&](double value) {
        document.setBlock(MatrixId::q, {0, 0}, MatrixD::Constant(1, 1, value), QStringLiteral("edit"));
    };
    document.open(threeKeys());
    EXPECT_FALSE(document.isModified());
    set(2);
    EXPECT_TRUE(document.isModified());
    document.setFilePath(QStringLiteral("/first.heedmap"));
    EXPECT_FALSE(document.isModified());
    document.undoStack().undo();
    EXPECT_TRUE(document.isModified());
    document.undoStack().redo();
    EXPECT_FALSE(document.isModified());
    document.open(threeKeys());
    EXPECT_EQ(document.filePath(), QString());
    EXPECT_FALSE(document.isModified());
    document.undoStack().undo();
    EXPECT_EQ(document.filePath(), QStringLiteral("/first.heedmap"));
    EXPECT_FALSE(document.isModified()) << "as it was saved";
    document.undoStack().undo();
    EXPECT_TRUE(document.isModified());
    set(3); // what was saved cannot be reached any more
    EXPECT_TRUE(document.isModified());
    EXPECT_EQ(modified.count() % 2, 1);

    // A drag is one step; what it was merged into is not what was saved.
    const auto drag = [&](double tau) {
        document.change(
            QStringLiteral("drag"), [&](files::Session& session) { session.problem.normalizer.temperature = tau; },
            QStringLiteral("tau"));
    };
    drag(2);
    document.setFilePath(QStringLiteral("/second.heedmap"));
    document.open(threeKeys());
    document.undoStack().undo();
    EXPECT_FALSE(document.isModified());
    drag(3);
    EXPECT_TRUE(document.isModified());

    document.undoStack().clear();
    EXPECT_TRUE(document.isModified());
    document.setFilePath(QStringLiteral("/second.heedmap"));
    drag(4);
    drag(3);
    EXPECT_FALSE(document.isModified()) << "dragged back";
    drag(4);
    document.setFilePath(QStringLiteral("/second.heedmap"));
    document.undoStack().clear();
    EXPECT_FALSE(document.isModified());

    document.reset(threeKeys(), QStringLiteral("/third.heedmap"), true);
    EXPECT_TRUE(document.isModified());
    EXPECT_FALSE(document.undoStack().canUndo());
    document.setFilePath(QStringLiteral("/third.heedmap"));
    EXPECT_FALSE(document.isModified());
}

TEST(PanelResult, WhatIsTooLargeForMemoryIsComputedOnDemand) {
    files::Session session;
    session.problem.q = session.problem.k = MatrixD::Random(8'000, 1);
    session.problem.v = MatrixD(8'000, 0);
    session.panels = {{.score = ScoreFunction::dot}};
    std::stop_source stop;
    std::optional<PanelResult> first;
    PanelReports reports;
    reports.firstLook = [&](PanelResult result) {
        first = std::move(result);
        stop.request_stop(); // the rest takes too long for a test
    };
    EXPECT_FALSE(computePanel(session, session.panels[0], stop.get_token(), reports));
    ASSERT_TRUE(first && first->source);
    EXPECT_EQ(first->source->storage(), attention::Storage::computed);
    EXPECT_TRUE(first->pyramid->isSample());
    const auto row = attention::attend<double>(MatrixD(session.problem.q.row(5)), session.problem.k, session.problem.v,
                                               ScoreFunction::dot, {}, {}, {});
    ASSERT_TRUE(row.ok());
    EXPECT_NEAR(first->source->value({5, 77}), row->alpha(0, 77), 1e-5 * row->alpha(0, 77));
}
