#include "core/seq2seq/corpus_file.h"

#include "tests/support/core/cases.h"
#include "tests/support/core/temporary_folder.h"

#include <gtest/gtest.h>
#include <set>

using namespace heedmap;
using namespace heedmap::seq2seq;

namespace {

using Words = std::vector<std::string>;

} // namespace

TEST(CorpusFile, ReadsTwoToFourColumns) {
    const test::TemporaryFolder folder;
    const std::string path = folder.file("pairs.tsv", "\xEF\xBB\xBFGo.\tVa !\r\n\n"
                                                      "I see\tJe vois\tby nobody\n"
                                                      "a b\tc d\t\t0-0 1p1\n"
                                                      "I love you\t我爱你");
    const auto file = readPairs(path);
    ASSERT_TRUE(file.ok()) << sentence(file.error());
    EXPECT_EQ(file->tokens, Tokens::words);
    EXPECT_TRUE(file->remarks.empty());
    const std::vector<SentencePair>* const pairs = &file->pairs;
    ASSERT_EQ(pairs->size(), 4U);
    EXPECT_EQ((*pairs)[0], (SentencePair{{"go", "."}, {"va", "!"}, std::nullopt}));
    EXPECT_EQ((*pairs)[1].source, (Words{"i", "see"}));
    EXPECT_FALSE((*pairs)[1].gold.has_value());
    EXPECT_EQ((*pairs)[2].gold, (std::vector<GoldLink>{{{0, 0}, true}, {{1, 1}, false}}));
    EXPECT_EQ((*pairs)[3].target, (Words{"我", "爱", "你"}));
}

TEST(CorpusFile, ReadsLinksFromASecondFile) {
    const test::TemporaryFolder folder;
    CorpusFileOptions options;
    const std::string path = folder.file("pairs.tsv", "a b\tc d\ne\tf\n");
    options.goldPath = folder.file("gold", "0\t1-1 2-1P\n1\t1-1\n");
    options.base = 1;
    const auto file = readPairs(path, options);
    ASSERT_TRUE(file.ok()) << sentence(file.error());
    const std::vector<SentencePair>* const pairs = &file->pairs;
    EXPECT_EQ((*pairs)[0].gold, (std::vector<GoldLink>{{{0, 0}, true}, {{0, 1}, false}}));
    EXPECT_EQ((*pairs)[1].gold, (std::vector<GoldLink>{{{0, 0}, true}}));
}

TEST(CorpusFile, LinksCountTheWordsThatBlanksMake) {
    const test::TemporaryFolder folder;
    const std::string text = "Mr. cat runs\tHr. kat lob\t\t0-0 1-1 2-2\na cat.\ten kat.\n";
    const auto file = readPairs(folder.file("mr.tsv", text));
    ASSERT_TRUE(file.ok()) << sentence(file.error());
    EXPECT_EQ(file->tokens, Tokens::blanks);
    EXPECT_EQ(file->pairs[0].source, (Words{"mr.", "cat", "runs"}));
    EXPECT_EQ(file->pairs[0].gold, (std::vector<GoldLink>{{{0, 0}, true}, {{1, 1}, true}, {{2, 2}, true}}));
    EXPECT_EQ(file->pairs[1].target, (Words{"en", "kat."})) << "one way for the whole file";
    ASSERT_EQ(file->remarks.size(), 1U);
    EXPECT_EQ(sentence(file->remarks[0]), "links number the words between blanks, so sentences are cut at blanks alone "
                                          "(1 of them would be split further)");
    CorpusFileOptions ofAModel;
    ofAModel.fixedTokens = true;
    const auto fixed = readPairs(folder.file("mr.tsv", text + "I see\tje vois\t\t0-0 1-1\n"), ofAModel);
    ASSERT_TRUE(fixed.ok()) << sentence(fixed.error());
    EXPECT_EQ(fixed->pairs[0].source, (Words{"mr", ".", "cat", "runs"}));
    EXPECT_FALSE(fixed->pairs[0].gold) << "its links count other words";
    EXPECT_TRUE(fixed->pairs[2].gold);
    EXPECT_EQ(sentence(fixed->remarks.at(0)),
              "the links of 1 sentences are left out: the model splits words of theirs further");
}

TEST(CorpusFile, LinksThatCountFrom1AreRecognised) {
    const test::TemporaryFolder folder;
    const auto file = readPairs(folder.file("ones.tsv", "a b\tx y\t\t1-1\nc d\tz w\t\t1-1 2-2\n"));
    ASSERT_TRUE(file.ok()) << sentence(file.error());
    EXPECT_EQ(file->pairs[0].gold, (std::vector<GoldLink>{{{0, 0}, true}}));
    ASSERT_EQ(file->remarks.size(), 1U);
    CorpusFileOptions fromZero;
    fromZero.base = 0;
    EXPECT_EQ(readPairs(folder.path("ones.tsv"), fromZero).error().place, "line 2");
}

