#include "core/attention/attention.h"

#include "tests/support/core/near.h"

#include <cmath>
#include <gtest/gtest.h>
#include <limits>

using namespace heedmap;
using namespace heedmap::attention;
using heedmap::test::near;

namespace {

MatrixD randomMatrix(Index rows, Index columns, std::uint64_t seed) {
    RandomStream random(seed);
    return normalMatrix(rows, columns, random);
}

Problem randomCross(Index queries, Index keys, Index dimension) {
    Problem problem;
    problem.q = randomMatrix(queries, dimension, 1);
    problem.k = randomMatrix(keys, dimension, 2);
    problem.v = randomMatrix(keys, 3, 3);
    problem.parameters = withSeededScores({}, dimension, dimension, 5, 0);
    return problem;
}

} // namespace

TEST(Attention, RowsSumToOneAndContextIsTheWeightedSum) {
    for (const Index queries : {0, 1, 2, 70})
        for (const Index keys : {1, 3, 65})
            for (const ScoreFunction function : allScoreFunctions)
                for (const char* mask : {"none", "causal", "causal,window:1"}) {
                    SCOPED_TRACE(testing::Message()
                                 << queries << "×" << keys << " " << nameOf(function) << " " << mask);
                    Problem problem = randomCross(queries, keys, 4);
                    problem.mask = parseMask(mask).value();
                    const auto result = attend<double>(problem, function);
                    ASSERT_TRUE(result);
                    VectorD sums = VectorD::Ones(queries);
                    for (const Index row : result->emptyRows)
                        sums(row) = 0;
                    EXPECT_TRUE(near(result->alpha.rowwise().sum(), sums, 1e-14));
                    EXPECT_TRUE(near(result->context, result->alpha * problem.v, 1e-12, 1));
                    const BoolMatrix allowed = buildMask(problem.mask, queries, keys).value();
                    EXPECT_EQ(result->allowed.size(), problem.mask.allowsEverything() ? 0 : queries * keys);
                    const MatrixD forbidden =
                        (allowed.array() == 0).select(result->alpha, MatrixD::Zero(queries, keys));
                    EXPECT_TRUE(near(forbidden, MatrixD::Zero(queries, keys), 0));
                }
}

TEST(Attention, WithoutKeysEveryRowIsEmpty) {
    const auto result = attend<double>(randomCross(3, 0, 4), ScoreFunction::scaled_dot);
    ASSERT_TRUE(result);
    EXPECT_EQ(result->alpha.cols(), 0);
    EXPECT_EQ(result->emptyRows, (std::vector<Index>{0, 1, 2}));
    EXPECT_EQ(result->context, MatrixD::Zero(3, 3));
}

TEST(Attention, EmptyRowsHaveNoContextWhateverTheValues) {
    Problem problem = randomCross(3, 3, 2);
    problem.mask.custom.resize(3, 3);
    problem.mask.custom << 1, 1, 0, 0, 0, 0, 1, 0, 0;
    problem.v(2, 0) = std::nan("");
    problem.v(1, 1) = std::numeric_limits<double>::infinity();
    const auto result = attend<double>(problem, ScoreFunction::dot);
    ASSERT_TRUE(result);
    EXPECT_EQ(result->emptyRows, std::vector<Index>{1});
    EXPECT_EQ(result->alpha.row(1), MatrixD::Zero(1, 3));
    EXPECT_EQ(result->context.row(1), MatrixD::Zero(1, 3));
    EXPECT_EQ(result->context.row(2), problem.v.row(0)) << "values of forbidden keys must not matter";
    EXPECT_TRUE(std::isinf(result->context(0, 1))) << "values of allowed keys must";
}

TEST(Attention, AForbiddenKeyThatIsNaNDoesNotMatter) {
    Problem problem = randomCross(2, 3, 2);
    problem.mask.padding = 2;
    const auto clean = attend<double>(problem, ScoreFunction::scaled_dot);
    problem.k.row(2).setConstant(std::nan(""));
    const auto dirty = attend<double>(problem, ScoreFunction::scaled_dot);
    ASSERT_TRUE(clean && dirty);
    EXPECT_EQ(dirty->alpha, clean->alpha);
    EXPECT_EQ(dirty->context, clean->context);
}

TEST(Attention, AnEditGivesWhatAFreshProblemGives) {
    Problem edited = randomCross(256, 256, 16);
    for (const ScoreFunction function : allScoreFunctions)
        ASSERT_TRUE(attend<double>(edited, function));
    edited.q(17, 3) += 0.5;
    Problem fresh = randomCross(256, 256, 16);
    fresh.q(17, 3) += 0.5;
    const Problem before = randomCross(256, 256, 16);
    for (const ScoreFunction function : allScoreFunctions) {
        SCOPED_TRACE(nameOf(function));
        const auto first = attend<double>(edited, function);
        const auto second = attend<double>(fresh, function);
        const auto unedited = attend<double>(before, function);
        ASSERT_TRUE(first && second && unedited);
        EXPECT_EQ(first->alpha, second->alpha);
        EXPECT_EQ(first->context, second->context);
        EXPECT_NE(first->alpha.row(17), unedited->alpha.row(17));
        EXPECT_EQ(first->alpha.topRows(17), unedited->alpha.topRows(17));
    }
}

