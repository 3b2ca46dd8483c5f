#include "core/attention/explain.h"

#include <gtest/gtest.h>

#include <cmath>

using namespace heedmap;
using namespace heedmap::attention;

namespace {

struct Case {
    NormalizerKind kind;
    double temperature;
};

Problem maskedProblem(const Case& c) {
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

class ExplainTest : public ::testing::TestWithParam<Case> {};

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

INSTANTIATE_TEST_SUITE_P(Normalizers, ExplainTest,
                         ::testing::Values(Case{NormalizerKind::softmax, 1}, Case{NormalizerKind::softmax, 0.25},
                                           Case{NormalizerKind::sparsemax, 1}, Case{NormalizerKind::sparsemax, 3},
                                           Case{NormalizerKind::entmax15, 1}, Case{NormalizerKind::entmax15, 0.5}));
