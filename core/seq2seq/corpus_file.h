// A user's own sentence pairs: text files with a pair a line.
#pragma once

#include "core/seq2seq/corpus.h"

namespace heedmap::seq2seq {

struct CorpusFileOptions {
    Tokens tokens = Tokens::words;
    bool lowerCase = true;
    std::string goldPath; // a second file, with the links of pair after pair; empty: the fourth column, if any
    int base = 0;         // what the first word's number is in links
};

inline constexpr ErrorKind lineNeedsTab{
    HEEDMAP_MESSAGE("Error", "a source and a target sentence with a tab between them are needed")};
inline constexpr ErrorKind lineHasEmptySide{HEEDMAP_MESSAGE("Error", "the %1 sentence is empty")};
inline constexpr ErrorKind lineNotUtf8{HEEDMAP_MESSAGE("Error", "the line is not UTF-8")};
inline constexpr ErrorKind corpusIsEmpty{HEEDMAP_MESSAGE("Error", "the file holds no sentence pairs")};
inline constexpr ErrorKind goldCountDiffers{
    HEEDMAP_MESSAGE("Error", "there are links for %1 pairs, but there are %2 pairs")};

// source TAB target [TAB anything [TAB links]], one pair a line; empty lines are passed over. A second file has the
// links of one pair a line, after a number and a tab or not. Errors: those above, each with file and line, those of
// reading, badLink and linkOutOfRange.
Result<std::vector<SentencePair>> readPairs(const std::string& path, const CorpusFileOptions& options = {});

} // namespace heedmap::seq2seq
