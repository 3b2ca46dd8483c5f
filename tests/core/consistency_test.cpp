#include "core/session/consistency.h"

#include "tests/support/core/adaptations.h"

#include <gtest/gtest.h>

using namespace heedmap;
using namespace heedmap::files;
using heedmap::test::Sentences;
using heedmap::test::sentences;

namespace {

Session threeKeys() {
    Session session;
    session.problem.q = MatrixD{{1, 0}};
    session.problem.k = MatrixD{{1, 0}, {0, 1}, {1, 1}};
    session.problem.v = MatrixD{{10, 0}, {0, 20}, {5, 5}};
    session.crossLabels = {{"query"}, {"key 1", "key 2", "key 3"}};
    return session;
}

} // namespace

TEST(Consistency, LeavesAConsistentSessionAlone) {
    Session session = threeKeys();
    EXPECT_EQ(sentences(session, threeKeys()), Sentences{});
    Session empty;
    EXPECT_EQ(sentences(empty, Session{}), Sentences{});
}

TEST(Consistency, ValuesFollowKeysAndTokensFollowBoth) {
    const Session before = threeKeys();
    Session session = before;
    session.problem.k = MatrixD::Ones(5, 2);
    EXPECT_EQ(sentences(session, before), (Sentences{"V now has 5 rows, as K has (2 rows of zeros added).",
                                                     "The number of source tokens is now 5, as K has."}));
    EXPECT_EQ(session.problem.v.row(2), before.problem.v.row(2));
    EXPECT_EQ(session.problem.v.row(4), MatrixD::Zero(1, 2));
    EXPECT_EQ(session.crossLabels.columns, (std::vector<std::string>{"key 1", "key 2", "key 3", "", ""}));
}

TEST(Consistency, KeysFollowValuesWhenValuesWereEdited) {
    const Session before = threeKeys();
    Session session = before;
    session.problem.v = MatrixD::Ones(2, 2);
    EXPECT_EQ(sentences(session, before)[0], "The last row of K was removed to go with V.");
    EXPECT_EQ(session.problem.k.rows(), 2);
}

TEST(Consistency, ValuesThatWereNeverGivenFollowSilently) {
    Session session = threeKeys();
    session.problem.v = MatrixD();
    const Session before = session;
    EXPECT_EQ(sentences(session, before), Sentences{});
    EXPECT_EQ(session.problem.v.rows(), 3);
    EXPECT_EQ(session.problem.v.cols(), 0);
}

TEST(Consistency, ATokenThatWasAddedGetsARowOfZeros) {
    const Session before = threeKeys();
    Session session = before;
    session.crossLabels.columns.push_back("key 4");
    EXPECT_EQ(sentences(session, before), (Sentences{"K now has 4 rows, as the source has (1 row of zeros added).",
                                                     "V now has 4 rows, as K has (1 row of zeros added)."}));
    EXPECT_EQ(session.crossLabels.columns.back(), "key 4");
}

TEST(Consistency, NoTokensAtAllStayNone) {
    const Session before = threeKeys();
    Session session = before;
    session.crossLabels.columns.clear();
    EXPECT_EQ(sentences(session, before), Sentences{});
    EXPECT_EQ(session.problem.k.rows(), 3);
}

TEST(Consistency, TheMaskKeepsWhatItHadAndAllowsWhatIsNew) {
    Session before = threeKeys();
    before.problem.mask.custom = BoolMatrix::Zero(1, 3);
    Session session = before;
    session.problem.q = MatrixD::Ones(2, 2);
    session.crossLabels.rows = {"a", "b"};
    EXPECT_EQ(sentences(session, before), (Sentences{"The custom mask is now 2×3, as α is (new cells are allowed)."}));
    EXPECT_EQ(session.problem.mask.custom, (BoolMatrix{{0, 0, 0}, {1, 1, 1}}));
}

TEST(Consistency, LinksOutsideTheTokensAreDropped) {
    Session before = threeKeys();
    before.gold = {{{0, 0}, true}, {{0, 2}, false}};
    Session session = before;
    session.problem.k = session.problem.k.topRows(2).eval();
    session.problem.v = session.problem.v.topRows(2).eval();
    session.crossLabels.columns.pop_back();
    EXPECT_EQ(sentences(session, before), (Sentences{"One gold link pointed outside the tokens and was removed."}));
    ASSERT_EQ(session.gold.size(), 1U);
    EXPECT_EQ(session.gold[0].cell, (Cell{0, 0}));
}

