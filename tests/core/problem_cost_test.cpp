#include "core/session/problem_cost.h"

#include <gtest/gtest.h>

using namespace heedmap;
using namespace heedmap::files;
using analysis::CostSizes;
using analysis::Method;

namespace {

Session crossSession(Index queries, Index keys, Index width) {
    Session session;
    session.problem.q = MatrixD::Ones(queries, width);
    session.problem.k = MatrixD::Ones(keys, width);
    session.problem.v = MatrixD::Ones(keys, 3);
    session.panels = {{.score = attention::ScoreFunction::scaled_dot}};
    return session;
}

} // namespace

TEST(ProblemCost, IsThatOfOneLayer) {
    Session session = crossSession(4, 6, 8);
    session.problem.mask.window = 2;
    CostSizes others;
    others.bytes = 2;
    const CostSizes sizes = *costSizesOf(session, others);
    EXPECT_EQ(sizes.queries, 4);
    EXPECT_EQ(sizes.keys, 6);
    EXPECT_EQ(sizes.keySize, 8);
    EXPECT_EQ(sizes.valueSize, 3);
    EXPECT_EQ(sizes.model, 8);
    EXPECT_EQ(sizes.layers, 1);
    EXPECT_EQ(sizes.feedForward, 0);
    EXPECT_EQ(sizes.window, 2);
    EXPECT_EQ(sizes.bytes, 2) << "the problem does not say";
    const analysis::LayerCost cost = layerCost(sizes, costMethodOf(session));
    EXPECT_EQ(cost.scores.exact(), 4U * 6 * 8);
    EXPECT_EQ(cost.context.exact(), 4U * 6 * 3);
}

TEST(ProblemCost, HasHeadsThatAreShared) {
    Session session;
    session.problem.kind = attention::ProblemKind::self;
    session.problem.x = MatrixD::Ones(5, 12);
    session.problem.parameters.w_k = MatrixD::Ones(12, 6);
    session.problem.parameters.w_v = MatrixD::Ones(12, 6);
    session.problem.heads = 4;
    session.problem.keyValueHeads = 2;
    const CostSizes sizes = *costSizesOf(session, {});
    EXPECT_EQ(sizes.heads, 4);
    EXPECT_EQ(sizes.keyValueHeads, 2);
    EXPECT_EQ(sizes.keySize, 3);
    EXPECT_EQ(sizes.model, 12);
    EXPECT_TRUE(sizes.isOneSequence());
}

TEST(ProblemCost, KnowsTheMethod) {
    Session session = crossSession(4, 4, 8);
    EXPECT_EQ(costMethodOf(session), Method::full);
    session.problem.approximation = {attention::ApproximationKind::performer, 32, 0};
    EXPECT_EQ(costMethodOf(session), Method::performer);
    EXPECT_EQ(costSizesOf(session, {})->features, 32);
    session.problem.approximation = {attention::ApproximationKind::linear, 0, 0};
    EXPECT_EQ(costMethodOf(session), Method::linear);
    EXPECT_EQ(costSizesOf(session, {})->features, 8);
}

TEST(ProblemCost, OfAFileOnlyTheLengthsAreKnown) {
    Session session;
    session.matrices.push_back({"attn[0,1]", "", makeTensor(Shape{3, 7}, std::vector<double>(21, 1.0 / 7))});
    session.panels = {{.matrix = 0}};
    const CostSizes sizes = *costSizesOf(session, {});
    EXPECT_EQ(sizes.queries, 3);
    EXPECT_EQ(sizes.keys, 7);
    EXPECT_EQ(sizes.model, CostSizes().model);
}

TEST(ProblemCost, OfNothingIsNone) {
    EXPECT_FALSE(costSizesOf(Session(), {}));
}
