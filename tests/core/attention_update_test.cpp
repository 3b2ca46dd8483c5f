#include "core/attention/attention.h"
#include "tests/support/core/numbers.h"

#include <gtest/gtest.h>

#include <algorithm>
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

bool same(double a, double b) {
    return a == b || (std::isnan(a) && std::isnan(b));
}

std::vector<Index> changedRows(const MatrixD& before, const MatrixD& now) {
    std::vector<Index> rows;
    for (Index i = 0; i < now.rows(); ++i) {
        const double* const a = before.data() + i * before.cols();
        const double* const b = now.data() + i * now.cols();
        if (!std::equal(a, a + now.cols(), b, same))
            rows.push_back(i);
    }
    return rows;
}

std::vector<Index> changedColumns(const MatrixD& before, const MatrixD& now) {
    std::vector<std::uint8_t> changed(static_cast<std::size_t>(now.cols()));
    for (const Index i : changedRows(before, now))
        for (Index j = 0; j < now.cols(); ++j)
            if (!same(before(i, j), now(i, j)))
                changed[static_cast<std::size_t>(j)] = 1;
    std::vector<Index> columns;
    for (Index j = 0; j < now.cols(); ++j)
        if (changed[static_cast<std::size_t>(j)] != 0)
            columns.push_back(j);
    return columns;
}

// What differs; a NaN equals a NaN. Precondition: the sizes are the same.
Changes changesBetween(const Projected& before, const Projected& now) {
    return {changedRows(before.q, now.q), changedRows(before.k, now.k), changedColumns(before.v, now.v)};
}

void expectUpdated(const Problem& before, const Problem& after, ScoreFunction function) {
    Attention<double> updated = attend<double>(before, function).value();
    const Attention<double> expected = attend<double>(after, function).value();
    const Projected old = project(before).value();
    const Projected now = project(after).value();
    Changes changes = changesBetween(old, now);
    changes.normalizer = !(before.normalizer == after.normalizer);
    update(updated, old, now, changes, function, after.parameters, after.normalizer);
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
