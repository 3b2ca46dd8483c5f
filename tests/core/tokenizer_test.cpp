#include "core/seq2seq/tokenizer.h"
#include "core/seq2seq/vocabulary.h"

#include <gtest/gtest.h>
#include <set>

using namespace heedmap::seq2seq;

using Words = std::vector<std::string>;

TEST(Tokenizer, CutsWords) {
    struct Row {
        std::string text;
        Words tokens;
    };
    for (const Row& row : {
             Row{"", {}},
             Row{"   \t ", {}},
             Row{"I love you", {"I", "love", "you"}},
             Row{"  Go.  Now!\r\n", {"Go", ".", "Now", "!"}},
             Row{"Va !", {"Va", "!"}},
             Row{"J'aime l'été…", {"J'aime", "l'été", "…"}},
             Row{"at 12:30, 3.5 kg", {"at", "12:30", ",", "3.5", "kg"}},
             Row{"«\u00A0Salut\u202F!\u00A0»", {"«", "Salut", "!", "»"}},
             Row{"我 今天 吃 米饭", {"我", "今天", "吃", "米饭"}},
             Row{"我爱你。", {"我", "爱", "你", "。"}},
             Row{"私はABCです", {"私", "は", "ABC", "で", "す"}},
             Row{"\xFF\xFEx", {"\xFF\xFEx"}},
             Row{"\xE6\x88", {"\xE6\x88"}},
         })
        EXPECT_EQ(tokenize(row.text), row.tokens) << row.text;
}

TEST(Tokenizer, CutsCharacters) {
    EXPECT_EQ(tokenize(" 3 mär ", Tokens::characters), (Words{"3", "␣", "m", "ä", "r"}));
    EXPECT_EQ(tokenize("", Tokens::characters), Words());
}

TEST(Tokenizer, CutsChineseIntoKnownWords) {
    const std::set<std::string> known{"今天", "米饭", "我", "吃"};
    const auto knows = [&](const std::string& word) {
        return known.contains(word);
    };
    EXPECT_EQ(tokenizeKnown("我今天吃米饭", Tokens::words, knows), (Words{"我", "今天", "吃", "米饭"}));
    EXPECT_EQ(tokenizeKnown("我今年吃", Tokens::words, knows), (Words{"我", "今", "年", "吃"}));
    EXPECT_EQ(tokenizeKnown("I eat", Tokens::words, knows), (Words{"I", "eat"}));
}

TEST(Tokenizer, MakesCapitalsSmall) {
    EXPECT_EQ(lowerCase("ÀÉÖ ŁÓDŹ ÇA × Ÿ ΑΩ ПРИВЕТ Ё 我 İ"), "àéö łódź ça × Ÿ αω привет ё 我 İ");
}

TEST(Vocabulary, NumbersWordsInOrderOfAppearance) {
    const std::vector<Words> sentences{{"I", "love", "you"}, {"you", "love"}};
    const Vocabulary vocabulary = Vocabulary::of(sentences);
    EXPECT_EQ(vocabulary.words(), (Words{"<unk>", "</s>", "I", "love", "you"}));
    EXPECT_EQ(vocabulary.ids(Words{"you", "hate", "i"}), (std::vector<WordId>{4, unknownId, 2, endId}));
    EXPECT_EQ(vocabulary.tokens(std::vector<WordId>{2, 3, endId, 4}), (Words{"I", "love"}));
    EXPECT_EQ(Vocabulary::of(sentences, 2).words(), (Words{"<unk>", "</s>", "love", "you"}));
    EXPECT_EQ(Vocabulary::ofWords(vocabulary.words()).words(), vocabulary.words());
}

TEST(Vocabulary, NamesUnknownWordsAndTheNearestKnownOnes) {
    const Vocabulary vocabulary = Vocabulary::ofWords({"<unk>", "</s>", "love", "loves", "flowers", "you"});
    const auto unknown = vocabulary.unknown(Words{"you", "lvoe", "it"}, 2);
    ASSERT_EQ(unknown.size(), 2U);
    EXPECT_EQ(unknown[0], (UnknownToken{1, "lvoe", {"love", "loves"}}));
    EXPECT_EQ(unknown[1].position, 2U);
    EXPECT_EQ(unknown[1].nearest.size(), 2U);
    EXPECT_TRUE(Vocabulary().unknown(Words{"a"})[0].nearest.empty());
}
