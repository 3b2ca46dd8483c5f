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

TEST(Ablation, TheAngleIsBetweenTheContexts) {
    EXPECT_NEAR(angleBetween(VectorD{{1, 0}}, VectorD{{0, 2}}), 90, 1e-13);
    EXPECT_NEAR(angleBetween(VectorD{{1, 0}}, VectorD{{-3, 0}}), 180, 1e-13);
    EXPECT_NEAR(angleBetween(VectorD{{1, 0}}, VectorD{{1, 1e-12}}), 1e-12 * 180 / M_PI, 1e-20);
    EXPECT_EQ(angleBetween(VectorD{{1, 0}}, VectorD{{0, 0}}), 0);
    EXPECT_NEAR(withoutWeight(MatrixD{{0.5, 0.5}}, MatrixD{{1, 0}, {0, 1}}, {0, 0}).angle, 45, 1e-13);
}

TEST(WhatIf, OneWeightIsTheSameAsWithoutWeight) {
    const MatrixD alpha{{0.5, 0.3, 0.2}, {0.1, 0.1, 0.8}};
    const MatrixD v{{1, 0}, {0, 1}, {2, 2}};
    BoolMatrix zeroed = nothingZeroed(2, 3);
    zero(zeroed, Cell{0, 0});
    const WhatIf result = whatIf(alpha, v, zeroed, Remainder::renormalised);
    const Ablation one = withoutWeight(alpha, v, {0, 0});
    EXPECT_EQ(result.alpha.row(0).transpose(), one.weights);
    EXPECT_EQ(result.moved(0), one.moved);
    EXPECT_EQ(result.relative(0), one.relative);
    EXPECT_EQ(result.angle(0), one.angle);
    EXPECT_EQ(result.alpha.row(1), alpha.row(1)) << "rows in which nothing is zeroed stay";
    EXPECT_EQ(result.moved(1), 0);
    EXPECT_EQ(result.angle(1), 0);
}

TEST(WhatIf, AColumnASelectionAndTheRest) {
    const MatrixD alpha{{0.5, 0.25, 0.25}, {0.25, 0.25, 0.5}};
    const MatrixD v{{1}, {2}, {4}};
    BoolMatrix column = nothingZeroed(2, 3);
    zero(column, Rows{0, 2}, Columns{0, 1});
    const WhatIf kept = whatIf(alpha, v, column, Remainder::kept);
    EXPECT_EQ(kept.alpha, (MatrixD{{0, 0.25, 0.25}, {0, 0.25, 0.5}}));
    EXPECT_EQ(kept.context, (MatrixD{{1.5}, {2.5}}));
    EXPECT_EQ(kept.moved, (VectorD{{0.5, 0.25}}));
    const WhatIf stretched = whatIf(alpha, v, column, Remainder::renormalised);
    EXPECT_NEAR(stretched.alpha.row(1).sum(), 1, 1e-15);
    EXPECT_NEAR(stretched.alpha(1, 2), 2.0 / 3, 1e-15);
    BoolMatrix all = nothingZeroed(2, 3);
    zero(all, Rows{1, 2}, Columns{0, 3});
    const WhatIf nothing = whatIf(alpha, v, all, Remainder::renormalised);
    EXPECT_TRUE(nothing.alpha.row(1).isZero(0) && nothing.context.row(1).isZero(0));
    EXPECT_EQ(nothing.relative(1), 1);
}

TEST(WhatIf, OfNothing) {
    const WhatIf none = whatIf(MatrixD(0, 3), MatrixD(3, 2), nothingZeroed(0, 3), Remainder::kept);
    EXPECT_EQ(none.context.rows(), 0);
    EXPECT_EQ(none.context.cols(), 2);
}

TEST(WithoutHeads, IsMultiHeadAttentionWithThatPartOfWoZero) {
    attention::RandomStream random(3);
    attention::Problem problem;
    problem.kind = attention::ProblemKind::self;
    problem.heads = 3;
    attention::Parameters& parameters = problem.parameters;
    for (MatrixD* const w : {&parameters.w_q, &parameters.w_k, &parameters.w_v, &parameters.w_o})
        *w = attention::normalMatrix(6, 6, random);
    parameters.b_o = VectorD{{1, 2, 3, 4, 5, 6}};
    problem.x = attention::normalMatrix(4, 6, random);
    const auto layer = [&] {
        return attention::attendHeads(problem, attention::ScoreFunction::scaled_dot).value();
    };
    const attention::MultiHeadResult result = layer();
    const HeadAblation without = withoutHeads(result, parameters.w_o, {1, 1});
    EXPECT_EQ(withoutHeads(result, parameters.w_o, {}).output, result.output);
    parameters.w_o.middleRows(2, 2).setZero();
    const MatrixD expected = layer().output;
    EXPECT_LT((without.output - expected).cwiseAbs().maxCoeff(), 1e-13);
    EXPECT_NEAR(without.moved(2), (expected - result.output).row(2).norm(), 1e-13);
    parameters.w_o.resize(0, 0);
    const HeadAblation plain = withoutHeads(layer(), parameters.w_o, {2});
    EXPECT_TRUE(plain.output.rightCols(2).isApprox(parameters.b_o.tail(2).transpose().replicate(4, 1), 1e-13));
}
