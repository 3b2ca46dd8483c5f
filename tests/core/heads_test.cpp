// Heads of a problem: what PyTorch computes, through the problem that the window and the command line share.
#include "core/attention/multi_head.h"
#include "core/session/consistency.h"

#include "tests/support/core/case_file.h"
#include "tests/support/core/cases.h"
#include "tests/support/core/near.h"

#include <gtest/gtest.h>

using namespace heedmap;
using namespace heedmap::attention;
using heedmap::test::CaseFile;
using heedmap::test::near;
using heedmap::test::sumsNear;

namespace {

MatrixD randomHeads(Index rows, Index columns, std::uint64_t seed) {
    RandomStream random(seed);
    return normalMatrix(rows, columns, random);
}

Problem selfProblem(Index heads, Index keyValueHeads = 0) {
    Problem problem;
    problem.kind = ProblemKind::self;
    problem.x = randomHeads(5, 8, 1);
    problem.heads = heads;
    problem.keyValueHeads = keyValueHeads;
    problem.parameters.w_q = randomHeads(8, 8, 2);
    const Index groups = keyValueHeads > 0 ? keyValueHeads : heads;
    problem.parameters.w_k = randomHeads(8, 8 / heads * groups, 3);
    problem.parameters.w_v = randomHeads(8, 8 / heads * groups, 4);
    problem.parameters.w_o = randomHeads(8, 6, 5);
    return problem;
}

std::string errorOf(const Problem& problem) {
    const auto result = attendHeads(problem, ScoreFunction::scaled_dot);
    return result ? "no error" : sentence(result.error());
}

} // namespace

TEST(Heads, AreColumnsOfTheProjectionsAndGoSideBySideThroughWo) {
    Problem problem = selfProblem(2);
    Parameters& w = problem.parameters;
    w.b_q = randomHeads(8, 1, 6);
    w.b_k = randomHeads(8, 1, 7);
    w.b_v = randomHeads(8, 1, 8);
    w.b_o = randomHeads(6, 1, 9);
    problem.mask.causal = true;
    const auto heads = attendHeads(problem, ScoreFunction::scaled_dot);
    ASSERT_TRUE(heads) << sentence(heads.error());
    const auto linear = [&](const MatrixD& weights, const VectorD& bias, Index head) -> MatrixD {
        const MatrixD all = problem.x * weights + bias.transpose().replicate(5, 1);
        return all.middleCols(4 * head, 4);
    };
    MatrixD output = w.b_o.transpose().replicate(5, 1);
    for (Index h = 0; h < 2; ++h) {
        const auto plain = attend<double>(linear(w.w_q, w.b_q, h), linear(w.w_k, w.b_k, h), linear(w.w_v, w.b_v, h),
                                          ScoreFunction::scaled_dot, {}, problem.mask, {});
        ASSERT_TRUE(plain);
        EXPECT_TRUE(near(heads->heads[static_cast<std::size_t>(h)].alpha, plain->alpha, 1e-12));
        output += plain->context * w.w_o.middleRows(4 * h, 4);
    }
    EXPECT_TRUE(sumsNear(heads->output, output, 1e-12));
}

TEST(Heads, OneHeadIsPlainAttention) {
    Problem problem = selfProblem(1);
    problem.parameters.w_o.resize(0, 0);
    const auto heads = attendHeads(problem, ScoreFunction::dot);
    const auto plain = attend<double>(problem, ScoreFunction::dot);
    ASSERT_TRUE(heads && plain);
    ASSERT_EQ(heads->heads.size(), 1U);
    EXPECT_EQ(heads->heads.front().alpha, plain->alpha);
    EXPECT_EQ(heads->output, plain->context);
}

