#include "core/analysis/words_from_pieces.h"

#include "tests/support/core/case_file.h"
#include "tests/support/core/cases.h"
#include "tests/support/core/grid_source.h"

#include <cmath>
#include <fstream>
#include <gtest/gtest.h>
#include <limits>
#include <nlohmann/json.hpp>

namespace heedmap::analysis {
namespace {

using test::CaseFile;
using test::GridSource;
using Tokens = std::vector<std::string>;

Tokens textsOf(const Tokens& pieces) {
    Tokens texts;
    Index at = 0;
    for (const Word& word : wordsFromPieces(pieces)) {
        EXPECT_EQ(word.first, at) << "every piece is in one word, in order";
        EXPECT_GT(word.end, word.first);
        at = word.end;
        texts.push_back(word.text);
    }
    EXPECT_EQ(at, static_cast<Index>(pieces.size()));
    return texts;
}

TEST(WordsFromPieces, OfEveryKindOfMarks) {
    struct {
        PieceMarks marks;
        Tokens pieces;
        Tokens words;
    } const cases[] = {
        {PieceMarks::byteLevel,
         {"Data", "Ġvisual", "ization", "Ġem", "powers", "."},
         {"Data", "visualization", "empowers", "."}},
        {PieceMarks::byteLevel,
         {"ĠJohn", "'s", "Ġco", "-", "op", "Ċ", "The", "Ġ", "Ġend"},
         {"John's", "co-op", "\n", "The", " ", "end"}},
        {PieceMarks::byteLevel, {"æĪ", "ĳ", "ĠçĪ", "±", "ä½ł"}, {"我", "爱", "你"}},
        {PieceMarks::byteLevel, {"<|endoftext|>", "Hello", "Ġw", "Ã¶", "rld"}, {"<|endoftext|>", "Hello", "wörld"}},
        {PieceMarks::metaspace,
         {"<s>", "▁Mrs", "▁Dur", "s", "ley", ",", "▁big", "</s>"},
         {"<s>", "Mrs", "Dursley", ",", "big", "</s>"}},
        {PieceMarks::metaspace,
         {"▁", "9", "0", "▁", "<0xE6>", "<0x88>", "<0x91>", "▁ok", "▁"},
         {"90", "我", "ok", " "}},
        {PieceMarks::metaspace, {"▁我", "爱", "你"}, {"我", "爱", "你"}},
        {PieceMarks::wordPiece, {"[CLS]", "un", "##aff", "##able", "!", "[SEP]"}, {"[CLS]", "unaffable", "!", "[SEP]"}},
        {PieceMarks::continuation, {"to@@", "ken@@", "izer", "works", "<eos>"}, {"tokenizer", "works", "<eos>"}},
        {PieceMarks::endOfWord, {"<|startoftext|>", "pho", "to</w>", "of</w>"}, {"<|startoftext|>", "photo", "of"}},
        {PieceMarks::joiner, {"Hello", "￭,", "wor￭", "ld"}, {"Hello,", "world"}},
        {PieceMarks::leadingSpace, {"Art", "ificial", " Intelligence", " is"}, {"Artificial", "Intelligence", "is"}},
        {PieceMarks::none, {"I", "love", "you", "ĉu", "你"}, {"I", "love", "you", "ĉu", "你"}},
        {PieceMarks::none, {}, {}},
        {PieceMarks::none, {"", "a", ""}, {"", "a", ""}},
    };
    for (const auto& c : cases) {
        SCOPED_TRACE(c.words.empty() ? "nothing" : c.words.back());
        EXPECT_EQ(marksIn(c.pieces), c.marks);
        EXPECT_EQ(textsOf(c.pieces), c.words);
    }
}

TEST(WordsFromPieces, SpecialTokens) {
    for (const char* special : {"<s>", "</s>", "<pad>", "<|endoftext|>", "[CLS]", "[SEP]", "[unused]", "<0xZZ>"})
        EXPECT_EQ(isSpecialToken(special), std::string_view(special) != "[unused]") << special;
    for (const char* plain : {"", "<", "<>", "[]", "[1]", "<0xE6>", "a<b>", "<a b>", "[Cls]", "▁<s>"})
        EXPECT_FALSE(isSpecialToken(plain)) << plain;
}

TEST(WordsFromPieces, OfBytesThatAreNoText) {
    const Tokens broken{"▁a", "<0xFF>", "<0x80>", "\xC3", std::string("\xF0\x9F", 2)};
    EXPECT_EQ(textsOf(broken).size(), 1U) << "what is no character cannot be told apart";
}

AxisGroups groups(std::vector<std::vector<Index>> members) {
    return {std::move(members)};
}

TEST(Condense, SumsColumnsAndAveragesRows) {
    const GridSource alpha{{0.5, 0.25, 0.25}, {0.125, 0.375, 0.5}, {0, 0, 1}};
    const AxisGroups words = groups({{0, 1}, {2}});
    const auto mean = condense(alpha, words, words, RowsOfWord::mean, Remainder::renormalised);
    EXPECT_EQ(mean->values, (MatrixD{{(0.75 + 0.5) / 2, (0.25 + 0.5) / 2}, {0, 1}}));
    EXPECT_EQ(mean->allowed.size(), 0);
    EXPECT_EQ(condense(alpha, words, words, RowsOfWord::first, Remainder::kept)->values,
              (MatrixD{{0.75, 0.25}, {0, 1}}));
    EXPECT_EQ(condense(alpha, words, words, RowsOfWord::last, Remainder::kept)->values, (MatrixD{{0.5, 0.5}, {0, 1}}));
}

TEST(Condense, LeavesOutAndRenormalisesByRowOrKeeps) {
    const GridSource alpha{{1, 0, 0}, {0.75, 0.25, 0}, {0.5, 0.25, 0.25}};
    const AxisGroups all = groups({{0}, {1}, {2}});
    const AxisGroups withoutFirst = groups({{1}, {2}});
    const auto rest = condense(alpha, all, withoutFirst, RowsOfWord::mean, Remainder::renormalised);
    EXPECT_EQ(rest->values, (MatrixD{{0, 0}, {1, 0}, {0.5, 0.5}}));
    EXPECT_EQ(rest->allowed, (BoolMatrix{{0, 0}, {1, 1}, {1, 1}})) << "nothing of the first row remains";
    const auto kept = condense(alpha, withoutFirst, withoutFirst, RowsOfWord::mean, Remainder::kept);
    EXPECT_EQ(kept->values, (MatrixD{{0.25, 0}, {0.25, 0.25}}));
    EXPECT_EQ(kept->allowed.size(), 0);
}

TEST(Condense, ARowOfWhichNothingRemainsDoesNotDiluteItsWord) {
    const GridSource alpha{{1, 0, 0}, {0.5, 0.25, 0.25}, {0.5, 0.5, 0}};
    const auto merged =
        condense(alpha, groups({{0, 1}, {2}}), groups({{1}, {2}}), RowsOfWord::mean, Remainder::renormalised);
    EXPECT_EQ(merged->values, (MatrixD{{0.5, 0.5}, {1, 0}}));
}

TEST(Condense, RowsStillSumToWhatTheySummedTo) {
    const GridSource scaled{{2, 1, 1}, {0.25, 0.25, 0}};
    const auto rest =
        condense(scaled, groups({{0}, {1}}), groups({{1}, {2}}), RowsOfWord::mean, Remainder::renormalised);
    EXPECT_EQ(rest->values, (MatrixD{{2, 2}, {0.5, 0}}));
}

TEST(Condense, MaskedWhereAllIsMasked) {
    GridSource alpha{{1, 0, 0}, {0.5, 0.5, 0}, {0.25, 0.25, 0.5}};
    alpha.mask(0, 1).mask(0, 2).mask(1, 2);
    const AxisGroups words = groups({{0}, {1, 2}});
    const auto merged = condense(alpha, words, words, RowsOfWord::mean, Remainder::kept);
    EXPECT_EQ(merged->allowed, (BoolMatrix{{1, 0}, {1, 1}}));
    EXPECT_EQ(merged->values, (MatrixD{{1, 0}, {(0.5 + 0.25) / 2, (0.5 + 0.75) / 2}}));
}

TEST(Condense, NaNStaysAndNothingMayRemain) {
    GridSource alpha{{0.5, 0.5}, {0, 1}};
    alpha.set(0, 1, std::numeric_limits<double>::quiet_NaN());
    const AxisGroups all = groups({{0, 1}});
    EXPECT_TRUE(std::isnan(condense(alpha, all, all, RowsOfWord::first, Remainder::kept)->values(0, 0)));
    EXPECT_EQ(condense(alpha, {}, all, RowsOfWord::mean, Remainder::kept)->values.rows(), 0);
    EXPECT_EQ(condense(alpha, all, {}, RowsOfWord::mean, Remainder::renormalised)->values.cols(), 0);
    std::stop_source stop;
    stop.request_stop();
    EXPECT_FALSE(condense(alpha, all, all, RowsOfWord::mean, Remainder::kept, stop.get_token()));
}

TEST(Condense, GroupsKnowTheirMembers) {
    const AxisGroups axis = groups({{1, 2}, {4}, {6, 7}});
    const std::vector<std::optional<Index>> expected{{}, 0, 0, {}, 1, {}, 2, 2, {}};
    for (std::size_t n = 0; n < expected.size(); ++n)
        EXPECT_EQ(axis.groupOf(static_cast<Index>(n)), expected[n]) << n;
    EXPECT_FALSE(AxisGroups{}.groupOf(0));
}

// Clark et al.: the word's rows averaged, its columns summed, as it is written.
TEST(Condense, OfEveryHeadOfGpt2IsTheNaiveSum) {
    HEEDMAP_CASE(path, "attention/gpt2/ex0.npz");
    HEEDMAP_CASE(labels, "attention/gpt2/ex0.tokens.json");
    std::ifstream stream(labels);
    const Tokens tokens = nlohmann::json::parse(stream)["tokens"];
    const std::vector<Word> words = wordsFromPieces(tokens);
    ASSERT_EQ(words.size(), 5U); // Data visualization empowers users to
    EXPECT_EQ(words[2], (Word{"empowers", 2, 4}));
    AxisGroups axis;
    for (const Word& word : words) {
        axis.members.emplace_back();
        for (Index piece = word.first; piece < word.end; ++piece)
            axis.members.back().push_back(piece);
    }
    const CaseFile file(path);
    for (Index n = 0; n < 144; ++n) {
        const MatrixD alpha = file.matrix("attn_softmax", n / 12, n % 12);
        const auto merged =
            condense(attention::DenseAlpha(alpha), axis, axis, RowsOfWord::mean, Remainder::renormalised);
        for (Index r = 0; r < 5; ++r)
            for (Index c = 0; c < 5; ++c) {
                const Word& row = words[static_cast<std::size_t>(r)];
                const Word& column = words[static_cast<std::size_t>(c)];
                double sum = 0;
                for (Index i = row.first; i < row.end; ++i)
                    for (Index j = column.first; j < column.end; ++j)
                        sum += alpha(i, j);
                EXPECT_NEAR(merged->values(r, c), sum / static_cast<double>(row.end - row.first), 1e-15)
                    << "head " << n << " (" << r << ", " << c << ")";
            }
    }
}

} // namespace
} // namespace heedmap::analysis
