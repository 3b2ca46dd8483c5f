// Words out of the pieces that tokenizers cut them into, and a matrix whose rows and columns are words, or some of its
// tokens only.
#pragma once

#include "core/analysis/ablation.h"
#include "core/attention/alpha_source.h"
#include "core/result.h"

#include <cstdint>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace heedmap::analysis {

// How the pieces of a text say where words begin or go on.
enum class PieceMarks : std::uint8_t {
    none, // each token is a word
    byteLevel, // GPT-2, RoBERTa, Llama 3: a word begins with "Ġ" (or "Ċ", a line); bytes stand as letters (我 is "æĪĳ")
    metaspace,    // SentencePiece: a word begins with "▁"; "<0xE6>" is a byte
    wordPiece,    // BERT: a piece that goes on begins with "##"
    continuation, // subword-nmt: a piece that goes on in the next one ends in "@@"
    endOfWord,    // CLIP, GPT: a word's last piece ends in "</w>"
    joiner,       // OpenNMT: "￭" where there was no space
    leadingSpace, // a word begins with a space
};
PieceMarks marksIn(std::span<const std::string> pieces);

// "<s>", "</s>", "<|endoftext|>", "[CLS]": in angle brackets, or capitals in square ones; but "<0xE6>" is a byte.
bool isSpecialToken(std::string_view token);

// The pieces [first, end) and their text as it is read: without marks, bytes decoded. A special token stands for
// itself, and so does the end of a line.
struct Word {
    std::string text;
    Index first = 0;
    Index end = 0;
    friend bool operator==(const Word&, const Word&) = default;
};
// All pieces, in order. Where words are known by their beginning alone (byteLevel, metaspace, leadingSpace), a piece
// without that mark goes on with the word, unless it begins or follows punctuation, or one of the two is Chinese or
// Japanese, which has no spaces: those stand alone. The bytes of one character are always together.
std::vector<Word> wordsFromPieces(std::span<const std::string> pieces);

// What becomes of the rows of the pieces of a word; columns are always summed (Clark et al. 2019, section 4: "attention
// to a split-up word is the sum, attention from it the mean over its tokens").
enum class RowsOfWord : std::uint8_t { mean, first, last };
std::string_view nameOf(RowsOfWord rows); // "mean", "first", "last"
std::optional<RowsOfWord> rowsOfWordNamed(std::string_view name);

// What is shown of one axis: each row (column) of the result stands for these of the matrix, in ascending order.
struct AxisGroups {
    std::vector<std::vector<Index>> members;
    Index size() const { return static_cast<Index>(members.size()); }
    // Where in the result the row (column) went; none: it is left out.
    std::optional<Index> groupOf(Index member) const;
};

// The matrix of the groups: first, where the rest is renormalised, each row is divided by what it holds in the columns
// that remain, so that it sums to what it summed to; then columns of a group
// are summed and its rows averaged over those that hold anything, or its first or last is taken. A cell is
// masked where all of its cells are, and all of a row of which nothing remains. Preconditions: members lie inside.
// Without a value when stopped.
struct Condensed {
    MatrixD values;
    BoolMatrix allowed; // empty: nothing is masked
};
std::optional<Condensed> condense(const attention::AlphaSource& source, const AxisGroups& rows,
                                  const AxisGroups& columns, RowsOfWord how, Remainder rest, std::stop_token stop = {});

} // namespace heedmap::analysis
