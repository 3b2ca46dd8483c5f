// "Attention is not explanation", on a trained model: zeroing the largest weight changes the word in most sentences,
// and yet other weights can be found that leave the word's probabilities as they are.
#include "core/analysis/ablation.h"
#include "core/analysis/counter_alpha.h"
#include "core/analysis/divergence.h"
#include "core/seq2seq/model_file.h"
#include "core/seq2seq/next_word.h"
#include "core/seq2seq/shipped_corpora.h"
#include "tests/support/core/places.h"
#include "tests/support/core/skip.h"

#include <filesystem>
#include <gtest/gtest.h>

using namespace heedmap;
using namespace heedmap::seq2seq;

namespace {

const std::string weightsPath =
    heedmap::test::sourceFolder() + "/resources/weights/english-chinese-additive.safetensors";

#define HEEDMAP_TRAINED(model, corpus)                                                                                 \
    if (!std::filesystem::exists(weightsPath))                                                                         \
        HEEDMAP_SKIP("there are no trained weights at " + weightsPath);                                                \
    const Model model = readModel(weightsPath).value();                                                                \
    const Corpus corpus = shippedCorpus("english-chinese").value()

double totalVariationOf(const VectorD& a, const VectorD& b) {
    return (a - b).cwiseAbs().sum() / 2;
}

std::vector<std::string> firstWords(const std::vector<std::string>& words, std::size_t count) {
    return {words.begin(), words.begin() + static_cast<std::ptrdiff_t>(count)};
}

// Whether the word that stands behind `before` is another one without the largest weight.
bool changesWithoutTheLargest(const NextWord& next) {
    const MatrixD alpha = next.alpha().transpose();
    Index largest = 0;
    next.alpha().maxCoeff(&largest);
    const VectorD without = analysis::withoutWeight(alpha, next.values(), {0, largest}).weights;
    return mostLikely(next.probabilities(without)) != mostLikely(next.probabilities());
}

} // namespace

TEST(ExplainModel, WithoutTheLargestWeightTheWordChangesInMostSentences) {
    HEEDMAP_TRAINED(model, corpus);
    constexpr std::size_t sentences = 20;
    ASSERT_GE(corpus.heldOut.size(), sentences);
    std::size_t changed = 0;
    for (std::size_t s = 0; s < sentences; ++s) {
        const std::vector<std::string>& source = corpus.heldOut[s].source;
        const std::vector<std::string> said = translate(model, source).target;
        bool changes = false;
        for (std::size_t t = 0; !changes && t < said.size(); ++t)
            changes = changesWithoutTheLargest(NextWord(model, source, firstWords(said, t)));
        changed += changes ? 1 : 0;
    }
    RecordProperty("sentences_with_another_word", static_cast<int>(changed));
    EXPECT_GT(changed, sentences / 2) << "of " << sentences;
}

TEST(ExplainModel, OtherWeightsThatLeaveTheWordAreFoundForSomeAndToldHonestly) {
    HEEDMAP_TRAINED(model, corpus);
    constexpr std::size_t sentences = 8;
    analysis::CounterSearch search;
    search.epsilon = 0.02;
    search.restarts = 3;
    search.steps = 12;
    std::size_t found = 0;
    for (std::size_t s = 0; s < sentences; ++s) {
        SCOPED_TRACE("sentence " + std::to_string(s));
        const std::vector<std::string>& source = corpus.heldOut[s].source;
        const std::vector<std::string> said = translate(model, source).target;
        const NextWord next(model, source, firstWords(said, said.size() / 2));
        const analysis::WeightedOutput output{[&](const VectorD& alpha) { return next.probabilities(alpha); },
                                              totalVariationOf};
        const analysis::CounterAlpha result = analysis::findCounterAlpha(next.alpha(), {}, output, search);
        found += result.found ? 1 : 0;
        EXPECT_GE(result.weights.minCoeff(), 0);
        EXPECT_NEAR(result.weights.sum(), 1, 1e-9);
        const double moved = totalVariationOf(next.probabilities(), next.probabilities(result.weights));
        EXPECT_LT(moved, search.epsilon);
        EXPECT_NEAR(result.moved, moved, 1e-12);
        const double distance = totalVariationOf(next.alpha(), result.weights);
        EXPECT_NEAR(result.totalVariation, distance, 1e-12);
        EXPECT_EQ(result.found, distance >= search.leastMoved) << "what is not different enough is not called found";
        EXPECT_GT(result.tried, 0);
    }
    RecordProperty("counter_weights_found", static_cast<int>(found));
    EXPECT_GT(found, 0U) << "of " << sentences;
}