TEST(Consistency, ProjectionsFollowX) {
    Session before;
    before.problem.kind = attention::ProblemKind::self;
    before.problem.x = MatrixD::Ones(3, 2);
    before.problem.parameters.w_q = MatrixD{{2, 3, 4}, {5, 6, 7}};
    Session session = before;
    session.problem.x = MatrixD::Ones(3, 3);
    EXPECT_EQ(sentences(session, before),
              (Sentences{"W_Q is now 3×3, as X has 3 columns (what is new in it is the identity)."}));
    EXPECT_EQ(session.problem.parameters.w_q, (MatrixD{{2, 3, 4}, {5, 6, 7}, {0, 0, 1}}));
}

TEST(Consistency, ParametersKeepWhatOverlapsAndTheRestIsSeeded) {
    Session before = threeKeys();
    before.problem.parameters.w = MatrixD{{1, 2}, {3, 4}};
    Session session = before;
    session.problem.k = MatrixD::Ones(3, 4);
    EXPECT_EQ(sentences(session, before), (Sentences{"W is now 2×4, as d_q = 2 and d_k = 4 (what is new in it was "
                                                     "drawn at random with seed 0)."}));
    EXPECT_EQ(session.problem.parameters.w.leftCols(2), before.problem.parameters.w);
    EXPECT_NE(session.problem.parameters.w(0, 3), 0.0);
}

TEST(Consistency, WhatAShownScoreFunctionNeedsIsSeededOnce) {
    const Session before = threeKeys();
    Session session = before;
    session.panels = {{.score = attention::ScoreFunction::additive}, {.score = attention::ScoreFunction::general}};
    EXPECT_EQ(sentences(session, before), (Sentences{"W_s was not given and was drawn at random with seed 0 (8×2).",
                                                     "W_h was not given and was drawn at random with seed 0 (8×2).",
                                                     "v was not given and was drawn at random with seed 0 (8).",
                                                     "W was not given and was drawn at random with seed 0 (2×2)."}));
    const Session seeded = session;
    EXPECT_EQ(sentences(session, seeded), Sentences{});
}

TEST(Consistency, TheHiddenSizeThatWasEditedWins) {
    Session before = threeKeys();
    before.panels = {{.score = attention::ScoreFunction::additive}};
    makeConsistent(before, before);
    Session session = before;
    session.problem.parameters.v = VectorD::Ones(3);
    makeConsistent(session, before);
    EXPECT_EQ(session.problem.parameters.w_s.rows(), 3);
    EXPECT_EQ(session.problem.parameters.w_h.rows(), 3);
    EXPECT_EQ(session.problem.parameters.w_s, before.problem.parameters.w_s.topRows(3));
}

TEST(Consistency, AnEmptySideStartsAsACopyOfTheOther) {
    const Session before = threeKeys();
    Session session = before;
    session.problem.kind = attention::ProblemKind::self;
    EXPECT_EQ(sentences(session, before), (Sentences{"X had no numbers yet; it was copied from K."}));
    EXPECT_EQ(session.problem.x, before.problem.k);
    EXPECT_EQ(session.selfTokens, before.crossLabels.columns);
    EXPECT_EQ(session.problem.q, before.problem.q);
}

TEST(Consistency, SameNumbersTellsSizesAndKnowsNaN) {
    EXPECT_TRUE(sameNumbers(MatrixD(0, 3), MatrixD(0, 3)));
    EXPECT_FALSE(sameNumbers(MatrixD(0, 3), MatrixD(3, 0)));
    const MatrixD nan = MatrixD::Constant(1, 1, std::nan(""));
    EXPECT_TRUE(sameNumbers(nan, MatrixD(nan)));
}

TEST(Consistency, WhatWasJustReadIsAdaptedAsIfNothingHadBeenEdited) {
    Session read = threeKeys();
    read.problem.v = MatrixD::Ones(2, 2);
    read.crossLabels.columns = {"key 1"};
    read.own[attention::ScoreFunction::dot] = read.problem;
    read.own[attention::ScoreFunction::dot].q = MatrixD::Ones(4, 2);
    const Session before = read;
    Session other = read;
    const Sentences expected = sentences(other, before);
    EXPECT_EQ(expected.size(), 4U);
    Sentences told;
    for (const Adaptation& adaptation : makeConsistent(read))
        told.push_back(sentence(adaptation));
    EXPECT_EQ(told, expected);
    EXPECT_EQ(read.problem.v, other.problem.v);
    EXPECT_EQ(read.own.at(attention::ScoreFunction::dot).q, other.own.at(attention::ScoreFunction::dot).q);
}
