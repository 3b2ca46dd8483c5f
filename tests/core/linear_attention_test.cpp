#include "core/analysis/divergence.h"
#include "core/attention/linear.h"
#include "tests/support/core/case_file.h"
#include "tests/support/core/cases.h"
#include "tests/support/core/near.h"

#include <gtest/gtest.h>

#include <limits>

using namespace heedmap;
using namespace heedmap::attention;
using namespace heedmap::test;

namespace {

const Approximation linear = parseApproximation("linear").value();

Approximation performer(Index features, std::uint64_t seed = 0) {
    return {ApproximationKind::performer, features, seed};
}

MatrixD normalNumbers(Index rows, Index columns, std::uint64_t seed) {
    RandomStream random(seed);
    return normalMatrix(rows, columns, random);
}

struct SequenceInputs {
    MatrixD q, k, v;
};

SequenceInputs inputs(Index n, Index d, double size = 1) {
    return {size * normalNumbers(n, d, 1), size * normalNumbers(n, d, 2), normalNumbers(n, d, 3)};
}

Attention<double> approximate(const SequenceInputs& in, const Approximation& how, const std::string& mask = "none",
                              ScoreFunction function = ScoreFunction::scaled_dot) {
    return attendApproximately<double>(in.q, in.k, in.v, function, {}, parseMask(mask).value(), {}, how).value();
}

Attention<double> exact(const SequenceInputs& in) {
    return attend<double>(in.q, in.k, in.v, ScoreFunction::scaled_dot, {}, {}, {}).value();
}

double totalVariation(const Attention<double>& a, const Attention<double>& b) {
    return analysis::compare(DenseAlpha(a.alpha), DenseAlpha(b.alpha)).totalVariation.value();
}

} // namespace

TEST(LinearAttention, IsThatOfTheReference) {
    HEEDMAP_CASE(path, "reference/linear_attention.npz");
    const CaseFile file(path);
    const SequenceInputs in{file.matrix("Q"), file.matrix("K"), file.matrix("V")};
    for (const std::string tag : {"full", "causal"}) {
        const auto found = approximate(in, linear, tag == "full" ? "none" : tag, ScoreFunction::dot);
        EXPECT_TRUE(near(found.alpha, file.matrix(tag + "_alpha_expected"), 1e-13)) << tag;
        EXPECT_TRUE(sumsNear(found.context, file.matrix(tag + "_context_expected"), 1e-13)) << tag;
    }
}

TEST(LinearAttention, TheContextIsThatOfTheImpliedWeights) {
    const SequenceInputs in = inputs(23, 6);
    for (const Approximation& how : {linear, performer(40)}) {
        for (const char* const mask : {"none", "causal", "padding:9", "causal,padding:9", "window:3",
                                       "causal,dilated:2,3,global:1", "random:4", "padding:0"}) {
            const auto found = approximate(in, how, mask);
            EXPECT_TRUE(sumsNear(found.context, found.alpha * in.v, 1e-12)) << how.text() << " " << mask;
            for (Index i = 0; i < 23; ++i) {
                const bool empty = std::binary_search(found.emptyRows.begin(), found.emptyRows.end(), i);
                EXPECT_NEAR(found.alpha.row(i).sum(), empty ? 0 : 1, 1e-12) << how.text() << " " << mask << " " << i;
            }
        }
    }
}

TEST(LinearAttention, EverySizeIsAllowed) {
    for (const Approximation& how : {linear, performer(3)}) {
        for (const Index n : {0, 1, 2}) {
            for (const Index d : {1, 5}) {
                const auto found = approximate(inputs(n, d), how, "causal");
                EXPECT_EQ(found.alpha.rows(), n);
                EXPECT_EQ(found.context.cols(), d);
                if (n > 0) {
                    EXPECT_NEAR(found.alpha(0, 0), 1, 1e-15) << how.text();
                }
            }
        }
        const SequenceInputs cross{normalNumbers(3, 4, 1), normalNumbers(5, 4, 2), normalNumbers(5, 2, 3)};
        EXPECT_EQ(approximate(cross, how, "causal").context.rows(), 3);
        const SequenceInputs noKeys{normalNumbers(3, 4, 1), MatrixD(0, 4), MatrixD(0, 2)};
        EXPECT_EQ(approximate(noKeys, how).context, MatrixD::Zero(3, 2));
    }
}

