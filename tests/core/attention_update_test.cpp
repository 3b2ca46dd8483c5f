#include "core/attention/update.h"
#include "tests/support/core/numbers.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

using namespace heedmap;
using namespace heedmap::attention;

namespace {

using heedmap::test::infinity;

Problem randomProblem(Index queries, Index keys, Index dimension = 5) {
    RandomStream random(3);
    Problem problem;
    problem.q = normalMatrix(queries, dimension, random);
    problem.k = normalMatrix(keys, dimension, random);
    problem.v = normalMatrix(keys, dimension - 1, random);
    problem.parameters = withSeededScores({}, dimension, dimension, 6, 1);
    return problem;
}

// Equal to the last bit; NaN equals NaN.
testing::AssertionResult identical(const MatrixD& actual, const MatrixD& expected) {
    if (actual.rows() != expected.rows() || actual.cols() != expected.cols())
        return testing::AssertionFailure() << "other sizes";
    for (Index i = 0; i < actual.rows(); ++i)
        for (Index j = 0; j < actual.cols(); ++j)
            if (actual(i, j) != expected(i, j) && !(std::isnan(actual(i, j)) && std::isnan(expected(i, j))))
                return testing::AssertionFailure()
                       << "(" << i << ", " << j << "): " << actual(i, j) << " instead of " << expected(i, j);
    return testing::AssertionSuccess();
}

void expectUpdated(const Problem& before, const Problem& after, ScoreFunction function) {
    Attention<double> updated = attend<double>(before, function).value();
    const Attention<double> expected = attend<double>(after, function).value();
    const Projected old = project(before).value();
    const Projected now = project(after).value();
    auto changes = changesBetween(old, now);
    ASSERT_TRUE(changes);
    changes->normalizer = !(before.normalizer == after.normalizer);
    update(updated, old, now, *changes, function, after.parameters, after.normalizer);
    EXPECT_TRUE(identical(updated.scores, expected.scores)) << "e";
    EXPECT_TRUE(identical(updated.alpha, expected.alpha)) << "α";
    EXPECT_TRUE(identical(updated.context, expected.context)) << "c";
    EXPECT_EQ(updated.emptyRows, expected.emptyRows);
}

template <class Check>
void forAllFunctionsAndMasks(const Check& check) {
    for (const ScoreFunction function : allScoreFunctions)
        for (const char* mask : {"none", "causal,window:1", "padding:0"}) {
            SCOPED_TRACE(testing::Message() << nameOf(function) << " " << mask);
            check(function, parseMask(mask).value());
        }
}

} // namespace

TEST(AttentionUpdate, EqualsComputingAllAnew) {
    forAllFunctionsAndMasks([](ScoreFunction function, const MaskSpec& mask) {
        for (const auto& [queries, keys] : {std::pair<Index, Index>{1, 1}, {9, 14}, {37, 33}}) {
            SCOPED_TRACE(testing::Message() << queries << " × " << keys);
            Problem before = randomProblem(queries, keys, keys > 14 ? 33 : 5);
            before.mask = mask;
            Problem after = before;
            after.q.row(queries / 3) *= 1.5;
            expectUpdated(before, after, function);
            after.q.row(queries - 1) *= -1;
            expectUpdated(before, after, function);
            after.k(keys / 2, 2) += 1;
            expectUpdated(before, after, function);
            after.v(keys - 1, 0) = 7;
            expectUpdated(before, after, function);
        }
    });
}

TEST(AttentionUpdate, OneKindOfChangeAtATime) {
    forAllFunctionsAndMasks([](ScoreFunction function, const MaskSpec& mask) {
        Problem before = randomProblem(21, 19);
        before.mask = mask;
        Problem after = before;
        after.k(18, 0) -= 3;
        expectUpdated(before, after, function);
        after = before;
        after.v(3, 3) = 1e3;
        expectUpdated(before, after, function);
        after = before;
        after.normalizer.temperature = 0.25;
        expectUpdated(before, after, function);
        after.normalizer.kind = NormalizerKind::sparsemax;
        after.q(0, 0) = 2;
        expectUpdated(before, after, function);
    });
}

