#include "core/seq2seq/shipped_corpora.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <set>

using namespace heedmap;
using namespace heedmap::seq2seq;

namespace {

using Words = std::vector<std::string>;

// "0-0 1p2", in order.
std::string linksOf(const SentencePair& pair) {
    std::vector<std::string> links;
    for (const GoldLink& link : *pair.gold)
        links.push_back(std::to_string(link.cell.column) + (link.sure ? "-" : "p") + std::to_string(link.cell.row));
    std::ranges::sort(links);
    return joined(links);
}

SentencePair only(std::string_view text) {
    const auto grammar = Grammar::parse(text);
    if (!grammar) {
        ADD_FAILURE() << sentence(grammar.error());
        return {};
    }
    return grammar->corpus(1, 0, 1).training.at(0);
}

} // namespace

TEST(Grammar, DerivesBothSidesWithTheirLinks) {
    const SentencePair pair =
        only("title A → B\n"
             "sentence:\n"
             "  <who> do not <verb> <what> <when> = <who> <when> ne <verb> pas <what> @ 1p2 2-2 2-4\n"
             "who:\n  I = je\n"
             "verb:\n  look at = regarde\n"
             "what:\n  the <thing> = les <thing> bleus @ 0-0\n"
             "thing:\n  cars = voitures\n"
             "when:\n  today = au jour d'hui\n");
    EXPECT_EQ(joined(pair.source), "I do not look at the cars today");
    EXPECT_EQ(joined(pair.target), "je au jour d'hui ne regarde pas les voitures bleus");
    EXPECT_EQ(linksOf(pair), "0-0 1p4 2-4 2-6 3-5 4-5 5-7 6-8 7-1 7-2 7-3");
}

TEST(Grammar, TakesARuleTwiceAndCutsCharacters) {
    const SentencePair pair = only("tokens characters\n"
                                   "sentence:\n  <d> _ <d#2> march = <d#2> <d> 03 @ 3p2\n"
                                   "d:\n  7 = 7\n");
    EXPECT_EQ(joined(pair.source), "7 ␣ 7 m a r c h");
    EXPECT_EQ(joined(pair.target), "7 7 0 3");
    EXPECT_EQ(linksOf(pair), "0-1 2-0 3p2 3p3 4p2 4p3 5p2 5p3 6p2 6p3 7p2 7p3");
}

TEST(Grammar, CopiesAndReverses) {
    const SentencePair copy = only("copy 3 3\nwords:\n  a\n");
    EXPECT_EQ(joined(copy.target), "a a a");
    EXPECT_EQ(linksOf(copy), "0-0 1-1 2-2");
    const auto grammar = Grammar::parse("reverse 2 5\nwords:\n  a b\n  c\n");
    ASSERT_TRUE(grammar.ok());
    for (const SentencePair& pair : grammar->corpus(50, 0, 3).training) {
        Words backwards(pair.source.rbegin(), pair.source.rend());
        EXPECT_EQ(pair.target, backwards);
        EXPECT_GE(pair.source.size(), 2U);
        EXPECT_LE(pair.source.size(), 5U);
        for (const GoldLink& link : *pair.gold)
            EXPECT_EQ(link.cell.row + link.cell.column, std::ssize(pair.source) - 1);
    }
}

TEST(Grammar, WeightsMakeAlternativesLikely) {
    const auto grammar = Grammar::parse("sentence:\n  [9] <n> a = <n> a\n  <n> b = <n> b\nn:\n"
                                        "  <d> <d#2> <d#3> = <d> <d#2> <d#3>\nd:\n"
                                        "  0 = 0 | 1 = 1 | 2 = 2 | 3 = 3 | 4 = 4 | 5 = 5 | 6 = 6 | 7 = 7 | 8 = 8\n");
    ASSERT_TRUE(grammar.ok());
    const Corpus corpus = grammar->corpus(300, 0, 5);
    const auto often = std::ranges::count_if(corpus.training, [](const auto& pair) { return pair.source[3] == "a"; });
    EXPECT_GT(often, 240);
    EXPECT_LT(often, 300);
}

TEST(Grammar, EndsWhenThereIsNothingNewToSay) {
    const auto grammar =
        Grammar::parse("held out a = A\nsentence:\n  <w> = <w>\nw:\n  a = A | b = B | c = C | d = A\n");
    ASSERT_TRUE(grammar.ok());
    const Corpus corpus = grammar->corpus(100, 1, 1);
    EXPECT_EQ(corpus.heldOut.size(), 1U);
    EXPECT_EQ(corpus.training.size(), 2U); // "d" would say "A" again
}

