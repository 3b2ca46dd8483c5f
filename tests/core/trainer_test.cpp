#include "core/attention/attention.h"
#include "core/seq2seq/evaluation.h"
#include "core/seq2seq/learning_curve.h"
#include "core/seq2seq/model_file.h"
#include "core/seq2seq/shipped_corpora.h"
#include "core/seq2seq/training_job.h"
#include "core/tensor/dtype.h"
#include "tests/support/core/near.h"
#include "tests/support/core/temporary_folder.h"

#include <cmath>
#include <gtest/gtest.h>
#include <tbb/global_control.h>
#include <thread>

using namespace heedmap;
using namespace heedmap::seq2seq;
using attention::ScoreFunction;

namespace {

// Thirteen words and sentences of two to four of them: learnt in a moment.
std::shared_ptr<const Corpus> smallCorpus() {
    const auto grammar = Grammar::parse("held out I love you = 我 爱 你 @ 0-0 1-1 2-2\n"
                                        "sentence:\n  <who> <verb> <what> = <who> <verb> <what>\n"
                                        "  <who> <verb> <what> <when> = <who> <when> <verb> <what>\n"
                                        "who:\n  I = 我 | you = 你 | they = 他们 | we = 我们\n"
                                        "verb:\n  love = 爱 | see = 看见 | buy = 买\n"
                                        "what:\n  you = 你 | cats = 猫 | books = 书 | tea = 茶 | cars = 车\n"
                                        "when:\n  today = 今天 | often = 经常\n");
    HEEDMAP_EXPECTS(grammar.ok());
    return std::make_shared<Corpus>(grammar->corpus(130, 30, 1));
}

TrainingOptions smallOptions(std::optional<ScoreFunction> score) {
    TrainingOptions options;
    options.sizes = {score, 0, 0, 16, 12, 24, 16};
    options.batch = 16;
    options.steps = 150;
    return options;
}

void train(Trainer& trainer, Index steps) {
    for (Index i = 0; i < steps; ++i)
        trainer.step();
}

} // namespace

TEST(Trainer, LearnsToTranslateAndToAlign) {
    const auto corpus = smallCorpus();
    for (const ScoreFunction score : {ScoreFunction::additive, ScoreFunction::dot, ScoreFunction::general}) {
        SCOPED_TRACE(attention::nameOf(score));
        Trainer trainer(corpus, smallOptions(score));
        train(trainer, 150);
        EXPECT_GT(trainer.losses().front(), 2);
        EXPECT_LT(trainer.losses().back(), 0.2);
        EXPECT_EQ(recognizeCurve(std::span(trainer.losses()).first(100)), CurveShape::falling);
        const Evaluation evaluation = evaluate(trainer.model(), corpus->heldOut);
        EXPECT_EQ(evaluation.sentences, 30);
        EXPECT_GE(evaluation.exactMatch(), 0.9);
        EXPECT_GE(evaluation.tokenAccuracy(), evaluation.exactMatch());
        ASSERT_TRUE(evaluation.alignment.has_value());
        const Translation translation = translate(trainer.model(), {"I", "love", "you"});
        EXPECT_EQ(joined(translation.target), "我 爱 你 </s>");
        EXPECT_EQ(joined(translation.source), "I love you </s>");
    }
}

// The corpus of the first start, trained for a part of what the shipped weights are trained for.
TEST(Trainer, AlignsEnglishAndChinese) {
    auto shipped = shippedCorpus("english-chinese");
    ASSERT_TRUE(shipped.ok());
    const auto corpus = std::make_shared<Corpus>(*std::move(shipped));
    TrainingOptions options;
    options.steps = 250;
    Trainer trainer(corpus, options);
    EXPECT_GT(evaluate(trainer.model(), corpus->heldOut).alignment->errorRate().value(), 0.5);
    train(trainer, options.steps);
    const Evaluation evaluation = evaluate(trainer.model(), corpus->heldOut);
    EXPECT_GE(evaluation.exactMatch(), 0.8);
    EXPECT_LE(evaluation.alignment->errorRate().value(), 0.1);
    const Translation translation = translate(trainer.model(), {"I", "eat", "rice", "today"});
    EXPECT_EQ(joined(translation.target), "我 今天 吃 米饭 </s>");
    EXPECT_EQ(analysis::strongestLinks(translation.alpha, 4, 4), (std::vector<Cell>{{0, 0}, {1, 3}, {2, 1}, {3, 2}}));
}