TEST(Heads, GroupsShareKeysAndValues) {
    const Problem problem = selfProblem(4, 2);
    const auto projected = project(problem);
    ASSERT_TRUE(projected);
    for (Index h = 0; h < 4; ++h) {
        const auto head = headOf(*projected, 4, 2, h);
        ASSERT_TRUE(head);
        EXPECT_EQ(head->q, projected->q.middleCols(2 * h, 2));
        EXPECT_EQ(head->k, projected->k.middleCols(h / 2 * 2, 2)) << "head " << h;
        EXPECT_EQ(head->v, projected->v.middleCols(h / 2 * 2, 2)) << "head " << h;
    }
    const files::ProblemSizes sizes = files::sizesOf(problem);
    EXPECT_EQ(sizes.queryDimension, 2);
    EXPECT_EQ(sizes.keyDimension, 2);
    EXPECT_EQ(sizes.valueDimension, 2);
    EXPECT_EQ(errorOf(problem), "no error");
}

TEST(Heads, WhatDoesNotFitIsSaid) {
    Problem problem = selfProblem(2);
    problem.heads = 3;
    EXPECT_EQ(errorOf(problem), "8 columns cannot be split evenly into 3 heads");
    problem = selfProblem(4, 2);
    problem.keyValueHeads = 3;
    EXPECT_EQ(errorOf(problem), "4 query heads cannot share 3 key/value heads evenly");
    problem = selfProblem(2);
    problem.parameters.w_o = MatrixD::Zero(6, 6);
    EXPECT_EQ(errorOf(problem), "W_o has 6 rows, but c has 8 columns");
    problem = selfProblem(2);
    problem.parameters.b_k = VectorD::Zero(3);
    EXPECT_EQ(errorOf(problem), "b_k has 3 numbers, but K has 8 columns");
    problem = selfProblem(2);
    problem.parameters.b_o = VectorD::Zero(3);
    EXPECT_EQ(errorOf(problem), "b_o has 3 numbers, but W_o has 6 columns");
    problem.kind = ProblemKind::cross;
    problem.q = problem.k = problem.v = MatrixD::Zero(2, 6);
    problem.projectsCross = true;
    EXPECT_EQ(errorOf(problem), "W_q has 8 rows, but Q has 6 columns");
}

TEST(Heads, CrossIsProjectedOnlyWhereItSaysSo) {
    Problem problem = selfProblem(2);
    problem.kind = ProblemKind::cross;
    problem.q = randomHeads(3, 8, 11);
    problem.k = randomHeads(4, 8, 12);
    problem.v = randomHeads(4, 8, 13);
    EXPECT_EQ(project(problem)->q, problem.q);
    problem.projectsCross = true;
    EXPECT_TRUE(near(project(problem)->q, problem.q * problem.parameters.w_q, 1e-12));
    EXPECT_TRUE(near(project(problem)->v, problem.v * problem.parameters.w_v, 1e-12));
}

TEST(Heads, PanelsAndParametersFollow) {
    files::Session session;
    session.problem = selfProblem(4);
    session.panels = {{.score = ScoreFunction::general, .head = 3}, {.score = ScoreFunction::general}};
    files::Session before = session;
    files::makeConsistent(session, before);
    EXPECT_EQ(session.panels.front().head, 3);
    EXPECT_EQ(session.problem.parameters.w.rows(), 2) << "W is that of one head";
    before = session;
    session.problem.heads = 2;
    const auto told = files::makeConsistent(session, before);
    EXPECT_EQ(session.panels.front().head, std::nullopt);
    EXPECT_EQ(session.problem.parameters.w.rows(), 4);
    before = session;
    session.problem.parameters.w_v = randomHeads(8, 10, 1);
    session.problem.parameters.b_v = VectorD::Ones(8);
    std::string all;
    for (const files::Adaptation& adaptation : files::makeConsistent(session, before))
        all += files::sentence(adaptation);
    EXPECT_EQ(all, "W_O is now 10×6, as the heads side by side have 10 columns (what is new in it is the identity).");
    EXPECT_EQ(session.problem.parameters.b_v.size(), 10);
    EXPECT_EQ(session.problem.parameters.b_v(9), 0);
}
