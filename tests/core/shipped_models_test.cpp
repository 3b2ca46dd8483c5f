// The trained models that come with the program: each does what it is there for, and training it again begins as it is
// written down in resources/weights/weights.json.
#include "core/seq2seq/shipped_models.h"

#include "core/seq2seq/evaluation.h"
#include "core/seq2seq/shipped_corpora.h"
#include "core/seq2seq/trainer.h"
#include "tests/support/core/places.h"

#include <fstream>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace heedmap::seq2seq {
namespace {

using attention::ScoreFunction;

const std::vector<std::optional<ScoreFunction>> scores{ScoreFunction::additive, ScoreFunction::dot,
                                                       ScoreFunction::general, std::nullopt, ScoreFunction::scaled_dot};

Model loaded(std::string_view corpus, const std::optional<ScoreFunction>& score) {
    const ShippedModel* const shipped = shippedModel(corpus, score);
    EXPECT_NE(shipped, nullptr) << corpus << " " << nameOfScore(score);
    auto model = load(*shipped);
    EXPECT_TRUE(model) << sentence(model.error());
    return *std::move(model);
}

nlohmann::json recordOf(std::string_view name) {
    std::ifstream file(heedmap::test::sourceFolder() + "/resources/weights/weights.json");
    for (const auto& record : nlohmann::json::parse(file))
        if (record["model"] == name)
            return record;
    ADD_FAILURE() << "weights.json says nothing of " << name;
    return {};
}

TEST(ShippedModels, EveryCorpusHasOneOfEachScoreFunctionAndOneWithout) {
    std::vector<std::string> expected;
    for (const ShippedGrammar& grammar : shippedGrammars())
        for (const auto& score : scores) {
            const std::string name = std::string(grammar.name) + "-" + nameOfScore(score);
            const ShippedModel* const shipped = shippedModel(grammar.name, score);
            ASSERT_NE(shipped, nullptr) << name;
            EXPECT_EQ(shippedModel(name), shipped);
            expected.push_back(name);
        }
    std::vector<std::string> names;
    for (const ShippedModel& shipped : shippedModels())
        names.emplace_back(shipped.name);
    EXPECT_EQ(names, expected);
    EXPECT_EQ(shippedModel("english-chinese", ScoreFunction::cosine), nullptr);
    EXPECT_EQ(shippedModel("english", ScoreFunction::dot), nullptr);
    EXPECT_EQ(shippedModel("english-chinese"), nullptr);
}

TEST(ShippedModels, AreTrainedBySaidCommands) {
    for (const ShippedModel& shipped : shippedModels()) {
        const auto model = load(shipped);
        ASSERT_TRUE(model) << sentence(model.error());
        EXPECT_EQ(model->sizes.score, shipped.score) << shipped.name;
        EXPECT_EQ(model->notes.at("corpus"), shipped.corpus);
        EXPECT_EQ(recordOf(shipped.name)["command"], model->notes.at("command"));
        EXPECT_NE(model->notes.at("command").find("--corpus " + std::string(shipped.corpus) + " --score " +
                                                  nameOfScore(shipped.score) + " "),
                  std::string::npos)
            << model->notes.at("command");
    }
}

class AdditiveModels : public testing::TestWithParam<const char*> {};

TEST_P(AdditiveModels, AlignPairsTheyHaveNotSeen) {
    const auto corpus = shippedCorpus(GetParam());
    ASSERT_TRUE(corpus);
    const Evaluation evaluation = evaluate(loaded(GetParam(), ScoreFunction::additive), corpus->heldOut);
    ASSERT_TRUE(evaluation.alignment);
    EXPECT_LE(evaluation.alignment->errorRate().value(), 0.05);
    const nlohmann::json record = recordOf(std::string(GetParam()) + "-additive");
    EXPECT_NEAR(evaluation.alignment->errorRate().value(), record["aer"].get<double>(),
                0.005); // the weights were rounded
    EXPECT_NEAR(evaluation.exactMatch(), record["exact_match"].get<double>(), 0.021);
}

INSTANTIATE_TEST_SUITE_P(OfEveryCorpus, AdditiveModels,
                         testing::Values("english-chinese", "english-french", "english-german", "dates", "copy",
                                         "reverse"),
                         [](const auto& test) {
                             std::string name = test.param;
                             std::erase(name, '-');
                             return name;
                         });

TEST(ShippedModels, TranslateThePairOfTheFirstStart) {
    const std::vector<std::string> source{"I", "love", "you"};
    const std::vector<std::string> target{"我", "爱", "你", endWord};
    for (const auto& score : scores) {
        if (!score)
            continue;
        const Translation translation = translate(loaded("english-chinese", score), source);
        EXPECT_EQ(translation.target, target) << nameOfScore(score);
        EXPECT_EQ(translation.alpha.rows(), 4);
        EXPECT_EQ(translation.alpha.cols(), 4);
    }
}

TEST(ShippedModels, WithoutAttentionHaveAsManyParameters) {
    for (const ShippedGrammar& grammar : shippedGrammars()) {
        const auto without = static_cast<double>(loaded(grammar.name, std::nullopt).weights.size());
        const auto additive = static_cast<double>(loaded(grammar.name, ScoreFunction::additive).weights.size());
        EXPECT_NEAR(without / additive, 1.0, 0.02) << grammar.name;
    }
}

TEST(ShippedModels, TrainingOneAgainTakesTheSameCourse) {
    auto corpus = shippedCorpus("english-chinese");
    ASSERT_TRUE(corpus);
    TrainingOptions options;
    options.steps = 1200;
    Trainer trainer(std::make_shared<Corpus>(*std::move(corpus)), options);
    const auto losses = recordOf("english-chinese-additive")["first_losses"].get<std::vector<double>>();
    ASSERT_EQ(losses.size(), 10U);
    // Other processors add up in another order, and every step goes on from what the one before has made of that.
    for (std::size_t step = 0; step < losses.size(); ++step)
        ASSERT_NEAR(trainer.step().loss, losses[step], 1e-4 * losses[step]) << "step " << step;
}

TEST(ShippedModels, DamagedContentsAreToldByName) {
    const ShippedModel& shipped = shippedModels().front();
    const auto cut = readModel("some.safetensors", {shipped.contents.first(shipped.contents.size() - 1), nullptr});
    ASSERT_FALSE(cut);
    EXPECT_EQ(cut.error().file, "some.safetensors");
    EXPECT_FALSE(readModel("empty", files::Bytes{}));
}

} // namespace
} // namespace heedmap::seq2seq
