// Attention as PyTorch and NumPy compute it in float64; in float32 the inputs themselves are rounded first.
#include "core/attention/multi_head.h"

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

MultiHeadParameters multiHeadParametersOf(const CaseFile& file, bool ownKeySize) {
    MultiHeadParameters p;
    if (ownKeySize) {
        p.w_q = file.matrix("parameter.q_proj_weight");
        p.w_k = file.matrix("parameter.k_proj_weight");
        p.w_v = file.matrix("parameter.v_proj_weight");
    } else {
        const MatrixD all = file.matrix("parameter.in_proj_weight");
        const Index embedding = all.cols();
        p.w_q = all.topRows(embedding);
        p.w_k = all.middleRows(embedding, embedding);
        p.w_v = all.bottomRows(embedding);
    }
    const VectorD bias = file.vector("parameter.in_proj_bias");
    const Index embedding = bias.size() / 3;
    p.b_q = bias.head(embedding);
    p.b_k = bias.segment(embedding, embedding);
    p.b_v = bias.tail(embedding);
    p.w_o = file.matrix("parameter.out_proj.weight");
    p.b_o = file.vector("parameter.out_proj.bias");
    p.heads = 3;
    return p;
}

// What PyTorch forbids (1 = not allowed), as a mask of what is allowed.
MaskSpec maskOf(const CaseFile& file, Index batch, bool padding, bool causal) {
    const BoolMatrix forbidden = file.mask("attn_mask");
    const BoolMatrix padded = file.mask("key_padding_mask");
    MaskSpec mask;
    mask.causal = causal;
    if (padding)
        mask.padding = padded.cols() - padded.row(batch).cast<Index>().sum();
    const BoolMatrix allowed = buildMask(mask, forbidden.rows(), forbidden.cols()).value();
    for (Index i = 0; i < allowed.rows(); ++i)
        for (Index j = 0; j < allowed.cols(); ++j)
            EXPECT_EQ(allowed(i, j) != 0, !(causal && forbidden(i, j) != 0) && !(padding && padded(batch, j) != 0));
    return mask;
}

MatrixD rowsOfBatch(const CaseFile& file, const std::string& name, Index batch) {
    return toMatrixD(file.tensor(name).slice(0, batch).view);
}

struct MultiHeadCase {
    const char* tag;
    bool padding, causal;
};
constexpr std::array multiHeadCases{MultiHeadCase{"plain", false, false}, MultiHeadCase{"padding", true, false},
                                    MultiHeadCase{"causal", false, true}, MultiHeadCase{"both", true, true}};

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

TYPED_TEST(PyTorchReference, MultiHead) {
    HEEDMAP_CASE(folder, "reference");
    for (const std::string name : {"self", "cross", "cross_kdim"}) {
        const CaseFile file(folder + "/multihead_" + name + ".npz");
        const MultiHeadParameters parameters = multiHeadParametersOf(file, name == "cross_kdim");
        for (const MultiHeadCase& c : multiHeadCases)
            for (Index batch = 0; batch < 2; ++batch) {
                const std::string tag = c.tag;
                SCOPED_TRACE(name + " " + tag + " batch " + std::to_string(batch));
                const auto input = [&](const char* which) -> Matrix<TypeParam> {
                    return rowsOfBatch(file, which, batch).template cast<TypeParam>();
                };
                const auto result = multiHead<TypeParam>(input("query"), input("key"), input("value"), parameters,
                                                         maskOf(file, batch, c.padding, c.causal), {});
                ASSERT_TRUE(result);
                for (Index h = 0; h < 3; ++h)
                    EXPECT_TRUE(this->near(result->heads[static_cast<std::size_t>(h)].alpha,
                                           file.matrix(tag + "_weights_expected", batch, h)));
                EXPECT_TRUE(this->near(result->meanAlpha(), rowsOfBatch(file, tag + "_mean_weights_expected", batch)));
                EXPECT_TRUE(this->sumsNear(result->output, rowsOfBatch(file, tag + "_output_expected", batch)));
            }
    }
}

TYPED_TEST(PyTorchReference, GroupedQueries) {
    HEEDMAP_CASE(path, "reference/grouped_query.npz");
    const CaseFile file(path);
    const auto matrices = [&](const char* name) {
        std::vector<Matrix<TypeParam>> all;
        for (Index h = 0; h < file.tensor(name).shape()[0]; ++h)
            all.push_back(rowsOfBatch(file, name, h).template cast<TypeParam>());
        return all;
    };
    MaskSpec causal;
    causal.causal = true;
    const auto result =
        groupedQuery<TypeParam>(matrices("Q"), matrices("K"), matrices("V"), ScoreFunction::scaled_dot, {}, causal, {});
    ASSERT_TRUE(result);
    ASSERT_EQ(result->size(), 4U);
    for (Index h = 0; h < 4; ++h) {
        const auto& head = (*result)[static_cast<std::size_t>(h)];
        EXPECT_TRUE(this->near(head.alpha, rowsOfBatch(file, "alpha_expected", h))) << "head " << h;
        EXPECT_TRUE(this->sumsNear(head.context, rowsOfBatch(file, "context_expected", h))) << "head " << h;
    }
}
