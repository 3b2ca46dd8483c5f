// Score functions with Q, K, V and parameters of their own.
#include "core/session/session_edit.h"
#include "tests/support/core/adaptations.h"

#include <gtest/gtest.h>

using namespace heedmap;
using namespace heedmap::files;
using attention::ProblemKind;
using attention::ScoreFunction;
using heedmap::test::Sentences;
using heedmap::test::sentences;

namespace {

Session twoTrained() {
    Session session;
    session.problem.q = MatrixD::Constant(2, 3, 1);
    session.problem.k = MatrixD::Constant(4, 3, 2);
    session.problem.v = MatrixD::Constant(4, 3, 3);
    attention::Operands& own = session.own[ScoreFunction::general];
    own.q = MatrixD::Constant(2, 5, 4);
    own.k = MatrixD::Constant(4, 6, 5);
    own.v = MatrixD::Constant(4, 2, 6);
    own.parameters.w = MatrixD::Constant(5, 6, 7);
    session.crossLabels = {{"a", "b"}, {"k", "l", "m", "n"}};
    session.panels = {{.score = ScoreFunction::dot}, {.score = ScoreFunction::general}};
    return session;
}

} // namespace

TEST(OwnOperands, BelongToOneScoreFunctionOfTheCrossProblem) {
    Session session = twoTrained();
    EXPECT_EQ(&session.operands(ScoreFunction::general), &session.own.at(ScoreFunction::general));
    EXPECT_EQ(&session.operands(ScoreFunction::dot), static_cast<attention::Operands*>(&session.problem));
    EXPECT_EQ(&session.operands(std::nullopt), static_cast<attention::Operands*>(&session.problem));
    session.problem.normalizer.temperature = 3;
    const attention::Problem problem = session.problemOf(ScoreFunction::general);
    EXPECT_EQ(problem.q(0, 0), 4);
    EXPECT_EQ(problem.parameters.w(4, 5), 7);
    EXPECT_EQ(problem.normalizer.temperature, 3);
    EXPECT_EQ(session.problemOf(ScoreFunction::dot).q(0, 0), 1);
    EXPECT_EQ(sizesOf(session, ScoreFunction::general).keyDimension, 6);
    EXPECT_EQ(sizesOf(session, ScoreFunction::dot).keyDimension, 3);
    session.problem.kind = ProblemKind::self;
    EXPECT_FALSE(session.hasOwn(ScoreFunction::general));
    EXPECT_EQ(session.problemOf(ScoreFunction::general).q(0, 0), 1);
}

TEST(OwnOperands, AConsistentSessionIsLeftAlone) {
    Session session = twoTrained();
    EXPECT_EQ(sentences(session, twoTrained()), Sentences{});
}

TEST(OwnOperands, RowsFollowWhicheverWasEdited) {
    const Session before = twoTrained();
    Session session = before;
    session.own[ScoreFunction::general].q = MatrixD::Ones(3, 5);
    EXPECT_EQ(sentences(session, before), (Sentences{"The other score functions' own Q, K and V now have as many rows.",
                                                     "The number of target tokens is now 3, as Q has."}));
    EXPECT_EQ(session.problem.q, (MatrixD{{1, 1, 1}, {1, 1, 1}, {0, 0, 0}}));

    session = before;
    session.problem.v = MatrixD::Ones(3, 3);
    sentences(session, before);
    EXPECT_EQ(session.problem.k.rows(), 3);
    EXPECT_EQ(session.own[ScoreFunction::general].k.rows(), 3);
    EXPECT_EQ(session.own[ScoreFunction::general].v.rows(), 3);
}

TEST(OwnOperands, ParametersFitTheirOwnSizes) {
    const Session before = twoTrained();
    Session session = before;
    session.own[ScoreFunction::general].k = MatrixD::Ones(4, 7);
    EXPECT_EQ(sentences(session, before),
              (Sentences{"W is now 5×7, as d_q = 5 and d_k = 7 (what is new in it was drawn at random with seed 0)."}));
    EXPECT_EQ(session.own[ScoreFunction::general].parameters.w(4, 5), 7);
    EXPECT_EQ(session.problem.parameters.w.size(), 0);

    session = before;
    session.own[ScoreFunction::general].parameters.w = MatrixD();
    EXPECT_EQ(sentences(session, before), (Sentences{"W was not given and was drawn at random with seed 0 (5×6)."}));
    EXPECT_EQ(session.problem.parameters.w.size(), 0);
}

TEST(OwnOperands, ASelfProblemLeavesThemAlone) {
    const Session before = twoTrained();
    Session session = before;
    session.problem.kind = ProblemKind::self;
    makeConsistent(session, before);
    EXPECT_EQ(session.problem.x, before.problem.k);
    EXPECT_EQ(session.own[ScoreFunction::general].parameters.w, before.own.at(ScoreFunction::general).parameters.w);
}

TEST(OwnOperands, PositionsMoveInAllOfThem) {
    Session session = twoTrained();
    insertPositions(session, Sequence::source, 1, 1);
    EXPECT_EQ(session.problem.k.rows(), 5);
    EXPECT_EQ(session.own[ScoreFunction::general].k.row(1), MatrixD::Zero(1, 6));
    EXPECT_EQ(session.own[ScoreFunction::general].v.rows(), 5);
    removePositions(session, Sequence::target, 0, 1);
    EXPECT_EQ(session.own[ScoreFunction::general].q.rows(), 1);
    EXPECT_EQ(sentences(session, session), Sentences{});
}

TEST(OwnOperands, OldManifestsHaveNoneAndBrokenOnesAreRefused) {
    const auto old = parseManifest(R"({"heedmap": [1, 0], "problem": {"q": [[1, 0]], "k": [[1, 0]], "v": [[1]]}})");
    ASSERT_TRUE(old) << sentence(old.error());
    EXPECT_TRUE(old->own.empty());
    const auto broken = parseManifest(R"({"heedmap": [1, 1], "problem": {"q": [[1, 0]], "k": [[1, 0]], "v": [[1]]},
        "own": {"dot": {"q": [[1, 0], [0, 1]], "k": [[1, 0]], "v": [[1]]}}})");
    ASSERT_FALSE(broken);
    EXPECT_EQ(sentence(broken.error()),
              "the session cannot be used: own.dot has not as many rows in Q, K and V as the problem");
}
