#include "core/seq2seq/learning_curve.h"
#include "core/seq2seq/optimizer.h"

#include "core/attention/parameters.h"
#include "tests/support/core/numbers.h"

#include <cmath>
#include <functional>
#include <gtest/gtest.h>
#include <limits>

using namespace heedmap;
using namespace heedmap::seq2seq;

namespace {

using heedmap::test::infinity;
using heedmap::test::quietNaN;

std::vector<double> curve(std::size_t steps, const std::function<double(double)>& at, double noise = 0) {
    attention::RandomStream random(2);
    std::vector<double> losses;
    for (std::size_t i = 0; i < steps; ++i)
        losses.push_back(at(static_cast<double>(i)) + noise * random.normal());
    return losses;
}

} // namespace

TEST(LearningCurve, NamesWhatItSees) {
    EXPECT_EQ(recognizeCurve({}), CurveShape::tooShort);
    EXPECT_EQ(recognizeCurve(curve(5, [](double) { return 5.0; })), CurveShape::tooShort);
    EXPECT_EQ(recognizeCurve(curve(
                  200, [](double t) { return 5 * std::exp(-t / 80); }, 0.1)),
              CurveShape::falling);
    EXPECT_EQ(recognizeCurve(curve(
                  400, [](double t) { return 0.3 + 5 * std::exp(-t / 30); }, 0.02)),
              CurveShape::plateau);
    EXPECT_EQ(recognizeCurve(curve(100, [](double) { return 5.0; })), CurveShape::plateau);
    EXPECT_EQ(recognizeCurve(curve(300, [](double t) { return t < 10 ? 5 - 0.2 * t : 3 + std::sin(2 * t); })),
              CurveShape::oscillation);
    EXPECT_EQ(recognizeCurve(curve(20, [](double t) { return t < 3 ? 5.0 : 5 + 40 * t; })), CurveShape::diverging);
    EXPECT_EQ(recognizeCurve(curve(300, [](double t) { return t < 250 ? 5 * std::exp(-t / 50) : 6.0; })),
              CurveShape::diverging);
}

TEST(LearningCurve, AJumpThatIsNotMadeUpForIsADivergence) {
    const auto after = [](double level) {
        return recognizeCurve(curve(300, [level](double t) {
            if (t < 200)
                return 1.8 + 3.2 * std::exp(-t / 30);
            return t < 206 ? 100 : level + 90 * std::exp(-(t - 206) / 5);
        }));
    };
    EXPECT_EQ(after(3.84), CurveShape::diverging); // it falls, but from a height that it should never have had
    EXPECT_NE(after(1.8), CurveShape::diverging);
}

TEST(LearningCurve, SeesNumbersThatAreNone) {
    std::vector<double> losses = curve(30, [](double t) { return 5 - 0.1 * t; });
    losses.push_back(quietNaN);
    EXPECT_EQ(recognizeCurve(losses), CurveShape::notFinite);
    losses.back() = infinity;
    EXPECT_EQ(recognizeCurve(losses), CurveShape::notFinite);
    EXPECT_EQ(recognizeCurve(std::vector<double>{quietNaN}), CurveShape::notFinite);
    // After going back, the run is judged by what came since.
    for (int i = 0; i < 5; ++i)
        losses.push_back(2);
    EXPECT_EQ(recognizeCurve(losses), CurveShape::tooShort);
    for (int i = 0; i < 40; ++i)
        losses.push_back(2 - 0.02 * i);
    EXPECT_EQ(recognizeCurve(losses), CurveShape::falling);
}

