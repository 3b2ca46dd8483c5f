#include "core/attention/explain.h"

#include <gtest/gtest.h>

#include <cmath>

using namespace heedmap;
using namespace heedmap::attention;

namespace {

struct ExplainedCase {
    NormalizerKind kind;
    double temperature;
};

Problem maskedProblem(const ExplainedCase& c) {
    RandomStream random(4);
    Problem problem;
    problem.q = normalMatrix(6, 5, random);
    problem.k = normalMatrix(7, 5, random);
    problem.v = normalMatrix(7, 3, random);
    problem.parameters = withSeededScores({}, 5, 5, 4, 9);
    problem.mask.padding = 5;
    problem.mask.custom = BoolMatrix::Ones(6, 7);
    problem.mask.custom.row(3).setZero();
    problem.normalizer = {c.kind, c.temperature};
    return problem;
}

// α by the formula that the explanation gives, from its numbers alone.
double alphaOf(const CellExplanation& cell) {
    const double tau = cell.normalizer.temperature;
    if (!cell.allowed || cell.emptyRow)
        return 0;
    switch (cell.normalizer.kind) {
    case NormalizerKind::softmax:
        return std::exp((cell.score - cell.rowMaximum) / tau) / cell.denominator;
    case NormalizerKind::sparsemax:
        return std::max(cell.score / tau - cell.threshold, 0.0);
    case NormalizerKind::entmax15:
        return std::pow(std::max(cell.score / tau / 2 - cell.threshold, 0.0), 2);
    case NormalizerKind::hardmax:
        break;
    }
    return cell.alpha;
}

class ExplainTest : public ::testing::TestWithParam<ExplainedCase> {};

} // namespace

TEST_P(ExplainTest, TheFormulaGivesTheWeight) {
    const Problem problem = maskedProblem(GetParam());
    const Projected projected = project(problem).value();
    for (const ScoreFunction function : allScoreFunctions) {
        const auto attention = attend<double>(problem, function).value();
        for (Index i = 0; i < 6; ++i) {
            for (Index j = 0; j < 7; ++j) {
                const CellExplanation cell =
                    explainCell(attention, projected, function, problem.parameters, problem.normalizer, {i, j});
                EXPECT_NEAR(alphaOf(cell), attention.alpha(i, j), 1e-12)
                    << nameOf(function) << " at (" << i << ", " << j << ")";
                EXPECT_NEAR(cell.terms.sum(), cell.score, 1e-12)
                    << nameOf(function) << " at (" << i << ", " << j << ")";
                EXPECT_EQ(cell.allowed, i != 3 && j < 5);
                EXPECT_EQ(cell.emptyRow, i == 3);
            }
        }
    }
}

INSTANTIATE_TEST_SUITE_P(
    Normalizers, ExplainTest,
    ::testing::Values(ExplainedCase{NormalizerKind::softmax, 1}, ExplainedCase{NormalizerKind::softmax, 0.25},
                      ExplainedCase{NormalizerKind::sparsemax, 1}, ExplainedCase{NormalizerKind::sparsemax, 3},
                      ExplainedCase{NormalizerKind::entmax15, 1}, ExplainedCase{NormalizerKind::entmax15, 0.5}));

namespace {

attention::Problem maskedProblem(NormalizerKind kind) {
    attention::Problem problem;
    problem.q = MatrixD{{1, 0}, {0, 1}};
    problem.k = MatrixD{{1, 0}, {0, 1}, {1, 1}, {3, 3}};
    problem.v = MatrixD::Ones(4, 1);
    problem.mask.custom = BoolMatrix::Ones(2, 4);
    problem.mask.custom(0, 3) = 0;
    problem.mask.custom.row(1).setZero();
    problem.normalizer = {kind, 0.5};
    return problem;
}

} // namespace

