#include "core/attention/multi_head.h"

#include <gtest/gtest.h>

using namespace heedmap;
using namespace heedmap::attention;

namespace {

MatrixD randomSequence(Index rows, Index columns, std::uint64_t seed) {
    RandomStream random(seed);
    return normalMatrix(rows, columns, random);
}

} // namespace

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
