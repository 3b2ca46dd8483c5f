#include "core/attention/gradient.h"

#include "tests/support/core/case_file.h"
#include "tests/support/core/cases.h"
#include "tests/support/core/near.h"

#include <functional>
#include <gtest/gtest.h>

using namespace heedmap;
using namespace heedmap::attention;
using heedmap::test::CaseFile;

namespace {

struct Given {
    Projected in;
    Parameters parameters;
    MatrixD g;
};

Given givenOf(Index queries, Index keys, Index dimension, Index valueDimension) {
    RandomStream random(5);
    Given given;
    given.in = {normalMatrix(queries, dimension, random), normalMatrix(keys, dimension, random),
                normalMatrix(keys, valueDimension, random)};
    given.parameters = withSeededScores({}, dimension, dimension, 5, 7);
    given.g = normalMatrix(queries, valueDimension, random);
    return given;
}

double lossOf(const Given& given, ScoreFunction function, const MaskSpec& mask, const Normalizer& normalizer) {
    const auto attention =
        attend<double>(given.in.q, given.in.k, given.in.v, function, given.parameters, mask, normalizer);
    return attention->context.cwiseProduct(given.g).sum();
}

// ∂L/∂(one number) by central differences.
double central(double& number, const std::function<double()>& loss) {
    constexpr double step = 1e-5;
    const double kept = number;
    number = kept + step;
    const double above = loss();
    number = kept - step;
    const double below = loss();
    number = kept;
    return (above - below) / (2 * step);
}

template <class Numbers>
void expectCentral(const char* name, Numbers& numbers, const Numbers& gradient, const std::function<double()>& loss) {
    ASSERT_EQ(numbers.size(), gradient.size()) << name;
    for (Index n = 0; n < numbers.size(); ++n)
        EXPECT_NEAR(gradient.data()[n], central(numbers.data()[n], loss), 1e-7) << name << ", number " << n;
}

void expectAllCentral(Given given, ScoreFunction function, const MaskSpec& mask, const Normalizer& normalizer) {
    const auto attention =
        attend<double>(given.in.q, given.in.k, given.in.v, function, given.parameters, mask, normalizer);
    ASSERT_TRUE(attention);
    const Gradients result = gradients(*attention, given.in, function, given.parameters, normalizer, given.g);
    const auto loss = [&] {
        return lossOf(given, function, mask, normalizer);
    };
    expectCentral("Q", given.in.q, result.q, loss);
    expectCentral("K", given.in.k, result.k, loss);
    expectCentral("V", given.in.v, result.v, loss);
    expectCentral("W", given.parameters.w, result.parameters.w, loss);
    expectCentral("W_s", given.parameters.w_s, result.parameters.w_s, loss);
    expectCentral("W_h", given.parameters.w_h, result.parameters.w_h, loss);
    expectCentral("v", given.parameters.v, result.parameters.v, loss);
    EXPECT_NEAR(result.parameters.beta, central(given.parameters.beta, loss), 1e-7);
}

VectorD weigh(const Normalizer& normalizer, const VectorD& e) {
    VectorD p(e.size());
    normalizeRow<double>(normalizer, {e.data(), static_cast<std::size_t>(e.size())}, {},
                         {p.data(), static_cast<std::size_t>(p.size())});
    return p;
}

} // namespace

TEST(Gradient, AgreesWithPyTorch) {
    HEEDMAP_CASE(path, "reference/gradients.npz");
    const CaseFile file(path);
    const Projected in{file.matrix("Q"), file.matrix("K"), file.matrix("V")};
    Parameters parameters;
    parameters.w = file.matrix("W");
    parameters.w_s = file.matrix("W_s");
    parameters.w_h = file.matrix("W_h");
    parameters.v = file.vector("v");
    for (const ScoreFunction function :
         {ScoreFunction::dot, ScoreFunction::scaled_dot, ScoreFunction::general, ScoreFunction::additive})
        for (const bool causal : {false, true}) {
            const std::string name = std::string(nameOf(function)) + (causal ? "_causal_d" : "_full_d");
            SCOPED_TRACE(name);
            MaskSpec mask;
            mask.causal = causal;
            const auto attention = attend<double>(in.q, in.k, in.v, function, parameters, mask, {});
            const Gradients result = gradients(*attention, in, function, parameters, {}, file.matrix("G"));
            const auto expected = [&](const char* which) {
                return file.matrix(name + which + "_expected");
            };
            EXPECT_TRUE(test::near(result.q, expected("Q"), 1e-12, 1));
            EXPECT_TRUE(test::near(result.k, expected("K"), 1e-12, 1));
            EXPECT_TRUE(test::near(result.v, expected("V"), 1e-12, 1));
            EXPECT_TRUE(test::near(result.parameters.w, expected("W"), 1e-12, 1));
            EXPECT_TRUE(test::near(result.parameters.w_s, expected("W_s"), 1e-12, 1));
            EXPECT_TRUE(test::near(result.parameters.w_h, expected("W_h"), 1e-12, 1));
            EXPECT_TRUE(test::near(result.parameters.v, file.vector(name + "v_expected"), 1e-12, 1));
        }
}

TEST(Gradient, AgreesWithCentralDifferences) {
    MaskSpec causal;
    causal.causal = true;
    for (const ScoreFunction function : allScoreFunctions)
        for (const Normalizer& normalizer :
             {Normalizer{}, Normalizer{NormalizerKind::softmax, 0.5}, Normalizer{NormalizerKind::sparsemax, 2.0},
              Normalizer{NormalizerKind::entmax15, 1.5}})
            for (const MaskSpec& mask : {MaskSpec{}, causal}) {
                SCOPED_TRACE(std::string(nameOf(function)) + " " + std::string(nameOf(normalizer.kind)));
                expectAllCentral(givenOf(3, 4, 2, 3), function, mask, normalizer);
            }
}