TEST(RowSteps, LeadFromScoresToWeights) {
    for (const NormalizerKind kind : allNormalizers) {
        SCOPED_TRACE(nameOf(kind));
        const attention::Problem problem = maskedProblem(kind);
        const auto attended = attend<double>(problem, ScoreFunction::dot).value();
        const RowSteps steps = rowSteps(attended, problem.normalizer, 0);
        EXPECT_EQ(steps.scores, VectorD({{1, 0, 1, 3}}));
        EXPECT_EQ(steps.masked(3), -std::numeric_limits<double>::infinity());
        EXPECT_EQ(steps.normalized(3), 0);
        for (Index j = 0; j < 4; ++j) {
            const double before = steps.normalized(j);
            const double weight = kind == NormalizerKind::sparsemax  ? std::max(before, 0.0)
                                  : kind == NormalizerKind::entmax15 ? std::pow(std::max(before, 0.0), 2)
                                                                     : before / steps.sum;
            EXPECT_NEAR(weight, steps.weights(j), 1e-12) << "key " << j;
        }
        const RowSteps empty = rowSteps(attended, problem.normalizer, 1);
        EXPECT_TRUE(empty.emptyRow);
        EXPECT_EQ(empty.weights.sum(), 0);
        EXPECT_EQ(empty.normalized.cwiseAbs().sum(), 0);
    }
}

TEST(AttendRow, IsThatRowOfTheWhole) {
    const attention::Problem problem = maskedProblem(NormalizerKind::softmax);
    const auto whole = attend<double>(problem, ScoreFunction::scaled_dot).value();
    const Projected projected{problem.q, problem.k, problem.v};
    const std::vector<std::uint8_t> allowed{1, 1, 1, 0};
    const auto row = attendRow(projected, 0, ScoreFunction::scaled_dot, {}, allowed, problem.normalizer);
    ASSERT_TRUE(row);
    EXPECT_EQ(row->alpha, whole.alpha.row(0));
    EXPECT_EQ(row->context, whole.context.row(0));
    const auto unmasked = attendRow(projected, 1, ScoreFunction::dot, {}, {}, problem.normalizer);
    ASSERT_TRUE(unmasked);
    EXPECT_EQ(unmasked->scores, (MatrixD{{0, 1, 1, 3}}));
    EXPECT_FALSE(attendRow({problem.q, MatrixD::Ones(2, 3), problem.v}, 0, ScoreFunction::dot, {}, {}, {}));
}

// Row by row the same as all rows at once, exactly and by what comes near softmax.
TEST(AttendRow, IsARowOfTheWhole) {
    const Problem problem = maskedProblem({NormalizerKind::softmax, 0.7});
    const Projected projected = project(problem).value();
    for (const char* const method : {"exact", "linear", "performer:24"}) {
        const Approximation approximation = parseApproximation(method).value();
        const auto whole =
            approximation.isExact()
                ? attend<double>(problem, ScoreFunction::scaled_dot)
                : attendApproximately<double>(projected.q, projected.k, projected.v, ScoreFunction::scaled_dot,
                                              problem.parameters, problem.mask, problem.normalizer, approximation);
        for (Index i = 0; i < 6; ++i) {
            std::vector<std::uint8_t> allowed;
            for (Index j = 0; j < 7; ++j)
                allowed.push_back(whole->allowed(i, j));
            const auto row = attendRow(projected, i, ScoreFunction::scaled_dot, problem.parameters, allowed,
                                       problem.normalizer, approximation);
            ASSERT_TRUE(row) << method;
            EXPECT_LT((row->alpha.row(0) - whole->alpha.row(i)).cwiseAbs().maxCoeff(), 1e-12) << method << ", " << i;
            EXPECT_LT((row->scores.row(0) - whole->scores.row(i)).cwiseAbs().maxCoeff(), 1e-12) << method << ", " << i;
        }
    }
    const auto refused = attendRow(projected, 0, ScoreFunction::additive, problem.parameters, {}, problem.normalizer,
                                   parseApproximation("linear").value());
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().kind, &approximationNeedsProduct);
}
