#include "core/session/row_update.h"

#include "core/attention/parameters.h"
#include "ui/document/document.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <thread>

using namespace heedmap;
using attention::ScoreFunction;

namespace {

files::Session sessionOf(Index n) {
    attention::RandomStream random(3);
    files::Session session;
    session.problem.q = attention::normalMatrix(n, 5, random);
    session.problem.k = attention::normalMatrix(n + 3, 5, random);
    session.problem.v = attention::normalMatrix(n + 3, 4, random);
    session.problem.parameters = attention::withSeededScores({}, 5, 5, 6, 0);
    session.problem.mask.window = 9;
    for (const auto function : {ScoreFunction::additive, ScoreFunction::dot, ScoreFunction::general,
                                ScoreFunction::scaled_dot, ScoreFunction::cosine})
        session.panels.push_back({.score = function, .matrix = std::nullopt});
    return session;
}

files::Session selfSession(Index n) {
    attention::RandomStream random(4);
    files::Session session = sessionOf(n);
    session.problem.kind = attention::ProblemKind::self;
    session.problem.x = attention::normalMatrix(n, 5, random);
    session.problem.parameters.w_q = attention::normalMatrix(5, 5, random);
    session.problem.parameters.w_k = attention::normalMatrix(5, 5, random);
    session.problem.parameters.w_v = attention::normalMatrix(5, 4, random);
    return session;
}

void expectIdentical(const MatrixD& actual, const MatrixD& expected, const char* what) {
    ASSERT_EQ(actual.rows(), expected.rows()) << what;
    ASSERT_EQ(actual.cols(), expected.cols()) << what;
    for (Index i = 0; i < actual.rows(); ++i)
        for (Index j = 0; j < actual.cols(); ++j)
            ASSERT_TRUE(actual(i, j) == expected(i, j) || (std::isnan(actual(i, j)) && std::isnan(expected(i, j))))
                << what << " (" << i << ", " << j << "): " << actual(i, j) << ", not " << expected(i, j);
}

void expectSamePyramid(const heatmap::Pyramid& actual, const heatmap::Pyramid& expected) {
    ASSERT_EQ(actual.levels(), expected.levels());
    for (int level = 1; level <= expected.levels(); ++level) {
        const heatmap::LevelValues& values = expected.level(level).max;
        for (std::size_t at = 0; at < values.size(); ++at)
            ASSERT_EQ(actual.level(level).max[at], values[at]) << "level " << level << ": " << at;
        EXPECT_EQ(actual.level(level).marks, expected.level(level).marks) << "level " << level;
    }
    EXPECT_EQ(actual.summary().smallest, expected.summary().smallest);
    EXPECT_EQ(actual.summary().largest, expected.summary().largest);
}

// To the last bit.
void expectAsComputedAnew(const Document& document, const char* after) {
    const std::vector<PanelResult> expected = computePanels(document.session());
    ASSERT_EQ(document.results().size(), expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i) {
        SCOPED_TRACE(testing::Message() << after << ", panel " << i);
        const PanelResult& result = document.results()[i];
        ASSERT_TRUE(result.attention && result.pyramid);
        expectIdentical(result.attention->scores, expected[i].attention->scores, "e");
        expectIdentical(result.attention->alpha, expected[i].attention->alpha, "α");
        expectIdentical(result.attention->context, expected[i].attention->context, "c");
        EXPECT_EQ(result.attention->allowed, expected[i].attention->allowed);
        EXPECT_EQ(result.attention->emptyRows, expected[i].attention->emptyRows);
        expectIdentical(result.projected->q, expected[i].projected->q, "Q");
        expectSamePyramid(*result.pyramid, *expected[i].pyramid);
    }
}

void edit(Document& document, MatrixId id, Cell at, double value) {
    document.setBlock(id, at, MatrixD::Constant(1, 1, value), QStringLiteral("edit"));
}
void editQ(Document& document, Index row, double value) {
    edit(document, MatrixId::q, {row, 2}, value);
}

} // namespace

