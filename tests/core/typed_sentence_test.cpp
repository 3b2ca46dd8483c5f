#include "core/session/typed_sentence.h"

#include <gtest/gtest.h>

namespace heedmap::seq2seq {
namespace {

using Words = std::vector<std::string>;
using attention::ScoreFunction;

TEST(TypedSentence, IsTranslatedUnderAllScoreFunctions) {
    const auto session = openTypedSentence("they do not wash the red cars");
    ASSERT_TRUE(session) << sentence(session.error());
    EXPECT_EQ(session->corpus, "english-french");
    EXPECT_EQ(session->crossLabels.rows, (Words{"ils", "ne", "lavent", "pas", "les", "voitures", "rouges", "⏎"}));
    ASSERT_EQ(session->panels.size(), 4U);
    for (const files::Panel& panel : session->panels)
        EXPECT_EQ(session->operands(panel.score).q.rows(), 8);
    EXPECT_TRUE(session->hasOwn(ScoreFunction::dot));
}

TEST(TypedSentence, OfTheCorpusHasItsGoldLinks) {
    const auto session = openTypedSentence("I  eat rice today");
    ASSERT_TRUE(session) << sentence(session.error());
    EXPECT_EQ(session->corpus, "english-chinese");
    EXPECT_EQ(session->crossLabels.rows, (Words{"我", "今天", "吃", "米饭", "⏎"}));
    EXPECT_EQ(session->gold.size(), 4U);
}

TEST(TypedSentence, OfCharactersIsReadWhereNoWordIsKnown) {
    const auto session = openTypedSentence("4 July 1999");
    ASSERT_TRUE(session) << sentence(session.error());
    EXPECT_EQ(session->corpus, "dates");
}

TEST(TypedSentence, SaysWhatIsNotKnown) {
    EXPECT_EQ(sentence(openTypedSentence("they wsh cars").error()),
              "the models of english-chinese know most of it, but not \"wsh\"; near it are wash, use, she");
    EXPECT_EQ(sentence(openTypedSentence("Ωμέγα").error()), "no shipped model knows a word of \"Ωμέγα\"");
    EXPECT_EQ(sentence(openTypedSentence("").error()), "no shipped model knows a word of \"\"");
}

} // namespace
} // namespace heedmap::seq2seq