TEST(Gradient, OfEdgeSizes) {
    for (const auto& [queries, keys, values] : {std::array<Index, 3>{1, 1, 1}, {0, 3, 2}, {2, 3, 0}, {1, 5, 1}})
        for (const ScoreFunction function : allScoreFunctions)
            expectAllCentral(givenOf(queries, keys, 3, values), function, {}, {});
}

TEST(Gradient, WithoutWGeneralIsDot) {
    Given given = givenOf(2, 3, 2, 2);
    given.parameters.w.resize(0, 0);
    expectAllCentral(given, ScoreFunction::general, {}, {});
}

TEST(Gradient, WhatIsMaskedHasNone) {
    Given given = givenOf(2, 3, 2, 2);
    given.in.v.row(2).setConstant(std::numeric_limits<double>::quiet_NaN());
    MaskSpec mask;
    mask.custom = BoolMatrix{{1, 1, 0}, {0, 0, 0}};
    const auto attention =
        attend<double>(given.in.q, given.in.k, given.in.v, ScoreFunction::dot, given.parameters, mask, {});
    const Gradients result = gradients(*attention, given.in, ScoreFunction::dot, given.parameters, {}, given.g);
    EXPECT_TRUE(result.alpha.allFinite() && result.scores.allFinite());
    EXPECT_EQ(result.alpha(0, 2), 0);
    EXPECT_EQ(result.scores(0, 2), 0);
    EXPECT_TRUE(result.alpha.row(1).isZero(0) && result.scores.row(1).isZero(0)) << "a row that allows nothing";
    EXPECT_TRUE(gradientTimesAttention(*attention, given.in.v).allFinite());
}

TEST(NormalizerJacobian, AgreesWithCentralDifferences) {
    const VectorD scores{{0.3, -0.4, 0.9, 0.15}};
    for (const NormalizerKind kind : {NormalizerKind::softmax, NormalizerKind::sparsemax, NormalizerKind::entmax15})
        for (const double tau : {0.7, 1.0, 3.0}) {
            SCOPED_TRACE(std::string(nameOf(kind)) + " " + std::to_string(tau));
            const Normalizer normalizer{kind, tau};
            const MatrixD jacobian = normalizerJacobian(normalizer, weigh(normalizer, scores));
            for (Index k = 0; k < 4; ++k) {
                VectorD above = scores, below = scores;
                above(k) += 1e-6;
                below(k) -= 1e-6;
                const VectorD column = (weigh(normalizer, above) - weigh(normalizer, below)) / 2e-6;
                for (Index j = 0; j < 4; ++j)
                    EXPECT_NEAR(jacobian(j, k), column(j), 1e-8) << j << ", " << k;
            }
            EXPECT_NEAR(jacobian.rowwise().sum().cwiseAbs().maxCoeff(), 0, 1e-15) << "α sums to 1, whatever e is";
            const VectorD upstream{{1, -2, 0.5, 3}};
            const VectorD p = weigh(normalizer, scores);
            EXPECT_TRUE(test::near(throughNormalizer(normalizer, p, upstream), jacobian * upstream, 1e-14, 1));
            EXPECT_NEAR(jacobianNorm(normalizer, p), jacobian.norm(), 1e-15);
        }
}

TEST(NormalizerJacobian, OfSoftmaxIsPTimesDeltaMinusP) {
    const VectorD p{{0.2, 0.8}};
    const MatrixD jacobian = normalizerJacobian({}, p);
    EXPECT_TRUE(test::near(jacobian, MatrixD{{0.16, -0.16}, {-0.16, 0.16}}, 1e-15));
    EXPECT_TRUE(normalizerJacobian({}, VectorD{{1, 0, 0}}).isZero(0)) << "a saturated row moves no more";
    EXPECT_TRUE(normalizerJacobian({NormalizerKind::hardmax, 1}, p).isZero(0));
    EXPECT_TRUE(normalizerJacobian({}, VectorD{{0, 0}}).isZero(0)) << "a row that allows nothing";
    EXPECT_EQ(normalizerJacobian({}, VectorD()).size(), 0);
    EXPECT_EQ(jacobianNorm({}, VectorD()), 0);
    EXPECT_EQ(jacobianNorm({}, VectorD{{0, 0}}), 0);
    EXPECT_NEAR(jacobianNorm({}, VectorD{{1, 1e-12}}) / 2e-12, 1, 1e-9) << "nearly saturated";
}

TEST(GradientTimesAttention, RowsSumToTheLengthOfTheContext) {
    const Given given = givenOf(4, 6, 3, 5);
    const auto attention = attend<double>(given.in.q, given.in.k, given.in.v, ScoreFunction::scaled_dot, {}, {}, {});
    const MatrixD shares = gradientTimesAttention(*attention, given.in.v);
    EXPECT_TRUE(test::near(shares.rowwise().sum(), attention->context.rowwise().norm(), 1e-13));
    const MatrixD chosen = gradientTimesAttention(*attention, given.in.v, given.g);
    EXPECT_TRUE(test::near(chosen, attention->alpha.cwiseProduct(given.g * given.in.v.transpose()), 1e-15, 1));
    const MatrixD nothing = gradientTimesAttention(*attention, MatrixD::Zero(6, 5), MatrixD::Zero(4, 5));
    EXPECT_TRUE(nothing.isZero(0));
}
