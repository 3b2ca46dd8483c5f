#include "core/analysis/ablation.h"

#include <gtest/gtest.h>

#include <cmath>

using namespace heedmap;
using namespace heedmap::analysis;

TEST(Ablation, TheRestIsRenormalised) {
    const MatrixD alpha{{0.5, 0.3, 0.2}};
    const MatrixD v{{1, 0}, {0, 1}, {2, 2}};
    const Ablation without = withoutWeight(alpha, v, {0, 0});
    EXPECT_EQ(without.weights(0), 0);
    EXPECT_NEAR(without.weights(1), 0.6, 1e-15);
    EXPECT_NEAR(without.weights(2), 0.4, 1e-15);
    EXPECT_NEAR(without.context(0), 0.8, 1e-15);
    EXPECT_NEAR(without.context(1), 1.4, 1e-15);
    // c = (0.9, 0.7), c' = (0.8, 1.4)
    EXPECT_NEAR(without.moved, std::sqrt(0.01 + 0.49), 1e-15);
    EXPECT_NEAR(without.relative, std::sqrt(0.5) / std::sqrt(0.81 + 0.49), 1e-15);
}

TEST(Ablation, AWeightOfZeroChangesNothing) {
    const MatrixD alpha{{0.25, 0, 0.75}};
    const MatrixD v{{1}, {100}, {3}};
    EXPECT_EQ(withoutWeight(alpha, v, {0, 1}).moved, 0);
}

TEST(Ablation, NothingRemainsOfASingleWeight) {
    const MatrixD alpha{{0, 1}};
    const MatrixD v{{5}, {-2}};
    const Ablation without = withoutWeight(alpha, v, {0, 1});
    EXPECT_EQ(without.context(0), 0);
    EXPECT_EQ(without.moved, 2);
    EXPECT_EQ(without.relative, 1);
    EXPECT_EQ(withoutWeight(MatrixD{{0, 0}}, v, {0, 0}).relative, 0) << "an empty row has no context to move";
}