TEST(Trainer, TheProblemOfASentenceGivesItsAlpha) {
    const auto corpus = smallCorpus();
    for (const ScoreFunction score :
         {ScoreFunction::additive, ScoreFunction::dot, ScoreFunction::general, ScoreFunction::scaled_dot}) {
        for (const Index decoder : {Index{24}, Index{20}}) {
            SCOPED_TRACE(std::string(attention::nameOf(score)) + " " + std::to_string(decoder));
            TrainingOptions options = smallOptions(score);
            options.sizes.decoder = decoder;
            Trainer trainer(corpus, options);
            train(trainer, 20);
            const Translation translation = align(trainer.model(), {"we", "see", "cats", "often"}, {"我们", "猫"});
            EXPECT_EQ(translation.alpha.rows(), 3);
            EXPECT_EQ(translation.alpha.cols(), 5);
            const auto attended = attention::attend<double>(translation.problem, score);
            ASSERT_TRUE(attended.ok()) << sentence(attended.error());
            EXPECT_TRUE(heedmap::test::near(attended->alpha, translation.alpha, 1e-10, 1));
        }
    }
}

TEST(Trainer, GreedyDecodingAgreesWithTheEvaluation) {
    const auto corpus = smallCorpus();
    for (const auto& score : {std::optional<ScoreFunction>(), std::optional(ScoreFunction::general)}) {
        Trainer trainer(corpus, smallOptions(score));
        train(trainer, 60); // half learnt
        Index exact = 0;
        for (const SentencePair& pair : corpus->heldOut) {
            std::vector<std::string> wanted = pair.target;
            wanted.emplace_back(endWord);
            exact += translate(trainer.model(), pair.source).target == wanted ? 1 : 0;
        }
        const Evaluation evaluation = evaluate(trainer.model(), corpus->heldOut);
        EXPECT_EQ(evaluation.exact, exact);
        Index sentences = 0;
        for (const LengthScore& length : evaluation.byLength)
            sentences += length.sentences;
        EXPECT_EQ(sentences, 30);
        EXPECT_EQ(evaluation.alignment.has_value(), score.has_value());
    }
}

TEST(Trainer, SameSeedSameBitsWhateverTheNumberOfThreads) {
    const auto corpus = smallCorpus();
    std::vector<std::vector<float>> weights;
    for (const unsigned threads : {1U, 2U, 3U}) {
        const tbb::global_control control(tbb::global_control::max_allowed_parallelism, threads);
        TrainingOptions options = smallOptions(ScoreFunction::additive);
        options.sizes.decoder = 200; // large enough for work to be spread
        options.sizes.embedding = 120;
        options.batch = 60;
        Trainer trainer(corpus, options);
        train(trainer, 4);
        weights.push_back(trainer.model().weights);
        trainer.reset();
        train(trainer, 4);
        EXPECT_TRUE(weights.back() == trainer.model().weights) << "after reset";
    }
    EXPECT_TRUE(weights[0] == weights[1]);
    EXPECT_TRUE(weights[0] == weights[2]);
    TrainingOptions other = smallOptions(ScoreFunction::additive);
    Trainer one(corpus, other);
    other.seed = 2;
    Trainer two(corpus, other);
    EXPECT_FALSE(one.model().weights == two.model().weights);
}

