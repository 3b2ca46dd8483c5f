#include "core/attention/attention_alpha.h"

#include <gtest/gtest.h>

#include <cmath>

using namespace heedmap;
using namespace heedmap::attention;

TEST(AttentionAlpha, GivesTheSameTilesAsACopy) {
    auto attention = std::make_shared<Attention<double>>();
    attention->alpha = MatrixD::Random(5, 7).cwiseAbs();
    attention->alpha(2, 3) = std::nan("");
    attention->allowed = BoolMatrix::Ones(5, 7);
    attention->allowed(1, 1) = 0;
    attention->alpha(1, 1) = 0;
    const AttentionAlpha source(attention);
    const DenseAlpha copy(attention->alpha, attention->allowed);
    std::vector<float> values(12), expectedValues(12);
    std::vector<Mark> marks(12), expectedMarks(12);
    source.tile({1, 4}, {1, 5}, values, marks);
    copy.tile({1, 4}, {1, 5}, expectedValues, expectedMarks);
    EXPECT_EQ(values, expectedValues);
    EXPECT_EQ(marks, expectedMarks);
    EXPECT_EQ(source.mark({1, 1}), Mark::masked);
    EXPECT_EQ(source.mark({2, 3}), Mark::nan);
    EXPECT_EQ(source.value({0, 0}), attention->alpha(0, 0));
}
