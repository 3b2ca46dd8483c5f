// A user's own sentence pairs: text files with a pair a line.
#pragma once

#include "core/seq2seq/corpus.h"

namespace heedmap::seq2seq {

struct CorpusFileOptions {
    Tokens tokens = Tokens::words;
    bool fixedTokens = false; // a model knows no others: links of words that are split further are left out
    bool lowerCase = true;
    std::string goldPath;    // a second file, with the links of pair after pair; empty: the fourth column, if any
    std::optional<int> base; // what the first word's number is in links; none: as the links tell
};

inline constexpr ErrorKind lineNeedsTab{
    HEEDMAP_MESSAGE("Error", "a source and a target sentence with a tab between them are needed")};
inline constexpr ErrorKind lineHasEmptySide{HEEDMAP_MESSAGE("Error", "the %1 sentence is empty")};
inline constexpr ErrorKind lineNotUtf8{HEEDMAP_MESSAGE("Error", "the line is not UTF-8")};
inline constexpr ErrorKind corpusIsEmpty{HEEDMAP_MESSAGE("Error", "the file holds no sentence pairs")};
inline constexpr ErrorKind goldCountDiffers{
    HEEDMAP_MESSAGE("Error", "there are links for %1 pairs, but there are %2 pairs")};

struct CorpusFile {
    std::vector<SentencePair> pairs;
    Tokens tokens = Tokens::words; // what the sentences were cut into
    std::vector<Phrase> remarks;   // what was assumed
};

// Links number the words that blanks make. Where words with links would be split further (as "Mr." is into "Mr" and
// "."), all sentences of the file are cut at blanks alone; characters that were asked for stay, and links number them.
// source TAB target [TAB anything [TAB links]], one pair a line; empty lines are passed over. A second file has the
// links of one pair a line, after a number and a tab or not. Errors: those above, each with file and line, those of
// reading, badLink and linkOutOfRange.
Result<CorpusFile> readPairs(const std::string& path, const CorpusFileOptions& options = {});

} // namespace heedmap::seq2seq
