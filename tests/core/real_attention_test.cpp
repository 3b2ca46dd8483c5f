// Attention of trained models, dumped as float32: computed again from their Q and K, or from their scores, it has to be
// what they computed.
#include "core/attention/attention.h"

#include "tests/support/core/case_file.h"
#include "tests/support/core/cases.h"

#include <cmath>
#include <gtest/gtest.h>

using namespace heedmap;
using namespace heedmap::attention;
using heedmap::test::CaseFile;

namespace {

testing::AssertionResult weightsNear(const MatrixD& actual, const MatrixD& expected) {
    constexpr double precision = 1e-6;
    for (Index i = 0; i < expected.rows(); ++i)
        for (Index j = 0; j < expected.cols(); ++j)
            if (!(std::abs(actual(i, j) - expected(i, j)) <= precision))
                return testing::AssertionFailure()
                       << "(" << i << ", " << j << ") is " << actual(i, j) << ", expected " << expected(i, j);
    return testing::AssertionSuccess();
}

// Calls check(layer, head) for every one of the tensor's.
template <class Check>
void forEveryHead(const CaseFile& file, const std::string& name, const Check& check) {
    const Shape shape = file.tensor(name).shape();
    ASSERT_EQ(shape.rank(), 4);
    for (Index layer = 0; layer < shape[0]; ++layer)
        for (Index head = 0; head < shape[1]; ++head) {
            SCOPED_TRACE(name + " of layer " + std::to_string(layer) + ", head " + std::to_string(head));
            check(layer, head);
        }
}

struct Names {
    std::string q, k, v, alpha;
};

void expectFromQueriesAndKeys(const std::string& path, const Names& names, const MaskSpec& mask) {
    const CaseFile file(path);
    forEveryHead(file, names.alpha, [&](Index layer, Index head) {
        Problem problem;
        problem.q = file.matrix(names.q, layer, head);
        problem.k = file.matrix(names.k, layer, head);
        problem.v = file.matrix(names.v, layer, head);
        problem.mask = mask;
        const auto result = attend<double>(problem, ScoreFunction::scaled_dot);
        ASSERT_TRUE(result);
        EXPECT_TRUE(weightsNear(result->alpha, file.matrix(names.alpha, layer, head)));
    });
}

void expectFromScores(const std::string& path, const std::string& scores, const std::string& alpha) {
    const CaseFile file(path);
    forEveryHead(file, alpha, [&](Index layer, Index head) {
        const auto result = normalizeScores<double>(file.matrix(scores, layer, head), {}, {});
        ASSERT_TRUE(result);
        EXPECT_TRUE(weightsNear(result->alpha, file.matrix(alpha, layer, head)));
    });
}

} // namespace

TEST(RealAttention, NanoSortFromQueriesAndKeys) {
    HEEDMAP_CASE(path, "attention/nano_sort/nano_partials.npz");
    expectFromQueriesAndKeys(path, {"q", "k", "v", "attSm"}, parseMask("causal").value());
}

TEST(RealAttention, NanoSortFromScoresWithMinusInfinity) {
    HEEDMAP_CASE(path, "attention/nano_sort/nano_partials.npz");
    expectFromScores(path, "att", "attSm");
}

TEST(RealAttention, LettersFromQueriesAndKeys) {
    HEEDMAP_CASE(path, "attention/letters/atzmon.npz");
    expectFromQueriesAndKeys(path, {"cross_q", "cross_k", "cross_v", "cross_attention"}, {});
    expectFromQueriesAndKeys(path, {"encoder_q", "encoder_k", "encoder_v", "encoder_self_attention"}, {});
}

TEST(RealAttention, LettersFromScores) {
    HEEDMAP_CASE(path, "attention/letters/atzmon.npz");
    expectFromScores(path, "cross_scores", "cross_attention");
}

TEST(RealAttention, Gpt2FromMaskedScores) {
    HEEDMAP_CASE(folder, "attention/gpt2");
    for (const char* name : {"/ex0.npz", "/ex1.npz"}) {
        SCOPED_TRACE(name);
        expectFromScores(folder + name, "attn_masked", "attn_softmax");
    }
}

TEST(RealAttention, Gpt2FromScaledScoresAndACausalMask) {
    HEEDMAP_CASE(path, "attention/gpt2/ex0.npz");
    const CaseFile file(path);
    const MaskSpec causal = parseMask("causal").value();
    forEveryHead(file, "attn_softmax", [&](Index layer, Index head) {
        const auto result = normalizeScores<double>(file.matrix("attn_scaled", layer, head), causal, {});
        ASSERT_TRUE(result);
        EXPECT_TRUE(weightsNear(result->alpha, file.matrix("attn_softmax", layer, head)));
    });
}