TEST(Trainer, SeesADivergenceWithin20StepsAndComesBack) {
    const auto corpus = smallCorpus();
    Trainer trainer(corpus, smallOptions(ScoreFunction::additive));
    train(trainer, 100);
    const double before = evaluate(trainer.model(), corpus->heldOut).loss;
    trainer.optimizerOptions().learningRate = 10;
    Index seen = 0;
    for (Index i = 1; i <= 20 && seen == 0; ++i) {
        trainer.step();
        const CurveShape shape = recognizeCurve(trainer.losses());
        if (shape == CurveShape::diverging || shape == CurveShape::notFinite)
            seen = i;
    }
    EXPECT_GT(seen, 0);
    EXPECT_GT(evaluate(trainer.model(), corpus->heldOut).loss, 2 * before);
    trainer.goBackToLastGood();
    EXPECT_LT(evaluate(trainer.model(), corpus->heldOut).loss, 1.5 * before + 0.1);
    trainer.optimizerOptions().learningRate = 1e-2;
    train(trainer, 10);
    EXPECT_LT(trainer.losses().back(), 2 * before + 0.2);
}

TEST(TrainingJob, PausesStepsAndStops) {
    Trainer trainer(smallCorpus(), smallOptions(ScoreFunction::dot));
    TrainingControl control;
    control.pause();
    std::mutex mutex;
    std::condition_variable changed;
    std::vector<StepReport> reports;
    std::jthread thread([&](std::stop_token stop) {
        runTraining(
            trainer, control, 1000000,
            [&](const StepReport& report) {
                const std::lock_guard lock(mutex);
                reports.push_back(report);
                changed.notify_all();
            },
            stop);
    });
    const auto waitFor = [&](std::size_t count) {
        std::unique_lock lock(mutex);
        return changed.wait_for(lock, std::chrono::seconds(20), [&] { return reports.size() >= count; });
    };
    control.stepOnce();
    control.stepOnce();
    ASSERT_TRUE(waitFor(2));
    EXPECT_TRUE(control.isPaused());
    control.setLearningRate(0.25);
    control.setClip(0.5);
    control.stepOnce();
    ASSERT_TRUE(waitFor(3));
    EXPECT_EQ(reports[0].step, 1);
    EXPECT_GT(reports[1].learningRate, 0.009);
    EXPECT_NEAR(reports[2].learningRate, 0.25, 0.01);
    control.resume();
    ASSERT_TRUE(waitFor(10));
    control.pause();
    thread.request_stop(); // a paused job stops too
    thread.join();
    EXPECT_EQ(static_cast<Index>(reports.size()), trainer.stepsTaken());
    EXPECT_EQ(trainer.options().optimizer.clip, 0.5);
}

TEST(TrainingJob, EndsAfterItsSteps) {
    Trainer trainer(smallCorpus(), smallOptions(std::nullopt));
    TrainingControl control;
    Index calls = 0;
    runTraining(trainer, control, 3, [&](const StepReport&) { ++calls; }, {});
    EXPECT_EQ(calls, 3);
    runTraining(trainer, control, 3, [&](const StepReport&) { ++calls; }, {});
    EXPECT_EQ(calls, 3);
}

TEST(ModelFile, ComesBackAsItWas) {
    const test::TemporaryFolder folder;
    for (const auto& score : {std::optional<ScoreFunction>(), std::optional(ScoreFunction::additive)}) {
        Trainer trainer(smallCorpus(), smallOptions(score));
        train(trainer, 3);
        Model model = trainer.model();
        model.notes["command"] = "heedmap align \xFF\"x\"";
        const std::string path = folder.path("model.safetensors");
        ASSERT_TRUE(writeModel(path, model).ok());
        const auto read = readModel(path);
        ASSERT_TRUE(read.ok()) << sentence(read.error());
        EXPECT_EQ(read->sizes, model.sizes);
        EXPECT_EQ(read->source.words(), model.source.words());
        EXPECT_EQ(read->target.words(), model.target.words());
        EXPECT_TRUE(read->weights == model.weights);
        EXPECT_EQ(read->notes.at("command"), "heedmap align \xEF\xBF\xBD\"x\"");
    }
}

