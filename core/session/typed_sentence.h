// A sentence as somebody types it, translated and aligned by the shipped models that know its words.
#pragma once

#include "core/session/session.h"
#include "core/session/trained_pair.h"

#include <string_view>

namespace heedmap::seq2seq {

inline constexpr ErrorKind noCorpusKnows{HEEDMAP_MESSAGE("Error", "no shipped model knows a word of \"%1\"")};
inline constexpr ErrorKind wordNotKnown{
    HEEDMAP_MESSAGE("Error", "the models of %1 know most of it, but not \"%2\"; near it are %3")};

// How the models of a corpus would read a text.
struct Reading {
    std::string corpus;
    Tokens kind = Tokens::words;
    std::vector<std::string> tokens;
    std::vector<UnknownToken> unknown;
};
struct NamedModel {
    std::string corpus;
    const Model* model; // any of them: their vocabularies are the same
};
// Of those that know a word of it, the best first: words before characters, and then what knows most of it.
std::vector<Reading> readingsOf(std::string_view text, const std::vector<NamedModel>& models);

// Under all score functions, of the first of the corpora whose models know most of the words; corpora of words come
// before those of characters. Where the sentence is one of the corpus's, it has that one's translation and gold links.
// Errors: noCorpusKnows, wordNotKnown.
Result<files::Session> openTypedSentence(std::string_view text);

} // namespace heedmap::seq2seq