TEST(Performer, ComesNearerWithMoreFeatures) {
    const SequenceInputs in = inputs(32, 16, 0.5); // the variance grows with exp(‖q + k‖²)
    const auto softmax = exact(in);
    double last = std::numeric_limits<double>::infinity();
    for (const Index features : {16, 128, 1024}) {
        double error = 0;
        for (std::uint64_t seed = 0; seed < 3; ++seed)
            error += totalVariation(approximate(in, performer(features, seed)), softmax) / 3;
        EXPECT_LT(error, last * 0.5) << features << " features: an eightfold number about divides it by √8";
        last = error;
    }
    EXPECT_LT(last, 0.03);
}

TEST(Performer, GoesWithEveryScoreThatIsAProduct) {
    const SequenceInputs in = inputs(16, 8, 0.3);
    Parameters parameters;
    parameters.beta = 1;
    parameters.w = 0.5 * normalNumbers(8, 8, 9);
    for (const ScoreFunction function :
         {ScoreFunction::dot, ScoreFunction::scaled_dot, ScoreFunction::general, ScoreFunction::cosine}) {
        for (const double temperature : {0.6, 2.5}) {
            const Normalizer softmax{NormalizerKind::softmax, temperature};
            const auto near =
                attendApproximately<double>(in.q, in.k, in.v, function, parameters, {}, softmax, performer(4096))
                    .value();
            const auto right = attend<double>(in.q, in.k, in.v, function, parameters, {}, softmax).value();
            // An estimate's relative variance is about exp(‖q + k‖²)/m: at the low temperature several percent.
            EXPECT_LT(totalVariation(near, right), 0.06) << nameOf(function) << " " << temperature;
        }
    }
}

TEST(Performer, ImpliesScoresOfTheRightSize) {
    const SequenceInputs in = inputs(20, 8, 0.3);
    const auto near = approximate(in, performer(4096));
    const auto right = exact(in);
    EXPECT_LT((near.scores - right.scores).cwiseAbs().maxCoeff(), 0.1);
}

TEST(Performer, OrthogonalFeaturesAreTheSameForOneSeed) {
    const SequenceInputs in = inputs(10, 8);
    EXPECT_EQ(approximate(in, performer(32, 5)).alpha, approximate(in, performer(32, 5)).alpha);
    EXPECT_NE(approximate(in, performer(32, 5)).alpha, approximate(in, performer(32, 6)).alpha);
    EXPECT_EQ(Approximation{ApproximationKind::performer}.featuresFor(64), 267) << "⌈64 ln 64⌉";
    EXPECT_EQ(Approximation{ApproximationKind::performer}.featuresFor(1), 16);
}

TEST(Performer, LargeScoresDoNotOverflow) {
    const auto found = approximate(inputs(12, 8, 30), performer(64));
    EXPECT_TRUE(found.alpha.allFinite());
    EXPECT_TRUE(found.context.allFinite());
}

TEST(Approximation, WhatDoesNotGoIsSaid) {
    const SequenceInputs in = inputs(3, 4);
    const auto sentenceOf = [&](ScoreFunction function, NormalizerKind kind, const Approximation& how) {
        const auto result = attendApproximately<double>(in.q, in.k, in.v, function, {}, {}, {kind, 1}, how);
        return result ? std::string() : sentence(result.error());
    };
    EXPECT_EQ(sentenceOf(ScoreFunction::additive, NormalizerKind::softmax, linear),
              "linear attention needs a score that is a product (dot, general, scaled or cosine), not additive");
    EXPECT_EQ(sentenceOf(ScoreFunction::dot, NormalizerKind::sparsemax, performer(8)),
              "performer attention comes near softmax; it has no sparsemax");
}

TEST(Approximation, WordsAreReadAndWritten) {
    for (const char* const text : {"exact", "linear", "performer", "performer:64"})
        EXPECT_EQ(parseApproximation(text)->text(), text);
    const std::pair<const char*, const char*> wrong[] = {
        {"lin", "there is no method \"lin\"; there are exact, linear and performer:FEATURES"},
        {"performers", "there is no method \"performers\"; there are exact, linear and performer:FEATURES"},
        {"linear:3", "there is no method \"linear:3\"; there are exact, linear and performer:FEATURES"},
        {"performer:0", "performer takes a number of features from 1 to 65536, as in performer:64, not \"0\""},
        {"performer:x", "performer takes a number of features from 1 to 65536, as in performer:64, not \"x\""},
    };
    for (const auto& [text, expected] : wrong) {
        const auto parsed = parseApproximation(text);
        ASSERT_FALSE(parsed) << text;
        EXPECT_EQ(sentence(parsed.error()), expected);
    }
}
