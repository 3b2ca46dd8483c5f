// Align without its window: what is computed for the pictures and plots, and what is advised.
#include "tests/support/ui/pictures.h"
#include "ui/lab/lab.h"
#include "ui/lab/lab_picture.h"
#include "ui/lab/lab_plots.h"
#include "ui/lab/smoothing.h"

#include "core/seq2seq/shipped_corpora.h"

#include <QTest>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace heedmap::tests {

namespace {

using seq2seq::CurveShape;

LabSettings smallSettings() {
    LabSettings settings;
    settings.variants = {attention::ScoreFunction::dot, std::nullopt};
    settings.size = 16;
    settings.batch = 8;
    settings.steps = 40;
    return settings;
}

class LabTest : public ::testing::Test {
protected:
    void SetUp() override {
        static const auto corpus = std::make_shared<const seq2seq::Corpus>(*seq2seq::shippedCorpus("english-chinese"));
        lab.setSettings(smallSettings());
        lab.setCorpus(corpus);
    }
    void waitFor(LabState state) {
        EXPECT_TRUE(QTest::qWaitFor([&] { return lab.state() == state; }, 30000));
    }
    static LabVariant variantWith(CurveShape shape, std::vector<double> losses, double rate = 0.02) {
        LabVariant variant;
        variant.shape = shape;
        variant.losses = std::move(losses);
        variant.learningRate = rate;
        return variant;
    }

    void waitForFirstPicture() {
        const auto isThere = [](const LabVariant& variant) {
            return variant.losses.size() == 1 && variant.translation.has_value();
        };
        EXPECT_TRUE(
            QTest::qWaitFor([&] { return std::all_of(lab.variants().begin(), lab.variants().end(), isThere); }, 30000));
    }

    Lab lab;
};

} // namespace

TEST_F(LabTest, TrainsToTheEndAndTellsEveryStep) {
    lab.train();
    EXPECT_EQ(lab.state(), LabState::running);
    waitFor(LabState::finished);
    ASSERT_EQ(lab.variants().size(), 2U);
    for (const LabVariant& variant : lab.variants()) {
        EXPECT_EQ(variant.losses.size(), 40U);
        ASSERT_NE(variant.latest(), nullptr);
        EXPECT_TRUE(variant.latest()->isFinal);
        EXPECT_EQ(variant.latest()->evaluation.sentences, 200);
        EXPECT_EQ(variant.training->parameterCount(), lab.parameterCount(variant.score));
        EXPECT_TRUE(QTest::qWaitFor([&] { return variant.translation.has_value(); }, 30000));
    }
    EXPECT_EQ(lab.stepsTaken(), 40);
    lab.train();
    EXPECT_EQ(lab.state(), LabState::running) << "again, from the beginning";
    EXPECT_LT(lab.stepsTaken(), 40);
}

TEST_F(LabTest, TheFirstPairWatchedIsTheArticles) {
    ASSERT_NE(lab.watchedPair(), nullptr);
    EXPECT_EQ(pairText(*lab.watchedPair()), QStringLiteral("I love you → 我 爱 你"));
    lab.stepOnce();
    waitForFirstPicture();
    const PanelPicture picture = labPicture(lab.variants()[0].score, &lab.variants()[0], lab.watchedPair(), false);
    ASSERT_NE(picture.source, nullptr);
    EXPECT_EQ(picture.rowLabels.join(u' '), QStringLiteral("我 爱 你 ⏎"));
    EXPECT_EQ(picture.columnLabels.join(u' '), QStringLiteral("I love you ⏎"));
    for (Index row = 0; row < picture.rows(); ++row) {
        double sum = 0;
        for (Index column = 0; column < picture.columns(); ++column)
            sum += picture.source->value({row, column});
        EXPECT_NEAR(sum, 1, 1e-5) << "row " << row;
    }
    const PanelPicture without = labPicture(lab.variants()[1].score, &lab.variants()[1], lab.watchedPair(), false);
    EXPECT_EQ(without.source, nullptr);
    EXPECT_TRUE(without.notice.contains(QStringLiteral("one vector of"))) << without.notice;
}

TEST_F(LabTest, AnotherPairIsDrawnAtOnceAlsoWhilePaused) {
    lab.stepOnce();
    waitForFirstPicture();
    lab.watch(5);
    EXPECT_FALSE(lab.variants()[0].translation.has_value()) << "it is translated aside";
    ASSERT_TRUE(QTest::qWaitFor([&] { return lab.variants()[0].translation.has_value(); }, 30000));
    const auto& pair = lab.corpus()->heldOut[5];
    EXPECT_EQ(lab.variants()[0].translation->alpha.rows(), std::ssize(pair.target) + 1);
    EXPECT_EQ(lab.variants()[0].translation->alpha.cols(), std::ssize(pair.source) + 1);
}