TEST(Attention, SelfAttentionProjectsX) {
    Problem problem;
    problem.kind = ProblemKind::self;
    problem.x = randomMatrix(5, 4, 1);
    const auto plain = project(problem);
    ASSERT_TRUE(plain);
    EXPECT_EQ(plain->q, problem.x);
    EXPECT_EQ(plain->k, problem.x);
    EXPECT_EQ(plain->v, problem.x);
    problem.parameters.w_q = randomMatrix(4, 3, 2);
    problem.parameters.w_k = randomMatrix(4, 3, 3);
    problem.parameters.w_v = randomMatrix(4, 2, 4);
    const auto projected = project(problem);
    ASSERT_TRUE(projected);
    EXPECT_TRUE(near(projected->q, problem.x * problem.parameters.w_q, 1e-15));
    EXPECT_TRUE(near(projected->k, problem.x * problem.parameters.w_k, 1e-15));
    EXPECT_TRUE(near(projected->v, problem.x * problem.parameters.w_v, 1e-15));
    const auto result = attend<double>(problem, ScoreFunction::scaled_dot);
    ASSERT_TRUE(result);
    EXPECT_EQ(result->context.cols(), 2);
}

TEST(Attention, WhatDoesNotFitIsSaid) {
    Problem self;
    self.kind = ProblemKind::self;
    self.x = randomMatrix(5, 4, 1);
    self.parameters.w_k = randomMatrix(3, 3, 2);
    EXPECT_EQ(sentence(attend<double>(self, ScoreFunction::dot).error()), "W_k has 3 rows, but X has 4 columns");
    self.parameters.w_k = randomMatrix(4, 3, 2);
    EXPECT_EQ(sentence(attend<double>(self, ScoreFunction::dot).error()),
              "dot needs queries and keys of one size, but d_q = 4 and d_k = 3; general and additive do not");
    Problem cross = randomCross(2, 3, 4);
    cross.mask.custom = BoolMatrix::Ones(2, 2);
    EXPECT_EQ(sentence(attend<float>(cross, ScoreFunction::dot).error()), "the custom mask is 2×2, but α is 2×3");
    cross.v = randomMatrix(4, 1, 1);
    EXPECT_EQ(sentence(attend<double>(cross, ScoreFunction::dot).error()),
              "K has 3 rows and V has 4, but every key needs its value");
}

TEST(Attention, ScoresFromElsewhere) {
    const double infinity = std::numeric_limits<double>::infinity();
    MatrixD scores(3, 2);
    scores << 0, -infinity, -infinity, -infinity, 1, 1;
    const auto result = normalizeScores<double>(scores, {}, {});
    ASSERT_TRUE(result);
    MatrixD expected(3, 2);
    expected << 1, 0, 0, 0, 0.5, 0.5;
    EXPECT_EQ(result->alpha, expected);
    EXPECT_EQ(result->emptyRows, std::vector<Index>{1});
    EXPECT_EQ(result->context.rows(), 3);
    EXPECT_EQ(result->context.cols(), 0);
    MaskSpec tooSmall;
    tooSmall.custom = BoolMatrix::Ones(1, 1);
    EXPECT_FALSE(normalizeScores<double>(scores, tooSmall, {}));
}

// Softmax by the loops for float32, everything else row by row: what comes out is the same attention.
TEST(Attention, Float32IsNearFloat64) {
    for (const auto& [queries, keys] : {std::pair<Index, Index>{0, 3}, {3, 0}, {1, 1}, {37, 70}, {130, 129}})
        for (const ScoreFunction function : allScoreFunctions)
            for (const char* const mask : {"none", "causal", "padding:0", "window:2,random:1"})
                for (const NormalizerKind kind : {NormalizerKind::softmax, NormalizerKind::sparsemax}) {
                    SCOPED_TRACE(testing::Message()
                                 << queries << "×" << keys << " " << nameOf(function) << " " << mask);
                    Problem problem = randomCross(queries, keys, 4);
                    for (MatrixD* const matrix : {&problem.q, &problem.k, &problem.v})
                        *matrix = matrix->cast<float>().cast<double>().eval();
                    problem.mask = parseMask(mask).value();
                    problem.normalizer.kind = kind;
                    const auto exact = attend<double>(problem, function).value();
                    const auto single = attend<float>(problem, function).value();
                    EXPECT_TRUE(near(single.scores, exact.scores, 1e-5, 1));
                    EXPECT_TRUE(near(single.alpha, exact.alpha, 2e-6, 1));
                    EXPECT_TRUE(near(single.context, exact.context, 5e-6, 1));
                    EXPECT_EQ(single.allowed, exact.allowed);
                    EXPECT_EQ(single.emptyRows, exact.emptyRows);
                }
}
