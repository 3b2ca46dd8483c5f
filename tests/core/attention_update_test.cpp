#include "core/attention/update.h"

#include "tests/support/core/near.h"

#include <gtest/gtest.h>

using namespace heedmap;
using namespace heedmap::attention;
using heedmap::test::near;

namespace {

Problem randomProblem(Index queries, Index keys) {
    RandomStream random(3);
    Problem problem;
    problem.q = normalMatrix(queries, 5, random);
    problem.k = normalMatrix(keys, 5, random);
    problem.v = normalMatrix(keys, 4, random);
    problem.parameters = withSeededScores({}, 5, 5, 6, 1);
    return problem;
}

void expectUpdated(const Problem& before, const Problem& after, const ChangedRows& changed, ScoreFunction function) {
    Attention<double> updated = attend<double>(before, function).value();
    const Attention<double> expected = attend<double>(after, function).value();
    update(updated, {after.q, after.k, after.v}, changed, function, after.parameters, after.normalizer);
    EXPECT_TRUE(near(updated.scores, expected.scores, 1e-13, 1));
    EXPECT_TRUE(near(updated.alpha, expected.alpha, 1e-13));
    EXPECT_TRUE(near(updated.context, expected.context, 1e-13, 1));
    EXPECT_EQ(updated.emptyRows, expected.emptyRows);
}

} // namespace

TEST(AttentionUpdate, EqualsComputingAllAnew) {
    for (const ScoreFunction function : allScoreFunctions)
        for (const char* mask : {"none", "causal,window:1", "padding:0"}) {
            SCOPED_TRACE(testing::Message() << nameOf(function) << " " << mask);
            Problem before = randomProblem(9, 14);
            before.mask = parseMask(mask).value();
            Problem after = before;
            after.q.row(3) *= 1.5;
            after.q.row(4) *= -1;
            expectUpdated(before, after, {{3, 5}, {}, false}, function);
            after.k(6, 2) += 1;
            expectUpdated(before, after, {{3, 5}, {6, 7}, false}, function);
            after.v(13, 0) = 7;
            expectUpdated(before, after, {{3, 5}, {6, 7}, true}, function);
        }
}

TEST(AttentionUpdate, RowsBecomeEmptyAndFullAgain) {
    Problem before = randomProblem(4, 3);
    Problem after = before;
    after.k.setOnes();
    after.q.row(2).setConstant(-std::numeric_limits<double>::infinity());
    before.k.setOnes();
    expectUpdated(before, after, {{2, 3}, {}, false}, ScoreFunction::dot);
    expectUpdated(after, before, {{2, 3}, {}, false}, ScoreFunction::dot);
}

TEST(AttentionUpdate, OnlyWhatChangedIsTouched) {
    const Problem problem = randomProblem(6, 7);
    Attention<double> attention = attend<double>(problem, ScoreFunction::dot).value();
    attention.scores.row(5).setConstant(42); // would be corrected if it were looked at
    attention.alpha.row(5).setConstant(42);
    attention.context.row(5).setConstant(42);
    update(attention, {problem.q, problem.k, problem.v}, {{1, 2}, {}, false}, ScoreFunction::dot, {}, {});
    EXPECT_EQ(attention.scores.row(5), MatrixD::Constant(1, 7, 42));
    EXPECT_EQ(attention.alpha.row(5), MatrixD::Constant(1, 7, 42));
    EXPECT_EQ(attention.context.row(5), MatrixD::Constant(1, 4, 42));
}
