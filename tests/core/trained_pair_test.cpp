#include "core/session/trained_pair.h"

#include "core/attention/attention.h"
#include "tests/support/core/near.h"

#include <gtest/gtest.h>

using namespace heedmap;
using namespace heedmap::seq2seq;
using attention::ScoreFunction;

namespace {

// Not trained, which makes no difference here: its weights are drawn at random.
std::shared_ptr<const Model> modelOf(ScoreFunction score, std::uint64_t seed) {
    auto model = std::make_shared<Model>();
    const std::vector<std::vector<std::string>> source{{"I", "love", "you", "cats"}};
    const std::vector<std::vector<std::string>> target{{"我", "爱", "你", "猫"}};
    model->source = Vocabulary::of(source);
    model->target = Vocabulary::of(target);
    model->sizes = {score, model->source.size(), model->target.size(), 6, 4, 8, 5};
    attention::RandomStream random(seed);
    for (std::size_t i = 0; i < static_cast<std::size_t>(ModelShape(model->sizes).table().size()); ++i)
        model->weights.push_back(static_cast<float>(random.normal() * 0.5));
    return model;
}

ModelSet models() {
    return {modelOf(ScoreFunction::additive, 1), modelOf(ScoreFunction::dot, 2), modelOf(ScoreFunction::general, 3),
            modelOf(ScoreFunction::scaled_dot, 4)};
}

const SentencePair pair{{"I", "love", "you"}, {"我", "爱", "你"}, std::vector<GoldLink>{{{0, 0}, true}}};

} // namespace

TEST(TrainedPair, EveryScoreFunctionComputesTheAlphaOfItsOwnModel) {
    const ModelSet set = models();
    const files::Session session = trainedSession(set, pair);
    EXPECT_EQ(session.name, "I love you");
    EXPECT_EQ(session.crossLabels, (Labels{{"我", "爱", "你", "⏎"}, {"I", "love", "you", "⏎"}}));
    EXPECT_EQ(session.gold, *pair.gold);
    ASSERT_EQ(session.panels.size(), 4U);
    EXPECT_EQ(session.own.size(), 3U);
    for (std::size_t i = 0; i < set.size(); ++i) {
        const ScoreFunction score = *set[i]->sizes.score;
        SCOPED_TRACE(attention::nameOf(score));
        EXPECT_EQ(session.panels[i].score, score);
        const auto attended = attention::attend<double>(session.problemOf(score), score);
        ASSERT_TRUE(attended) << sentence(attended.error());
        EXPECT_TRUE(test::near(attended->alpha, align(*set[i], pair.source, pair.target).alpha, 1e-12));
    }
}

TEST(TrainedPair, WithoutATargetTheFirstModelWritesOneForAll) {
    const ModelSet set = models();
    const files::Session session = trainedSession(set, {pair.source, {}, std::nullopt});
    std::vector<std::string> written = translate(*set.front(), pair.source).target;
    if (written.back() == endWord)
        written.back() = endLabel;
    else
        written.emplace_back(endLabel);
    EXPECT_EQ(session.crossLabels.rows, written);
    EXPECT_TRUE(session.gold.empty());
    EXPECT_EQ(session.operands(ScoreFunction::dot).q.rows(), std::ssize(written));
}
