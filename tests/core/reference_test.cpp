// Attention as PyTorch and NumPy compute it in float64; in float32 the inputs themselves are rounded first.
#include "core/attention/attention.h"

#include "tests/support/core/case_file.h"
#include "tests/support/core/cases.h"
#include "tests/support/core/near.h"

#include <gtest/gtest.h>
#include <limits>

using namespace heedmap;
using namespace heedmap::attention;
using heedmap::test::CaseFile;

namespace {

template <class T>
class PyTorchReference : public testing::Test {
protected:
    // Weights are compared each with its own size; only what T has no normal number for may be 0.
    static testing::AssertionResult near(const Matrix<T>& weights, const MatrixD& expected) {
        constexpr double relative = heedmap::test::tolerance<T>;
        constexpr double smallest = std::numeric_limits<T>::min();
        return heedmap::test::near(weights, expected, relative, smallest / relative);
    }
    static testing::AssertionResult sumsNear(const Matrix<T>& sums, const MatrixD& expected) {
        return heedmap::test::sumsNear(sums, expected, heedmap::test::tolerance<T>);
    }
};

Problem crossProblem(const CaseFile& file) {
    Problem problem;
    problem.q = file.matrix("Q");
    problem.k = file.matrix("K");
    problem.v = file.matrix("V");
    return problem;
}

} // namespace

using Scalars = testing::Types<double, float>;
TYPED_TEST_SUITE(PyTorchReference, Scalars);

TYPED_TEST(PyTorchReference, ThreeKeys) {
    HEEDMAP_CASE(path, "reference/three_keys.npz");
    const CaseFile file(path);
    const auto result = attend<TypeParam>(crossProblem(file), ScoreFunction::scaled_dot);
    ASSERT_TRUE(result);
    EXPECT_TRUE(this->sumsNear(result->scores, file.matrix("scores_expected")));
    EXPECT_TRUE(this->near(result->alpha, file.matrix("alpha_expected")));
    EXPECT_TRUE(this->sumsNear(result->context, file.matrix("context_expected")));
}

TYPED_TEST(PyTorchReference, ScoreFunctions) {
    HEEDMAP_CASE(path, "reference/score_functions.npz");
    const CaseFile file(path);
    Problem problem = crossProblem(file);
    problem.parameters.w = file.matrix("W");
    problem.parameters.w_s = file.matrix("W_s");
    problem.parameters.w_h = file.matrix("W_h");
    problem.parameters.v = file.vector("v");
    problem.parameters.beta = file.vector("cosine_beta")(0);
    for (const ScoreFunction function : allScoreFunctions) {
        const std::string name(nameOf(function));
        SCOPED_TRACE(name);
        const auto result = attend<TypeParam>(problem, function);
        ASSERT_TRUE(result);
        EXPECT_TRUE(this->sumsNear(result->scores, file.matrix(name + "_scores_expected")));
        EXPECT_TRUE(this->near(result->alpha, file.matrix(name + "_alpha_expected")));
        EXPECT_TRUE(this->sumsNear(result->context, file.matrix(name + "_context_expected")));
    }
}

TYPED_TEST(PyTorchReference, UnequalSizes) {
    HEEDMAP_CASE(path, "reference/unequal_sizes.npz");
    const CaseFile file(path);
    Problem problem;
    problem.q = file.matrix("Q");
    problem.k = file.matrix("K");
    problem.v = MatrixD::Zero(problem.k.rows(), 1);
    problem.parameters.w = file.matrix("W");
    problem.parameters.w_s = file.matrix("W_s");
    problem.parameters.w_h = file.matrix("W_h");
    problem.parameters.v = file.vector("v");
    for (const ScoreFunction function : {ScoreFunction::general, ScoreFunction::additive}) {
        const std::string name(nameOf(function));
        SCOPED_TRACE(name);
        const auto result = attend<TypeParam>(problem, function);
        ASSERT_TRUE(result);
        EXPECT_TRUE(this->near(result->alpha, file.matrix(name + "_alpha_expected")));
    }
}

TYPED_TEST(PyTorchReference, Masks) {
    HEEDMAP_CASE(path, "reference/masks.npz");
    const CaseFile file(path);
    Problem problem = crossProblem(file);
    struct Row {
        const char* name;
        const char* mask;
        std::vector<Index> emptyRows;
    };
    for (const Row& row : {Row{"causal", "causal", {}}, Row{"padding5", "padding:5", {}},
                           Row{"window2", "window:2", {}}, Row{"causal_window2", "causal,window:2", {}},
                           Row{"global1", "window:1,global:1", {}}, Row{"empty_rows", "custom", {0, 1, 2}}}) {
        const std::string name = row.name;
        SCOPED_TRACE(name);
        const BoolMatrix allowed = file.mask(name + "_mask");
        problem.mask = {};
        if (row.mask == std::string("custom"))
            problem.mask.custom = allowed;
        else
            problem.mask = parseMask(row.mask).value();
        const auto result = attend<TypeParam>(problem, ScoreFunction::scaled_dot);
        ASSERT_TRUE(result);
        EXPECT_EQ(result->allowed, allowed);
        EXPECT_EQ(result->emptyRows, row.emptyRows);
        EXPECT_TRUE(this->sumsNear(result->scores, file.matrix("scores_expected")));
        EXPECT_TRUE(this->near(result->alpha, file.matrix(name + "_alpha_expected")));
        EXPECT_TRUE(this->sumsNear(result->context, file.matrix(name + "_context_expected")));
    }
}

TYPED_TEST(PyTorchReference, ExtremeScoresAndTemperatures) {
    HEEDMAP_CASE(path, "reference/extreme_scores.npz");
    const CaseFile file(path);
    const Matrix<TypeParam> scores = file.matrix("scores").template cast<TypeParam>();
    struct Row {
        double temperature;
        const char* expected;
    };
    for (const Row& row :
         {Row{1.0, "alpha_expected"}, Row{0.25, "tau_quarter_expected"}, Row{4.0, "tau_four_expected"}}) {
        SCOPED_TRACE(row.expected);
        const auto result = normalizeScores<TypeParam>(scores, {}, {NormalizerKind::softmax, row.temperature});
        ASSERT_TRUE(result);
        EXPECT_TRUE(this->near(result->alpha, file.matrix(row.expected)));
    }
}

TYPED_TEST(PyTorchReference, Normalizers) {
    HEEDMAP_CASE(path, "reference/normalizers.npz");
    const CaseFile file(path);
    const Matrix<TypeParam> scores = file.matrix("scores").template cast<TypeParam>();
    for (const NormalizerKind kind : allNormalizers) {
        SCOPED_TRACE(nameOf(kind));
        const auto result = normalizeScores<TypeParam>(scores, {}, {kind, 1.0});
        ASSERT_TRUE(result);
        EXPECT_TRUE(this->near(result->alpha, file.matrix(std::string(nameOf(kind)) + "_expected")));
    }
}
