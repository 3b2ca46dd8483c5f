#include "core/result.h"

#include <gtest/gtest.h>

using namespace heedmap;

namespace {
constexpr ErrorKind tooShort{"%1 bytes are needed, the file has %2"};
}

TEST(Error, SentenceNamesFileCauseAndPlace) {
    const Error error = makeError(tooShort, {"80", "12"}).in("a.npy").at("byte 10");
    EXPECT_EQ(sentence(error), "a.npy: 80 bytes are needed, the file has 12 (byte 10)");
}

TEST(Error, ValuesAreNotReplacedAgain) {
    EXPECT_EQ(fill("%1 and %2", {"%2", "b"}), "%2 and b");
    EXPECT_EQ(fill("100% of %1, %9", {"a"}), "100% of a, %9");
}

TEST(Error, WordsHaveValuesOfTheirOwnAndNamesStayAsTheyAre) {
    const Phrase words("%1 is \"%2\"", {std::string("range"), std::string("100%1")});
    EXPECT_EQ(sentence(words), "range is \"100%1\"");
    EXPECT_EQ(sentence(Phrase(std::string("50%1"))), "50%1");
    EXPECT_EQ(sentence(makeError(tooShort, {words, std::string("%1")})),
              "range is \"100%1\" bytes are needed, the file has %1");
    EXPECT_TRUE(words.isWords);
    EXPECT_FALSE(words.values[0].isWords);
}

TEST(Error, LongNamesAreShortened) {
    std::string name;
    for (int i = 0; i < 3000; ++i)
        name += "词";
    const std::string shown = shortened(name);
    EXPECT_LT(shown.size(), 250U);
    EXPECT_TRUE(shown.starts_with("词") && shown.ends_with("词")) << shown;
    EXPECT_EQ(shown.size() % 3, 0U) << "no character is cut in two";
    EXPECT_LT(sentence(makeError(tooShort, {name, name}).in("a.npy").at("tensor " + name)).size(), 900U);
    EXPECT_EQ(shortened("layer.0.attention"), "layer.0.attention");
    EXPECT_LT(shortened(std::string(3000, '\x80')).size(), 250U);
}

TEST(Result, HoldsAValueOrAnError) {
    const Result<int> value = 3;
    ASSERT_TRUE(value);
    EXPECT_EQ(*value, 3);
    const Result<int> error = makeError(tooShort);
    ASSERT_FALSE(error);
    EXPECT_TRUE(error.error().is(tooShort));
}

TEST(ResultDeathTest, ReadingTheValueOfAnErrorStops) {
    const Result<int> error = makeError(tooShort);
    EXPECT_DEATH(static_cast<void>(*error), "precondition failed");
}
