#include "core/session/session_edit.h"

#include <gtest/gtest.h>

using namespace heedmap;
using namespace heedmap::files;

namespace {

// Row i of every matrix holds i, so that a row can be recognised.
MatrixD numbered(Index rows, Index columns) {
    MatrixD matrix(rows, columns);
    for (Index i = 0; i < rows; ++i)
        matrix.row(i).setConstant(static_cast<double>(i));
    return matrix;
}

Session example() {
    Session session;
    session.problem.q = numbered(3, 2);
    session.problem.k = numbered(4, 2);
    session.problem.v = numbered(4, 5);
    session.problem.mask.custom = BoolMatrix::Zero(3, 4);
    session.crossLabels = {{"a", "b", "c"}, {"k", "l", "m", "n"}};
    session.gold = {{{0, 0}, true}, {{1, 2}, true}, {{2, 3}, false}};
    return session;
}

std::vector<double> firstColumn(const MatrixD& matrix) {
    std::vector<double> values;
    for (Index i = 0; i < matrix.rows(); ++i)
        values.push_back(matrix(i, 0));
    return values;
}

using Numbers = std::vector<double>;
using Words = std::vector<std::string>;

} // namespace

TEST(SessionEdit, APositionTakesItsWholeRowAlong) {
    Session session = example();
    insertPositions(session, Sequence::source, 1, 2);
    EXPECT_EQ(firstColumn(session.problem.k), (Numbers{0, 0, 0, 1, 2, 3}));
    EXPECT_EQ(firstColumn(session.problem.v), (Numbers{0, 0, 0, 1, 2, 3}));
    EXPECT_EQ(session.crossLabels.columns, (Words{"k", "", "", "l", "m", "n"}));
    EXPECT_EQ(session.gold[1].cell, (Cell{1, 4}));
    EXPECT_EQ(session.problem.mask.custom.cols(), 6);
    EXPECT_EQ(session.problem.mask.custom(0, 1), 1);
    EXPECT_EQ(session.problem.mask.custom(0, 3), 0);
    EXPECT_EQ(session.problem.q.rows(), 3);
}

TEST(SessionEdit, RemovingDropsLinksAndMovesTheRest) {
    Session session = example();
    removePositions(session, Sequence::target, 1, 1);
    EXPECT_EQ(firstColumn(session.problem.q), (Numbers{0, 2}));
    EXPECT_EQ(session.crossLabels.rows, (Words{"a", "c"}));
    EXPECT_EQ(session.gold, (std::vector<GoldLink>{{{0, 0}, true}, {{1, 3}, false}}));
    EXPECT_EQ(session.problem.mask.custom.rows(), 2);
}

TEST(SessionEdit, RemovingAllLeavesNothingAndNoCrash) {
    Session session = example();
    removePositions(session, Sequence::source, 0, 4);
    EXPECT_EQ(session.problem.k.rows(), 0);
    EXPECT_EQ(session.problem.k.cols(), 2);
    EXPECT_TRUE(session.gold.empty());
    insertPositions(session, Sequence::source, 0, 1);
    EXPECT_EQ(session.problem.k.rows(), 1);
    EXPECT_TRUE(session.crossLabels.columns.empty()); // no tokens stay none
}

TEST(SessionEdit, WithoutTokensNoneAppear) {
    Session session = example();
    session.crossLabels = {};
    insertPositions(session, Sequence::target, 3, 1);
    EXPECT_TRUE(session.crossLabels.rows.empty());
    EXPECT_EQ(session.problem.q.rows(), 4);
}

TEST(SessionEdit, OfOneSequenceTheMaskHasTwoSides) {
    Session session;
    session.problem.kind = attention::ProblemKind::self;
    session.problem.x = numbered(3, 2);
    session.selfTokens = {"a", "b", "c"};
    session.gold = {{{0, 2}, true}};
    session.problem.mask.custom = BoolMatrix::Zero(3, 3);
    removePositions(session, Sequence::self, 0, 1);
    EXPECT_EQ(session.problem.mask.custom.rows(), 2);
    EXPECT_EQ(session.problem.mask.custom.cols(), 2);
    EXPECT_EQ(session.gold[0].cell, (Cell{0, 2})); // of the other kind
}

TEST(SessionEdit, TheMaskOfTheOtherKindStays) {
    Session session = example();
    session.problem.x = numbered(3, 2);
    insertPositions(session, Sequence::self, 0, 1);
    EXPECT_EQ(session.problem.mask.custom.rows(), 3);
    EXPECT_EQ(session.problem.x.rows(), 4);
}

TEST(SessionEdit, NewTokensKeepTheRowsOfThoseThatStay) {
    struct Row {
        Words tokens;
        Numbers rows;
    };
    const Row rows[] = {
        {{"k", "l", "m", "n"}, {0, 1, 2, 3}},
        {{"k", "new", "l", "m", "n"}, {0, 0, 1, 2, 3}},
        {{"k", "n"}, {0, 3}},
        {{"k", "x", "y", "n"}, {0, 1, 2, 3}},
        {{"k", "x", "n"}, {0, 1, 3}},
        {{"k", "l", "m", "n", "n"}, {0, 1, 2, 3, 0}},
        {{"n"}, {3}},
        {{"x", "y", "z", "w", "v"}, {0, 1, 2, 3, 0}},
        {{}, {}},
    };
    for (const Row& row : rows) {
        Session session = example();
        setTokens(session, Sequence::source, row.tokens);
        std::string name;
        for (const std::string& token : row.tokens)
            name += token + " ";
        EXPECT_EQ(firstColumn(session.problem.k), row.rows) << name;
        EXPECT_EQ(session.crossLabels.columns, row.tokens) << name;
    }
}

TEST(SessionEdit, SplitsTextAtSpaces) {
    EXPECT_EQ(tokensOfText("  I love\tyou \n"), (Words{"I", "love", "you"}));
    EXPECT_EQ(tokensOfText("我 爱 你"), (Words{"我", "爱", "你"}));
    EXPECT_TRUE(tokensOfText("   ").empty());
}