TEST_F(LabTest, TheSessionForExploreGivesTheSameWeights) {
    lab.stepOnce();
    waitForFirstPicture();
    const files::Session session = exploreSession(lab, 0);
    const auto results = computePanels(session);
    ASSERT_EQ(results.size(), 1U);
    ASSERT_FALSE(results[0].error) << "no error expected";
    const MatrixD& alpha = lab.variants()[0].translation->alpha;
    for (Index row = 0; row < alpha.rows(); ++row) {
        for (Index column = 0; column < alpha.cols(); ++column)
            EXPECT_NEAR(results[0].source->value({row, column}), alpha(row, column), 1e-4) << row << ',' << column;
    }
    EXPECT_EQ(session.gold.size(), lab.watchedPair()->gold->size());
}

TEST_F(LabTest, OnlyRateAndClippingChangeWhileItRuns) {
    lab.stepOnce();
    LabSettings settings = smallSettings();
    settings.optimizer.learningRate = 0.005;
    settings.optimizer.clip = 2;
    settings.batch = 99;
    lab.setSettings(settings);
    EXPECT_EQ(lab.settings().batch, 8);
    EXPECT_EQ(lab.settings().optimizer.learningRate, 0.005);
    for (const LabVariant& variant : lab.variants()) {
        EXPECT_EQ(variant.learningRate, 0.005);
        EXPECT_EQ(variant.clip, 2);
    }
    ASSERT_EQ(lab.events().size(), 4U);
    EXPECT_EQ(lab.events()[0].text, QStringLiteral("rate 0.005"));
    lab.reset();
    EXPECT_TRUE(lab.events().empty());
}

TEST(LabAdvice, SaysWhatIsSeenAndWhatHelps) {
    EXPECT_EQ(adviceFor({}).state, QStringLiteral("not trained yet"));
    const auto advice = [](CurveShape shape, std::vector<double> losses, double clip) {
        LabVariant variant;
        variant.shape = shape;
        variant.losses = std::move(losses);
        variant.clip = clip;
        return adviceFor(variant);
    };
    EXPECT_TRUE(advice(CurveShape::falling, {3, 2}, 1).remedies.empty());
    EXPECT_EQ(advice(CurveShape::plateau, {3, 2.9}, 1).remedies, std::vector{Remedy::halveRate});
    EXPECT_TRUE(advice(CurveShape::plateau, {3, 0.01, 0.01, 0.01, 0.01, 0.01, 0.01, 0.01, 0.01, 0.01, 0.01}, 1)
                    .remedies.empty())
        << "as low as it gets";
    EXPECT_EQ(advice(CurveShape::oscillation, {3, 4}, 0).remedies, (std::vector{Remedy::halveRate, Remedy::clip}));
    EXPECT_EQ(advice(CurveShape::oscillation, {3, 4}, 1).remedies, std::vector{Remedy::halveRate});
    EXPECT_EQ(advice(CurveShape::diverging, {3, 400}, 0).remedies, (std::vector{Remedy::goBack, Remedy::clip}));
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const Advice lost = advice(CurveShape::notFinite, {3, 400, nan, nan}, 1);
    EXPECT_EQ(lost.state, QStringLiteral("NaN after step 2"));
    EXPECT_TRUE(lost.isBad);
    EXPECT_EQ(lost.remedies, std::vector{Remedy::goBack});
}

TEST(LabAdvice, ARemedyLeadsToARateThatWorks) {
    EXPECT_EQ(remediedRate(0.01, Remedy::halveRate), 0.005);
    EXPECT_EQ(remediedRate(0.01, Remedy::goBack), 0.005);
    EXPECT_EQ(remediedRate(10, Remedy::goBack), 0.01);
    LabVariant variant;
    variant.learningRate = 10;
    EXPECT_EQ(remedyText(variant, Remedy::goBack), QStringLiteral("Back to the last good weights, rate 0.01"));
    EXPECT_EQ(remedyText(variant, Remedy::halveRate), QStringLiteral("Halve the rate to 5"));
}

TEST(LabPlots, NeighbouringLengthsAreTakenTogether) {
    EXPECT_TRUE(accuracyByLength({}, 10).empty());
    const auto points = accuracyByLength({{2, 6, 6}, {3, 6, 3}, {4, 20, 5}, {9, 1, 1}}, 10);
    ASSERT_EQ(points.size(), 3U);
    EXPECT_EQ(points[0], QPointF(2.5, 0.75));
    EXPECT_EQ(points[1], QPointF(4, 0.25));
    EXPECT_EQ(points[2], QPointF(9, 1)) << "what is left stands for itself";
}

TEST(LabPlots, SmoothingFollowsWithoutAMadeUpBeginning) {
    Smoothing smoothing;
    EXPECT_TRUE(std::isnan(smoothing.next(std::numeric_limits<double>::quiet_NaN())));
    EXPECT_NEAR(smoothing.next(4), 4, 1e-12);
    const double second = smoothing.next(2);
    EXPECT_GT(second, 2);
    EXPECT_LT(second, 4);
    EXPECT_EQ(smoothing.next(std::numeric_limits<double>::infinity()), second);
    for (int i = 0; i < 500; ++i)
        smoothing.next(1);
    EXPECT_NEAR(smoothing.next(1), 1, 1e-9);
}

} // namespace heedmap::tests
