// Sentence pairs for training and for judging: from a grammar or from a file.
#pragma once

#include "core/files/links.h"
#include "core/seq2seq/tokenizer.h"

#include <optional>
#include <string>
#include <vector>

namespace heedmap::seq2seq {

struct SentencePair {
    std::vector<std::string> source;
    std::vector<std::string> target;
    std::optional<std::vector<GoldLink>> gold; // rows are target words, columns source words
    friend bool operator==(const SentencePair&, const SentencePair&) = default;
};

struct Corpus {
    std::string name;  // "english-chinese", or the path of a file
    std::string title; // "English → Chinese"; the file's name
    Tokens tokens = Tokens::words;
    std::vector<SentencePair> training;
    std::vector<SentencePair> heldOut; // share no sentence of either side with the training pairs
};

inline constexpr ErrorKind tooFewPairs{
    HEEDMAP_MESSAGE("Error", "%1 sentence pairs are too few to train and to judge with; at least 2 are needed")};
inline constexpr ErrorKind oneSentence{
    HEEDMAP_MESSAGE("Error", "all %1 pairs have the same sentence on one side; at least 2 different ones are needed")};
inline constexpr ErrorKind sentencesRepeat{HEEDMAP_MESSAGE(
    "Error", "the %1 sentence pairs repeat too few sentences: none is left to train with that is not judged with")};

// `pairs` in an order that depends on `seed` alone, about `heldOut` of them held out: at most half of the different
// sentences of either side. Pairs that would share a sentence across the border are left out of training.
// Errors: tooFewPairs, oneSentence, sentencesRepeat.
Result<Corpus> splitCorpus(std::vector<SentencePair> pairs, std::size_t heldOut, std::uint64_t seed);

} // namespace heedmap::seq2seq