TEST(RowUpdate, IsWhatIsComputedAnew) {
    Document document;
    document.open(sessionOf(40));
    editQ(document, 7, 0.25);
    expectAsComputedAnew(document, "the first edit");
    for (const Index row : {7, 8, 39, 0})
        editQ(document, row, 1.5 + static_cast<double>(row));
    expectAsComputedAnew(document, "several");
    document.undoStack().undo();
    document.undoStack().undo();
    expectAsComputedAnew(document, "undo");
    edit(document, MatrixId::k, {1, 1}, -2);
    expectAsComputedAnew(document, "an edit of K");
    editQ(document, 3, -1);
    document.change(QStringLiteral("τ"), [](files::Session& s) { s.problem.normalizer.temperature = 0.5; });
    expectAsComputedAnew(document, "another temperature");
    editQ(document, 3, 4);
    editQ(document, 4, 4);
    expectAsComputedAnew(document, "an edit after that");
}

TEST(RowUpdate, EditsOfAllKindsInAnyOrder) {
    Document document;
    document.open(sessionOf(40));
    const std::vector<std::pair<MatrixId, Cell>> edits{
        {MatrixId::k, {42, 0}}, {MatrixId::v, {3, 3}}, {MatrixId::q, {1, 1}}, {MatrixId::q, {2, 1}},
        {MatrixId::v, {0, 0}},  {MatrixId::v, {1, 2}}, {MatrixId::k, {5, 4}}, {MatrixId::k, {6, 4}},
        {MatrixId::q, {39, 0}}, {MatrixId::k, {0, 0}}, {MatrixId::v, {9, 1}}, {MatrixId::q, {0, 0}}};
    double value = 0.5;
    for (const auto& [id, cell] : edits) {
        edit(document, id, cell, value *= -1.25);
        expectAsComputedAnew(document, qPrintable(nameOf(id)));
    }
    for (std::size_t i = 0; i < edits.size(); ++i)
        document.undoStack().undo();
    expectAsComputedAnew(document, "all undone");
    while (document.undoStack().canRedo())
        document.undoStack().redo();
    expectAsComputedAnew(document, "all redone");
    edit(document, MatrixId::v, {4, 0}, std::numeric_limits<double>::infinity());
    expectAsComputedAnew(document, "an infinite value");
    editQ(document, 5, std::numeric_limits<double>::quiet_NaN());
    expectAsComputedAnew(document, "NaN");
    document.undoStack().undo();
    document.undoStack().undo();
    expectAsComputedAnew(document, "numbers again");
}

TEST(RowUpdate, SelfAttentionAndHeads) {
    for (const Index heads : {1, 2}) {
        files::Session session = selfSession(40);
        session.problem.heads = heads;
        if (heads == 2) { // those of W_q and W_k are 4 wide, so that two heads divide them
            attention::RandomStream random(6);
            session.problem.parameters.w_q = attention::normalMatrix(5, 4, random);
            session.problem.parameters.w_k = attention::normalMatrix(5, 4, random);
            session.problem.parameters = attention::withSeededScores(session.problem.parameters, 2, 2, 3, 0);
            session.panels = {{.score = ScoreFunction::scaled_dot, .matrix = std::nullopt, .head = 1},
                              {.score = ScoreFunction::cosine, .matrix = std::nullopt, .head = 0}};
        }
        Document document;
        document.open(session);
        for (const Index row : {0, 39, 12, 13}) {
            edit(document, MatrixId::x, {row, 4}, 0.1 * static_cast<double>(row));
            expectAsComputedAnew(document, "an edit of X");
        }
        edit(document, MatrixId::w_q, {1, 1}, 3);
        expectAsComputedAnew(document, "an edit of W_q");
        document.undoStack().undo();
        document.undoStack().undo();
        expectAsComputedAnew(document, "undo");
    }
}

TEST(RowUpdate, ALargePasteToo) {
    Document document;
    document.open(sessionOf(40));
    document.setBlock(MatrixId::k, {0, 0}, MatrixD::Constant(30, 5, 0.5), QStringLiteral("paste"));
    expectAsComputedAnew(document, "a large paste");
    document.setBlock(MatrixId::k, {38, 0}, MatrixD::Constant(9, 5, 2), QStringLiteral("paste"));
    expectAsComputedAnew(document, "a paste that adds rows");
}

