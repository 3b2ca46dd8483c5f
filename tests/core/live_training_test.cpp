// A model in training on its own thread: what is told, how it pauses, and how fast it stops.
#include "core/seq2seq/live_training.h"

#include "core/seq2seq/learning_curve.h"
#include "core/seq2seq/shipped_corpora.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cmath>

using namespace heedmap;
using namespace heedmap::seq2seq;

namespace {

using Clock = std::chrono::steady_clock;

std::shared_ptr<const Corpus> corpus() {
    static const auto shared = std::make_shared<const Corpus>(*shippedCorpus("english-chinese"));
    return shared;
}

TrainingOptions options(Index steps) {
    TrainingOptions options;
    options.sizes.embedding = options.sizes.encoder = 8;
    options.sizes.decoder = options.sizes.alignment = 16;
    options.batch = 8;
    options.steps = steps;
    return options;
}

// Takes the news until `done`, or gives up after a minute.
template <class Done>
TrainingNews newsUntil(LiveTraining& training, const Done& done) {
    TrainingNews all;
    const auto giveUp = Clock::now() + std::chrono::minutes(1);
    while (Clock::now() < giveUp) {
        const bool finished = training.isFinished();
        TrainingNews news = training.takeNews();
        all.steps.insert(all.steps.end(), news.steps.begin(), news.steps.end());
        all.validations.insert(all.validations.end(), news.validations.begin(), news.validations.end());
        if (finished || done(all))
            break;
        std::this_thread::yield();
    }
    return all;
}

const auto never = [](const TrainingNews&) {
    return false;
};

} // namespace

TEST(LiveTraining, TellsEveryStepAndEveryValidation) {
    LiveTraining training(corpus(), options(25), 10);
    training.start();
    EXPECT_TRUE(training.control().isPaused());
    training.control().resume();
    const TrainingNews news = newsUntil(training, never);
    ASSERT_TRUE(training.isFinished());
    ASSERT_EQ(news.steps.size(), 25U);
    for (std::size_t i = 0; i < news.steps.size(); ++i)
        EXPECT_EQ(news.steps[i].step, static_cast<Index>(i) + 1);
    ASSERT_EQ(news.validations.size(), 3U);
    EXPECT_EQ(news.validations[0].step, 10);
    EXPECT_EQ(news.validations[1].step, 20);
    EXPECT_EQ(news.validations[0].evaluation.sentences, static_cast<Index>(validationPairs));
    EXPECT_FALSE(news.validations[1].isFinal);
    EXPECT_TRUE(news.validations[2].isFinal);
    EXPECT_EQ(news.validations[2].evaluation.sentences, std::ssize(corpus()->heldOut));
    EXPECT_GT(training.secondsPerStep(), 0);
}

TEST(LiveTraining, WatchingChangesNothingInTheCourse) {
    Trainer plain(corpus(), options(12));
    LiveTraining watched(corpus(), options(12), 3);
    watched.start();
    watched.control().resume();
    const TrainingNews news = newsUntil(watched, never);
    ASSERT_EQ(news.steps.size(), 12U);
    for (const StepReport& report : news.steps)
        EXPECT_EQ(report.loss, plain.step().loss) << "step " << report.step;
    EXPECT_EQ(watched.model().weights, plain.model().weights);
    std::vector<float> weights;
    watched.copyWeights(weights);
    EXPECT_EQ(weights, plain.model().weights);
    EXPECT_EQ(watched.parameterCount(), plain.parameterCount());
}

TEST(LiveTraining, TakesOneStepAtATime) {
    LiveTraining training(corpus(), options(100), 0);
    training.start();
    for (std::size_t step = 1; step <= 3; ++step) {
        training.control().stepOnce();
        const TrainingNews news = newsUntil(training, [](const TrainingNews& n) { return !n.steps.empty(); });
        ASSERT_EQ(news.steps.size(), 1U);
        EXPECT_EQ(news.steps[0].step, static_cast<Index>(step));
    }
    EXPECT_TRUE(training.takeNews().steps.empty());
    EXPECT_EQ(training.secondsPerStep(), 0) << "waiting is not training";
}

// All of these steps would take hours: that the test ends shows that the training was stopped.
TEST(LiveTraining, StopsWhateverItDoes) {
    for (const bool paused : {false, true}) {
        LiveTraining training(corpus(), options(100'000'000), 1);
        training.start();
        training.control().stepOnce();
        newsUntil(training, [](const TrainingNews& n) { return !n.steps.empty(); });
        if (!paused)
            training.control().resume();
        EXPECT_FALSE(training.isFinished()) << "paused " << paused;
    }
    // Never started, or started and never let go.
    LiveTraining unused(corpus(), options(10), 1);
    LiveTraining waiting(corpus(), options(10), 1);
    waiting.start();
}

TEST(LiveTraining, TakesNoStepAndJudgesNoPairAfterItWasStopped) {
    Trainer trainer(corpus(), options(100));
    TrainingControl control;
    std::stop_source stop;
    Index steps = 0;
    const auto stopAtTheThird = [&](const StepReport&) {
        if (++steps == 3)
            stop.request_stop();
    };
    runTraining(trainer, control, 100, stopAtTheThird, stop.get_token());
    EXPECT_EQ(steps, 3);
    EXPECT_EQ(evaluate(trainer.model(), corpus()->heldOut, stop.get_token()).sentences, 0);
}

TEST(LiveTraining, ARateOfTenIsRecognisedWithinTwentySteps) {
    TrainingOptions wild = options(600);
    wild.optimizer.learningRate = 10;
    LiveTraining training(corpus(), wild, 0);
    training.start();
    training.control().resume();
    const TrainingNews news = newsUntil(training, [](const TrainingNews& n) { return n.steps.size() >= 20; });
    std::vector<double> losses;
    CurveShape shape = CurveShape::tooShort;
    for (const StepReport& report : news.steps) {
        losses.push_back(report.loss);
        shape = recognizeCurve(losses);
        if (shape == CurveShape::diverging || shape == CurveShape::notFinite)
            break;
    }
    EXPECT_TRUE(shape == CurveShape::diverging || shape == CurveShape::notFinite);
    EXPECT_LE(losses.size(), 20U);
}

TEST(LiveTraining, ALossThatIsNoNumberPausesAndLeavesTheLastGoodWeights) {
    TrainingOptions wild = options(600);
    wild.optimizer.kind = OptimizerKind::sgd;
    wild.optimizer.schedule = Schedule::constant;
    wild.optimizer.weightDecay = 0;
    wild.optimizer.clip = 0;
    wild.optimizer.learningRate = 1e30;
    LiveTraining training(corpus(), wild, 0);
    training.start();
    training.control().resume();
    const TrainingNews news = newsUntil(
        training, [](const TrainingNews& n) { return !n.steps.empty() && !std::isfinite(n.steps.back().loss); });
    ASSERT_FALSE(news.steps.empty());
    EXPECT_FALSE(std::isfinite(news.steps.back().loss));
    EXPECT_LE(news.steps.size(), 20U);
    EXPECT_TRUE(training.control().isPaused());
    training.control().goBackToLastGood();
    training.control().setLearningRate(0.01);
    training.control().stepOnce();
    const TrainingNews after = newsUntil(training, [](const TrainingNews& n) { return !n.steps.empty(); });
    ASSERT_EQ(after.steps.size(), 1U);
    EXPECT_TRUE(std::isfinite(after.steps[0].loss)) << after.steps[0].loss;
    EXPECT_NEAR(after.steps[0].loss, news.steps[0].loss, 0.5 * news.steps[0].loss);
}
