#include "ui/document/row_update.h"

#include "core/attention/parameters.h"
#include "ui/document/document.h"

#include <gtest/gtest.h>

#include <limits>

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

// A few last bits of the largest score of each row: the products of one row alone are summed in another order, and
// where scores are large, so is what is rounded.
VectorD roundingOfRows(const MatrixD& scores) {
    constexpr double bits = 8 * std::numeric_limits<double>::epsilon();
    return bits * scores.cwiseAbs().rowwise().maxCoeff().cwiseMax(1.0);
}

void expectNear(const MatrixD& actual, const MatrixD& expected, const VectorD& ofRows, const char* after) {
    ASSERT_EQ(actual.rows(), expected.rows()) << after;
    ASSERT_EQ(actual.cols(), expected.cols()) << after;
    for (Index i = 0; i < actual.rows(); ++i)
        for (Index j = 0; j < actual.cols(); ++j)
            ASSERT_NEAR(actual(i, j), expected(i, j), ofRows(i)) << after << ": " << i << ", " << j;
}

void expectAsComputedAnew(const Document& document, const char* after) {
    const std::vector<PanelResult> expected = computePanels(document.session());
    ASSERT_EQ(document.results().size(), expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i) {
        const PanelResult& result = document.results()[i];
        ASSERT_TRUE(result.attention && result.pyramid) << after << ", panel " << i;
        const VectorD rounding = roundingOfRows(expected[i].attention->scores);
        expectNear(result.attention->scores, expected[i].attention->scores, rounding, after);
        expectNear(result.attention->alpha, expected[i].attention->alpha, rounding, after);
        expectNear(result.attention->context, expected[i].attention->context, 4 * rounding, after);
        EXPECT_EQ(result.attention->allowed, expected[i].attention->allowed) << after;
        EXPECT_EQ(result.projected->q, expected[i].projected->q) << after;
        const heatmap::LevelValues& values = result.pyramid->level(1).max;
        const double most = rounding.maxCoeff();
        for (std::size_t at = 0; at < values.size(); ++at)
            ASSERT_NEAR(values[at], expected[i].pyramid->level(1).max[at], most) << after << ": " << at;
    }
}

void editQ(Document& document, Index row, double value) {
    document.setBlock(MatrixId::q, {row, 2}, MatrixD::Constant(1, 1, value), QStringLiteral("edit"));
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
    document.setBlock(MatrixId::k, {1, 1}, MatrixD::Constant(1, 1, -2), QStringLiteral("edit"));
    expectAsComputedAnew(document, "an edit of K");
    editQ(document, 3, -1);
    document.change(QStringLiteral("τ"), [](files::Session& s) { s.problem.normalizer.temperature = 0.5; });
    expectAsComputedAnew(document, "another temperature");
    editQ(document, 3, 4);
    editQ(document, 4, 4);
    expectAsComputedAnew(document, "an edit after that");
}

TEST(RowUpdate, NeverChangesWhatSomebodyHolds) {
    Document document;
    document.open(sessionOf(40));
    editQ(document, 5, 1);
    const auto held = document.results()[1].attention;
    const MatrixD alpha = held->alpha;
    editQ(document, 6, 2);
    editQ(document, 7, 3);
    editQ(document, 5, 4);
    EXPECT_EQ(held->alpha, alpha);
    expectAsComputedAnew(document, "edits beside a held state");
}

TEST(RowUpdate, KnowsWhichRowsDiffer) {
    const files::Session before = sessionOf(40);
    const auto result = computePanel(before, before.panels[1]);
    ASSERT_TRUE(result);
    files::Session now = before;
    EXPECT_EQ(changedQueries(*result, now), std::vector<Index>());
    now.problem.q(3, 0) += 1;
    now.problem.q(30, 4) += 1;
    EXPECT_EQ(changedQueries(*result, now), (std::vector<Index>{3, 30}));
    now.problem.q *= 2;
    EXPECT_FALSE(changedQueries(*result, now)) << "most of them";
    now = before;
    now.problem.k(0, 0) += 1;
    EXPECT_FALSE(changedQueries(*result, now)) << "K";
    now = before;
    now.problem.parameters.w(0, 0) += 1;
    EXPECT_FALSE(changedQueries(*result, now)) << "W";
    now = before;
    now.problem.kind = attention::ProblemKind::self;
    EXPECT_FALSE(changedQueries(*result, now)) << "kind";
    now = before;
    now.problem.q.conservativeResize(39, 5);
    EXPECT_FALSE(changedQueries(*result, now)) << "size";
}