TEST(Grammar, NamesTheLineThatIsWrong) {
    struct Row {
        std::string text;
        std::string sentence;
    };
    for (const Row& row : {
             Row{"", "there is no rule \"sentence\" (line 1)"},
             Row{"titel x",
                 "\"titel x\" is not a heading; write title, tokens, held out, copy, reverse, or a rule's name and a "
                 "colon (line 1)"},
             Row{"# x\n\ncopy 4 2",
                 "\"copy\" takes two whole numbers, the smaller first and at least 1, as in copy 2 40 (line 3)"},
             Row{"s:\n  a b", "\"a b\" needs two sides with \" = \" between them (line 2)"},
             Row{"s:\n  a = b = c", "\"a = b = c\" needs two sides with \" = \" between them (line 2)"},
             Row{"s:\n  <x> a = b",
                 "<x> stands on one side only, or more than once; write <x#2> for a second (line 2)"},
             Row{"s:\n  <x> <x> = <x> <x>",
                 "<x> stands on one side only, or more than once; write <x#2> for a second (line 2)"},
             Row{"s:\n  a = b\n  <x> = <x>", "there is no rule \"x\" (line 3)"},
             Row{"s:\n  <x> = <x>\nx:\n  a = b\n  <s> = <s>",
                 "the rule \"s\" calls itself, so that a sentence may have no end (line 5)"},
             Row{"s:\n  [0] a = b", "\"[0]\" is not a weight; write a whole number from 1 up, as in [3] (line 2)"},
             Row{"s:\n  [2 a = b", "\"[2 a = b\" is not a weight; write a whole number from 1 up, as in [3] (line 2)"},
             Row{"s:\n  a = b @ 0-1", "the link \"0-1\" points outside the 1 source and 1 target tokens (line 2)"},
             Row{"s:\n  a = b @ x",
                 "\"x\" is not an alignment link; write source-target as in 0-2, 0p2, 0-2S or 0-2P (line 2)"},
         }) {
        const auto grammar = Grammar::parse(row.text);
        ASSERT_FALSE(grammar.ok()) << row.text;
        EXPECT_EQ(sentence(grammar.error()), row.sentence);
    }
}

TEST(ShippedCorpora, AreWhatTheyPromise) {
    std::set<std::string> names;
    for (const ShippedGrammar& shipped : shippedGrammars()) {
        const std::string name(shipped.name);
        SCOPED_TRACE(name);
        names.insert(name);
        const auto corpus = shippedCorpus(name);
        ASSERT_TRUE(corpus.ok()) << sentence(corpus.error());
        EXPECT_FALSE(corpus->title.empty());
        EXPECT_EQ(corpus->heldOut.size(), 200U);
        EXPECT_GE(corpus->training.size(), 1800U);
        std::set<Words> sources;
        std::set<Words> targets;
        std::set<std::string> sourceWords;
        std::set<std::string> targetWords;
        for (const SentencePair& pair : corpus->training) {
            EXPECT_TRUE(sources.insert(pair.source).second) << joined(pair.source);
            EXPECT_TRUE(targets.insert(pair.target).second) << joined(pair.target);
            sourceWords.insert(pair.source.begin(), pair.source.end());
            targetWords.insert(pair.target.begin(), pair.target.end());
        }
        if (name.starts_with("english")) {
            EXPECT_GE(sourceWords.size(), 200U);
            EXPECT_GE(sourceWords.size() + targetWords.size(), 380U);
        }
        for (const SentencePair& pair : corpus->heldOut) {
            EXPECT_FALSE(sources.contains(pair.source)) << joined(pair.source);
            EXPECT_FALSE(targets.contains(pair.target)) << joined(pair.target);
            for (const std::string& word : pair.source)
                EXPECT_TRUE(sourceWords.contains(word)) << word;
            for (const std::string& word : pair.target)
                EXPECT_TRUE(targetWords.contains(word)) << word;
        }
    }
    EXPECT_EQ(names, (std::set<std::string>{"copy", "dates", "english-chinese", "english-french", "english-german",
                                            "reverse"}));
}

TEST(ShippedCorpora, EveryLinkIsInsideAndEveryPairHasSureOnes) {
    for (const ShippedGrammar& shipped : shippedGrammars()) {
        const auto corpus = shippedCorpus(shipped.name);
        ASSERT_TRUE(corpus.ok());
        for (const auto* pairs : {&corpus->training, &corpus->heldOut})
            for (const SentencePair& pair : *pairs) {
                bool anySure = false;
                for (const GoldLink& link : *pair.gold) {
                    ASSERT_LT(link.cell.row, std::ssize(pair.target)) << joined(pair.target);
                    ASSERT_LT(link.cell.column, std::ssize(pair.source)) << joined(pair.source);
                    anySure = anySure || link.sure;
                }
                EXPECT_TRUE(anySure) << joined(pair.source);
            }
    }
}

TEST(ShippedCorpora, HoldOutTheSentenceOfTheFirstStart) {
    const auto corpus = shippedCorpus("english-chinese");
    ASSERT_TRUE(corpus.ok());
    EXPECT_EQ(joined(corpus->heldOut[0].source), "I love you");
    EXPECT_EQ(joined(corpus->heldOut[0].target), "我 爱 你");
    EXPECT_EQ(linksOf(corpus->heldOut[0]), "0-0 1-1 2-2");
    EXPECT_EQ(linksOf(corpus->heldOut[1]), "0-0 1-2 2-3 3-1");
}

TEST(ShippedCorpora, AreTheSameEveryTime) {
    const auto first = shippedCorpus("english-german");
    const auto second = shippedCorpus("english-german");
    ASSERT_TRUE(first.ok() && second.ok());
    EXPECT_EQ(first->training, second->training);
    EXPECT_EQ(first->heldOut, second->heldOut);
}

TEST(ShippedCorpora, SayWhichNameIsNearest) {
    const auto corpus = shippedCorpus("english-chinise");
    ASSERT_FALSE(corpus.ok());
    EXPECT_EQ(sentence(corpus.error()), "there is no corpus \"english-chinise\"; did you mean \"english-chinese\"? A "
                                        "file has to be named with its path");
}