TEST(AttentionUpdate, ARowOfXIsARowAndAColumn) {
    forAllFunctionsAndMasks([](ScoreFunction function, const MaskSpec& mask) {
        RandomStream random(5);
        Problem before = randomProblem(0, 0);
        before.kind = ProblemKind::self;
        before.mask = mask;
        before.x = normalMatrix(23, 7, random);
        before.parameters.w_q = normalMatrix(7, 5, random);
        before.parameters.w_k = normalMatrix(7, 5, random);
        before.parameters.w_v = normalMatrix(7, 4, random);
        Problem after = before;
        after.x(11, 6) = 0.125;
        const auto changes = changesBetween(project(before).value(), project(after).value());
        ASSERT_TRUE(changes);
        EXPECT_EQ(changes->queries, std::vector<Index>{11});
        EXPECT_EQ(changes->keys, std::vector<Index>{11});
        EXPECT_EQ(changes->valueColumns, (std::vector<Index>{0, 1, 2, 3}));
        expectUpdated(before, after, function);
    });
}

// Where hidden units are near 0, or so large that their powers overflow, tanh is computed in other ways.
TEST(AttentionUpdate, AdditiveScoresOfEveryReach) {
    Problem before = randomProblem(12, 11);
    before.q.topRows(6) *= 1e-3;
    before.k.topRows(5) *= 1e-3;
    for (const double value : {1e-6, 0.5, 40.0, 1e4, infinity, std::numeric_limits<double>::quiet_NaN()}) {
        SCOPED_TRACE(value);
        Problem after = before;
        after.q(2, 1) = value;
        expectUpdated(before, after, ScoreFunction::additive);
        expectUpdated(after, before, ScoreFunction::additive);
        after.k(1, 1) = value;
        expectUpdated(before, after, ScoreFunction::additive);
        expectUpdated(after, before, ScoreFunction::additive);
    }
}

TEST(AttentionUpdate, RowsBecomeEmptyAndFullAgain) {
    Problem before = randomProblem(4, 3);
    Problem after = before;
    after.k.setOnes();
    after.q.row(2).setConstant(-infinity);
    before.k.setOnes();
    expectUpdated(before, after, ScoreFunction::dot);
    expectUpdated(after, before, ScoreFunction::dot);
}

TEST(AttentionUpdate, ValuesThatAreNotFinite) {
    Problem before = randomProblem(8, 8);
    before.mask = parseMask("causal").value();
    Problem after = before;
    after.v(5, 1) = infinity;
    expectUpdated(before, after, ScoreFunction::dot);
    expectUpdated(after, before, ScoreFunction::dot);
    Problem later = after;
    later.v(6, 2) = std::numeric_limits<double>::quiet_NaN();
    expectUpdated(after, later, ScoreFunction::dot);
    later.q(7, 0) = 3;
    expectUpdated(after, later, ScoreFunction::dot);
}

TEST(AttentionUpdate, KnowsWhatDiffers) {
    const Problem problem = randomProblem(6, 7);
    const Projected before = project(problem).value();
    EXPECT_TRUE(changesBetween(before, before)->isNothing());
    Projected now = before;
    now.q(4, 0) += 1;
    now.v(0, 2) = std::numeric_limits<double>::quiet_NaN();
    const Changes expected{.queries = {4}, .keys = {}, .valueColumns = {2}};
    EXPECT_EQ(changesBetween(before, now), expected);
    EXPECT_TRUE(changesBetween(now, now)->isNothing()) << "NaN equals NaN";
    now.v.conservativeResize(7, 3);
    EXPECT_FALSE(changesBetween(before, now));
}

TEST(AttentionUpdate, OnlyWhatChangedIsTouched) {
    Problem problem = randomProblem(6, 7);
    const Projected before = project(problem).value();
    problem.q(1, 1) += 1;
    const Projected now = project(problem).value();
    Attention<double> attention = attend<double>(problem, ScoreFunction::dot).value();
    attention.scores.row(5).setConstant(42); // would be corrected if it were looked at
    attention.alpha.row(5).setConstant(42);
    attention.context.row(5).setConstant(42);
    update(attention, before, now, {.queries = {1}, .keys = {}, .valueColumns = {}}, ScoreFunction::dot, {}, {});
    EXPECT_EQ(attention.scores.row(5), MatrixD::Constant(1, 7, 42));
    EXPECT_EQ(attention.alpha.row(5), MatrixD::Constant(1, 7, 42));
    EXPECT_EQ(attention.context.row(5), MatrixD::Constant(1, 4, 42));
}