TEST(CorpusFile, NamesTheLineThatIsWrong) {
    const test::TemporaryFolder folder;
    struct Row {
        std::string contents;
        std::string error;
    };
    for (const Row& row : {
             Row{"", "the file holds no sentence pairs"},
             Row{"\n \n", "the file holds no sentence pairs"},
             Row{"a\tb\n\nno tab\n", "a source and a target sentence with a tab between them are needed (line 3)"},
             Row{"a\tb\n\tc\n", "the source sentence is empty (line 2)"},
             Row{"a\t \n", "the target sentence is empty (line 1)"},
             Row{"a\tb\xFF\n", "the line is not UTF-8 (line 1)"},
             Row{"a\tb\t\t0-0 0:0",
                 "\"0:0\" is not an alignment link; write source-target as in 0-2, 0p2, 0-2S or 0-2P (line 1)"},
             Row{"a\tb\na b\tc\t\t2-0", "the link \"2-0\" points outside the 2 source and 1 target tokens (line 2)"},
         }) {
        const std::string path = folder.file("pairs.tsv", row.contents);
        const auto pairs = readPairs(path);
        ASSERT_FALSE(pairs.ok()) << row.contents;
        EXPECT_EQ(sentence(pairs.error()), path + ": " + row.error);
    }
    CorpusFileOptions options;
    const std::string path = folder.file("pairs.tsv", "a\tb\nc\td\n");
    options.goldPath = folder.file("gold", "0-0\n");
    EXPECT_EQ(sentence(readPairs(path, options).error()),
              options.goldPath + ": there are links for 1 pairs, but there are 2 pairs");
    options.goldPath = folder.file("gold", "0-0\n0-1\n");
    EXPECT_EQ(sentence(readPairs(path, options).error()),
              options.goldPath + ": the link \"0-1\" points outside the 1 source and 1 target tokens (line 2)");
}

TEST(CorpusFile, ReadsTheRealCorpus) {
    HEEDMAP_CASE(path, "corpora/eng-fra-5000.txt");
    const auto file = readPairs(path);
    ASSERT_TRUE(file.ok()) << sentence(file.error());
    const std::vector<SentencePair>* const pairs = &file->pairs;
    EXPECT_EQ(pairs->size(), 5000U);
    EXPECT_EQ((*pairs)[0], (SentencePair{{"go", "."}, {"va", "!"}, std::nullopt}));
    const auto corpus = splitCorpus(*pairs, 300, 1);
    ASSERT_TRUE(corpus.ok());
    EXPECT_EQ(corpus->heldOut.size(), 300U);
    EXPECT_GT(corpus->training.size(), 4000U);
    std::set<Words> sides;
    for (const SentencePair& pair : corpus->heldOut) {
        EXPECT_TRUE(sides.insert(pair.source).second) << joined(pair.source);
        sides.insert(pair.target);
    }
    for (const SentencePair& pair : corpus->training) {
        EXPECT_FALSE(sides.contains(pair.source)) << joined(pair.source);
        EXPECT_FALSE(sides.contains(pair.target)) << joined(pair.target);
    }
}

TEST(SplitCorpus, NeedsTwoPairs) {
    EXPECT_EQ(sentence(splitCorpus({SentencePair{{"a"}, {"b"}, std::nullopt}}, 1, 1).error()),
              "1 sentence pairs are too few to train and to judge with; at least 2 are needed");
    const auto corpus = splitCorpus({{{"a"}, {"b"}, std::nullopt}, {{"c"}, {"d"}, std::nullopt}}, 50, 1);
    ASSERT_TRUE(corpus.ok());
    EXPECT_EQ(corpus->heldOut.size(), 1U);
    EXPECT_EQ(corpus->training.size(), 1U);
}

TEST(SplitCorpus, SentencesThatRepeatLeaveSomeToTrainWith) {
    std::vector<SentencePair> pairs;
    for (int i = 0; i < 2000; ++i)
        pairs.push_back({{"s" + std::to_string(i % 97)}, {"t" + std::to_string(i % 89)}, std::nullopt});
    const auto corpus = splitCorpus(pairs, 200, 1);
    ASSERT_TRUE(corpus.ok()) << sentence(corpus.error());
    EXPECT_GT(corpus->heldOut.size(), 20U);
    EXPECT_LE(corpus->heldOut.size(), 44U);
    EXPECT_GT(corpus->training.size(), 100U);
}

TEST(SplitCorpus, SaysWhenTooFewSentencesDiffer) {
    const SentencePair ax{{"a"}, {"x"}, std::nullopt};
    const SentencePair ay{{"a"}, {"y"}, std::nullopt};
    const SentencePair bx{{"b"}, {"x"}, std::nullopt};
    EXPECT_EQ(sentence(splitCorpus({ax, ay, ax}, 1, 1).error()),
              "all 3 pairs have the same sentence on one side; at least 2 different ones are needed");
    // Whichever is held out, one of the two others goes with it, or both.
    for (std::uint64_t seed = 0; seed < 8; ++seed) {
        const auto corpus = splitCorpus({ax, ay, bx}, 1, seed);
        if (corpus.ok()) {
            EXPECT_EQ(corpus->training.size(), 1U) << seed;
        } else {
            EXPECT_EQ(sentence(corpus.error()), "the 3 sentence pairs repeat too few sentences: none is left to train "
                                                "with that is not judged with");
        }
    }
}
