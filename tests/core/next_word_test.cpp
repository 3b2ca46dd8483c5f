#include "core/seq2seq/next_word.h"

#include "core/seq2seq/network.h"
#include "tests/support/core/near.h"

#include <cmath>
#include <gtest/gtest.h>

using namespace heedmap;
using namespace heedmap::seq2seq;
using attention::ScoreFunction;

namespace {

const std::vector<std::string> source{"a", "b", "c", "b"};
const std::vector<std::string> target{"x", "y", "z"};
constexpr std::array attending{ScoreFunction::additive, ScoreFunction::dot, ScoreFunction::general,
                               ScoreFunction::scaled_dot};

// Weights that training would begin with.
Model untrained(ScoreFunction score) {
    Model model;
    model.source = Vocabulary::ofWords({"<unk>", "</s>", "a", "b", "c"});
    model.target = Vocabulary::ofWords({"<unk>", "</s>", "x", "y", "z"});
    model.sizes = {score, 5, 5, 3, 2, 4, 5};
    model.weights = ModelShape(model.sizes).table().seeded<float>(4);
    return model;
}

} // namespace

TEST(NextWord, IsWhatAlignSees) {
    for (const ScoreFunction score : attending) {
        SCOPED_TRACE(attention::nameOf(score));
        const Model model = untrained(score);
        const Translation whole = align(model, source, target);
        double loss = 0;
        for (std::size_t t = 0; t <= target.size(); ++t) {
            const NextWord next(model, source, {target.begin(), target.begin() + static_cast<std::ptrdiff_t>(t)});
            EXPECT_TRUE(test::near(next.alpha().transpose(), whole.alpha.row(static_cast<Index>(t)), 1e-14));
            EXPECT_TRUE(test::near(next.values(), whole.problem.v, 1e-14));
            EXPECT_NEAR(next.probabilities().sum(), 1, 1e-14);
            const std::vector<WordId> ids = model.target.ids(target);
            loss -= std::log(next.probabilities()(ids[t])) / 4;
        }
        EXPECT_NEAR(loss, whole.loss, 1e-12);
    }
}

TEST(NextWord, OtherWeightsAreTakenAndGivenBack) {
    const Model model = untrained(ScoreFunction::additive);
    for (const std::vector<std::string>& before : {std::vector<std::string>{}, {"x"}, {"x", "y"}}) {
        const NextWord next(model, source, before);
        EXPECT_EQ(next.probabilities(next.alpha()), next.probabilities());
        VectorD other = VectorD::Zero(5);
        other(2) = 1;
        const VectorD changed = next.probabilities(other);
        EXPECT_GT((changed - next.probabilities()).cwiseAbs().maxCoeff(), 1e-6);
        EXPECT_NEAR(changed.sum(), 1, 1e-14);
        EXPECT_EQ(next.probabilities(next.alpha()), next.probabilities()) << "nothing stays behind";
    }
}

TEST(NextWord, UnknownCannotBeSaid) {
    EXPECT_EQ(mostLikely(VectorD{{0.9, 0.02, 0.05, 0.03}}), 2);
    EXPECT_EQ(mostLikely(VectorD{{0.9, 0.1}}), endId);
}
