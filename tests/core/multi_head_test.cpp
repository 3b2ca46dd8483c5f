#include "core/attention/multi_head.h"

#include "tests/support/core/near.h"

#include <gtest/gtest.h>

using namespace heedmap;
using namespace heedmap::attention;
using heedmap::test::near;

namespace {

MatrixD randomSequence(Index rows, Index columns, std::uint64_t seed) {
    RandomStream random(seed);
    return normalMatrix(rows, columns, random);
}

MultiHeadParameters randomParameters() {
    MultiHeadParameters p;
    p.w_q = randomSequence(6, 6, 1);
    p.w_k = randomSequence(6, 5, 2);
    p.w_v = randomSequence(6, 4, 3);
    p.w_o = randomSequence(6, 6, 4);
    p.heads = 2;
    return p;
}

std::string errorOf(const MultiHeadParameters& parameters) {
    const auto result =
        multiHead<double>(MatrixD::Zero(2, 6), MatrixD::Zero(3, 5), MatrixD::Zero(3, 4), parameters, {}, {});
    return result ? "no error" : sentence(result.error());
}

} // namespace

TEST(MultiHead, OneHeadIsPlainAttention) {
    MultiHeadParameters p = randomParameters();
    p.heads = 1;
    const MatrixD query = randomSequence(3, 6, 5);
    const MatrixD key = randomSequence(4, 5, 6);
    const MatrixD value = randomSequence(4, 4, 7);
    const auto result = multiHead<double>(query, key, value, p, parseMask("causal").value(), {});
    ASSERT_TRUE(result);
    Problem problem;
    problem.q = query * p.w_q.transpose();
    problem.k = key * p.w_k.transpose();
    problem.v = value * p.w_v.transpose();
    problem.mask.causal = true;
    const auto plain = attend<double>(problem, ScoreFunction::scaled_dot);
    ASSERT_TRUE(plain);
    EXPECT_TRUE(near(result->meanAlpha(), plain->alpha, 1e-12));
    EXPECT_TRUE(near(result->output, plain->context * p.w_o.transpose(), 1e-12));
}

TEST(MultiHead, WhatDoesNotFitIsSaid) {
    EXPECT_EQ(errorOf(randomParameters()), "no error");
    MultiHeadParameters p = randomParameters();
    p.heads = 4;
    EXPECT_EQ(errorOf(p), "6 columns cannot be split evenly into 4 heads");
    p.heads = 0;
    EXPECT_EQ(errorOf(p), "6 columns cannot be split evenly into 0 heads");
    p = randomParameters();
    p.w_v = MatrixD::Zero(6, 5);
    EXPECT_EQ(errorOf(p), "W_v is 6×5, but with d_q = 6 and d_k = 5 it has to be 6×4");
    p = randomParameters();
    p.b_o = VectorD::Zero(5);
    EXPECT_EQ(errorOf(p), "b_o is 5, but with d_q = 6 and d_k = 5 it has to be 6");
    const auto rows =
        multiHead<double>(MatrixD::Zero(2, 6), MatrixD::Zero(3, 5), MatrixD::Zero(2, 4), randomParameters(), {}, {});
    ASSERT_FALSE(rows);
    EXPECT_EQ(sentence(rows.error()), "K has 3 rows and V has 2, but every key needs its value");
}

TEST(MultiHead, HeadsOfAProblemAreColumnBlocks) {
    Problem problem;
    problem.q = randomSequence(3, 4, 1);
    problem.k = randomSequence(5, 4, 2);
    problem.v = randomSequence(5, 6, 3);
    problem.heads = 2;
    for (const ScoreFunction function : allScoreFunctions) {
        SCOPED_TRACE(nameOf(function));
        problem.parameters = withSeededScores({}, 2, 2, 3, 0);
        const auto layer = attendHeads(problem, function);
        ASSERT_TRUE(layer);
        const auto& heads = layer->heads;
        ASSERT_EQ(heads.size(), 2U);
        for (Index h = 0; h < 2; ++h) {
            const auto expected = attend<double>(problem.q.middleCols(2 * h, 2), problem.k.middleCols(2 * h, 2),
                                                 problem.v.middleCols(3 * h, 3), function, problem.parameters, {}, {});
            ASSERT_TRUE(expected);
            EXPECT_EQ(heads[static_cast<std::size_t>(h)].alpha, expected->alpha);
            EXPECT_EQ(heads[static_cast<std::size_t>(h)].context, expected->context);
        }
    }
    problem.heads = 3;
    const auto uneven = attendHeads(problem, ScoreFunction::dot);
    ASSERT_FALSE(uneven);
    EXPECT_EQ(sentence(uneven.error()), "4 columns cannot be split evenly into 3 heads");
}

TEST(MultiHead, GroupsMustDivide) {
    const std::vector<MatrixD> q(3, MatrixD::Zero(2, 2));
    const std::vector<MatrixD> k(2, MatrixD::Zero(2, 2));
    const auto result = groupedQuery<double>(q, k, k, ScoreFunction::dot, {}, {}, {});
    ASSERT_FALSE(result);
    EXPECT_EQ(sentence(result.error()), "3 query heads cannot share 2 key/value heads evenly");
    EXPECT_FALSE(groupedQuery<double>(q, {}, {}, ScoreFunction::dot, {}, {}, {}));
}