TEST(Optimizer, RateFollowsItsSchedule) {
    OptimizerOptions options;
    options.learningRate = 2;
    options.schedule = Schedule::constant;
    EXPECT_EQ(scheduledRate(options, 500, 600), 2);
    options.schedule = Schedule::linear;
    EXPECT_EQ(scheduledRate(options, 0, 600), 2);
    EXPECT_EQ(scheduledRate(options, 150, 600), 1.5);
    EXPECT_EQ(scheduledRate(options, 700, 600), 0);
    options.schedule = Schedule::cosine;
    EXPECT_NEAR(scheduledRate(options, 300, 600), 1, 1e-12);
    EXPECT_NEAR(scheduledRate(options, 600, 600), 0, 1e-12);
    options.schedule = Schedule::constant;
    options.warmUp = 4;
    EXPECT_EQ(scheduledRate(options, 0, 600), 0.5);
    EXPECT_EQ(scheduledRate(options, 3, 600), 2);
    EXPECT_EQ(scheduledRate(options, 4, 0), 2);
}

TEST(Optimizer, AdamEqualsTheFormula) {
    constexpr std::size_t count = 37; // whole vectors and a rest
    attention::RandomStream random(3);
    std::vector<float> weights(count);
    std::vector<double> expected(count);
    std::vector<double> first(count, 0);
    std::vector<double> second(count, 0);
    for (std::size_t i = 0; i < count; ++i)
        expected[i] = weights[i] = static_cast<float>(random.normal());
    OptimizerOptions options;
    options.weightDecay = 0.1;
    options.clip = 2;
    Optimizer optimizer(count);
    for (int step = 1; step <= 20; ++step) {
        std::vector<float> gradient(count);
        double squares = 0;
        for (float& g : gradient) {
            g = static_cast<float>(random.normal());
            squares += static_cast<double>(g) * static_cast<double>(g);
        }
        const double norm = optimizer.step(options, 0.01, weights, gradient);
        EXPECT_NEAR(norm, std::sqrt(squares), 1e-9);
        for (std::size_t i = 0; i < count; ++i) {
            const double g = static_cast<double>(gradient[i]) * 2 / std::sqrt(squares);
            first[i] = 0.9 * first[i] + 0.1 * g;
            second[i] = 0.999 * second[i] + 0.001 * g * g;
            const double move =
                first[i] / (1 - std::pow(0.9, step)) / (std::sqrt(second[i] / (1 - std::pow(0.999, step))) + 1e-8);
            expected[i] -= 0.01 * (move + 0.1 * expected[i]);
        }
    }
    for (std::size_t i = 0; i < count; ++i)
        EXPECT_NEAR(weights[i], expected[i], 2e-5) << i;
}

TEST(Optimizer, EveryParameterGoesAtItsOwnPace) {
    ParameterTable table;
    table.add("a", 1, 3, {});
    table.add("b", 2, 2, {});
    table.add("slow", 1, 5, {}, 0.25);
    table.add("c", 1, 1, {});
    const auto count = static_cast<std::size_t>(table.size());
    const std::vector<float> gradient(count, 0.5F);
    for (const OptimizerKind kind : {OptimizerKind::adam, OptimizerKind::sgd}) {
        OptimizerOptions options;
        options.kind = kind;
        options.weightDecay = 0;
        std::vector<float> weights(count, 0.0F);
        Optimizer optimizer(table);
        optimizer.step(options, 0.5, weights, gradient);
        for (std::size_t i = 0; i < count; ++i)
            EXPECT_EQ(weights[i], weights[0] * (i >= 7 && i < 12 ? 0.25F : 1.0F)) << i;
        EXPECT_LT(weights[0], 0);
    }
}

TEST(Optimizer, SgdEqualsTheFormulaAndNothingMovesOnNaN) {
    std::vector<float> weights{1, 2, 3};
    OptimizerOptions options;
    options.kind = OptimizerKind::sgd;
    options.weightDecay = 0.5;
    options.clip = 0;
    Optimizer optimizer(3);
    EXPECT_EQ(optimizer.step(options, 0.1, weights, std::vector<float>{3, 0, 4}), 5);
    EXPECT_FLOAT_EQ(weights[0], 1 - 0.1F * (3 + 0.5F));
    EXPECT_FLOAT_EQ(weights[1], 2 - 0.1F);
    const std::vector<float> kept = weights;
    EXPECT_TRUE(std::isnan(optimizer.step(options, 0.1, weights, std::vector<float>{1, std::nanf(""), 1})));
    EXPECT_EQ(weights, kept);
}