TEST(RowUpdate, MeanAndRankAreDrawnAnew) {
    for (const bool ranks : {false, true}) {
        files::Session session = sessionOf(40);
        session.picture.pooling = heatmap::Pooling::mean;
        session.picture.scale = ranks ? heatmap::Scale::rank : heatmap::Scale::linear;
        Document document;
        document.open(session);
        editQ(document, 3, 2);
        editQ(document, 4, 2);
        const auto expected = computePanels(document.session());
        for (std::size_t i = 0; i < expected.size(); ++i) {
            const auto& actual = document.results()[i].pyramid->level(1);
            for (std::size_t at = 0; at < actual.mean.size(); ++at)
                ASSERT_EQ(actual.mean[at], expected[i].pyramid->level(1).mean[at]) << ranks << " " << i << ": " << at;
        }
    }
}

TEST(RowUpdate, NeverChangesWhatSomebodyHolds) {
    Document document;
    document.open(sessionOf(40));
    editQ(document, 5, 1);
    const auto held = document.results()[1].attention;
    const auto pyramid = document.results()[1].pyramid;
    const MatrixD alpha = held->alpha;
    const double largest = pyramid->summary().largest;
    editQ(document, 6, 2);
    edit(document, MatrixId::k, {7, 0}, 3);
    editQ(document, 5, 4);
    EXPECT_EQ(held->alpha, alpha);
    EXPECT_EQ(pyramid->summary().largest, largest);
    expectAsComputedAnew(document, "edits beside a held state");
}

TEST(RowUpdate, KnowsWhatAnEditChanges) {
    const auto changes = [](const files::Session& session, std::size_t panel, const ProblemEdit& edit) {
        return changesOf(*computePanel(session, session.panels[panel]), session, edit);
    };
    files::Session session = sessionOf(40);
    EXPECT_TRUE(changes(session, 1, {})->isNothing());
    EXPECT_EQ(changes(session, 1, {.q = {3, 5}, .k = {2, 3}, .v = {1, 2}}),
              (attention::Changes{.queries = {3, 4}, .keys = {2}, .valueColumns = {1}}));
    EXPECT_TRUE(changes(session, 1, {.x = {3, 4}})->isNothing()) << "X enters no cross problem";
    EXPECT_FALSE(changes(session, 1, {.q = {0, 40}})) << "most of them";
    const auto normalized = changes(session, 1, {.normalizer = true});
    EXPECT_TRUE(normalized->normalizer && normalized->touchesAllWeights() && normalized->queries.empty());

    session.own[ScoreFunction::dot] = session.problem;
    EXPECT_TRUE(changes(session, 1, {.q = {3, 4}})->isNothing()) << "dot has its own";
    EXPECT_EQ(changes(session, 1, {.function = ScoreFunction::dot, .q = {3, 4}})->queries, std::vector<Index>{3});
    EXPECT_TRUE(changes(session, 0, {.function = ScoreFunction::dot, .q = {3, 4}})->isNothing());

    session = selfSession(40);
    EXPECT_EQ(changes(session, 1, {.x = {7, 8}}),
              (attention::Changes{.queries = {7}, .keys = {7}, .valueColumns = {0, 1, 2, 3}}));
    EXPECT_TRUE(changes(session, 1, {.q = {7, 8}})->isNothing());
}

TEST(Lender, MemoryComesBackWhenNobodyReadsItAnyMore) {
    const Lender<std::vector<int>> lender;
    auto read = lender.lend(std::make_unique<std::vector<int>>(3, 7));
    const std::vector<int>* const name = read.get();
    auto other = read;
    read.reset();
    EXPECT_EQ(lender.takeBack(name), nullptr) << "somebody reads it";
    EXPECT_EQ(*other, std::vector<int>(3, 7));
    std::thread([last = std::move(other)]() mutable { last.reset(); }).join();
    EXPECT_EQ(lender.takeBack(nullptr), nullptr);
    EXPECT_EQ(lender.takeBack(name), nullptr) << "what was not asked for went";
    const std::vector<int>* const kept = lender.keep(std::make_unique<std::vector<int>>(2, 1));
    const auto back = lender.takeBack(kept);
    ASSERT_NE(back, nullptr);
    EXPECT_EQ(back.get(), kept);
    std::shared_ptr<const std::vector<int>> outlives;
    {
        const Lender<std::vector<int>> gone;
        outlives = gone.lend(std::make_unique<std::vector<int>>(1, 5));
    }
    EXPECT_EQ(outlives->front(), 5);
}