TEST(ModelFile, HalvesAreHalfAsLargeAndAlignTheSame) {
    const test::TemporaryFolder folder;
    Trainer trainer(smallCorpus(), smallOptions(ScoreFunction::additive));
    train(trainer, 100);
    ASSERT_TRUE(writeModel(folder.path("whole"), trainer.model()).ok());
    ASSERT_TRUE(writeModel(folder.path("half"), trainer.model(), files::Precision::float16).ok());
    EXPECT_LT(test::contentsOf(folder.path("half")).size(), test::contentsOf(folder.path("whole")).size() * 6 / 10);
    const auto half = readModel(folder.path("half"));
    ASSERT_TRUE(half.ok()) << sentence(half.error());
    const Translation expected = translate(trainer.model(), {"I", "love", "you"});
    const Translation actual = translate(*half, {"I", "love", "you"});
    EXPECT_EQ(actual.target, expected.target);
    EXPECT_TRUE(heedmap::test::near(actual.alpha, expected.alpha, 0.02, 1));
}

TEST(ModelFile, RoundsToTheNearestHalf) {
    const auto value = [](std::uint32_t half) {
        return fromFloat16(static_cast<std::uint16_t>(half));
    };
    for (std::uint32_t half = 0; half < 0x7C00; ++half) {
        ASSERT_EQ(files::toFloat16(value(half)), half);
        ASSERT_EQ(files::toFloat16(-value(half)), half | 0x8000U);
        if (half + 1 == 0x7C00)
            break;
        const float middle = (value(half) + value(half + 1)) / 2;
        ASSERT_EQ(files::toFloat16(middle), half % 2 == 0 ? half : half + 1);
        ASSERT_EQ(files::toFloat16(std::nextafter(middle, 1e9F)), half + 1);
        ASSERT_EQ(files::toFloat16(std::nextafter(middle, 0.0F)), half);
    }
    EXPECT_EQ(files::toFloat16(65519.0F), 0x7BFF);
    EXPECT_EQ(files::toFloat16(65520.0F), 0x7C00);
    EXPECT_EQ(files::toFloat16(1e30F), 0x7C00);
    EXPECT_EQ(files::toFloat16(-INFINITY), 0xFC00);
    EXPECT_EQ(files::toFloat16(std::nanf("")), 0x7E00);
}

TEST(ModelFile, SaysWhatIsWrong) {
    const test::TemporaryFolder folder;
    Trainer trainer(smallCorpus(), smallOptions(ScoreFunction::dot));
    const std::string path = folder.path("model.safetensors");
    ASSERT_TRUE(writeModel(path, trainer.model()).ok());
    const std::string whole = test::contentsOf(path);
    const auto changed = [&](const std::string& from, const std::string& to) {
        std::string bytes = whole;
        const std::size_t at = bytes.find(from);
        HEEDMAP_EXPECTS(at != std::string::npos && from.size() == to.size());
        bytes.replace(at, from.size(), to);
        const std::string broken = folder.file("broken.safetensors", bytes);
        const auto model = readModel(broken);
        return model.ok() ? "no error" : sentence(model.error()).substr(broken.size() + 2);
    };
    EXPECT_EQ(changed("\"score\"", "\"skore\""),
              "this is no translation model: the metadata lack \"score\"; heedmap align --out makes one");
    EXPECT_EQ(changed("\"score\":\"dot\"", "\"score\":\"dox\""), "the model's \"score\" is damaged: \"dox\"");
    EXPECT_EQ(changed("\"decoder\":\"24\"", "\"decoder\":\"0x\""), "the model's \"decoder\" is damaged: \"0x\"");
    EXPECT_EQ(changed("\"decoder\":\"24\"", "\"decoder\":\"23\""),
              "the model's tensor bridge.weight is 24×24, but it has to be 24×23");
    EXPECT_EQ(changed("\"embedding\":\"16\"", "\"embedding\":\"17\""),
              "the model's tensor source.embedding is 15×16, but it has to be 15×17");
    const std::string other = folder.file("other.npy", "\x93NUMPY");
    EXPECT_FALSE(readModel(other).ok());
}
