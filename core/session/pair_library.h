// The sentence pairs of the shipped corpora and the models trained on them, loaded when they are first asked for:
// that takes longer than a frame.
#pragma once

#include "core/session/trained_pair.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace heedmap {

struct PairGroup {
    std::string corpus; // "english-chinese"
    seq2seq::Tokens tokens;
    std::vector<seq2seq::SentencePair> pairs; // held out: no model saw them
};

// All of them, languages first; waits until they are there. Safe to call from any thread.
std::vector<const PairGroup*> pairGroups();
// The models of a corpus, one for each score function in the order additive, dot, general, scaled. The same.
// Errors: noModels.
inline constexpr ErrorKind noModels{HEEDMAP_MESSAGE("Error", "no models are shipped for the corpus \"%1\"")};
Result<seq2seq::ModelSet> modelsOf(const std::string& corpus);

// "English → Chinese", without making the corpus; the name where it is no shipped one.
std::string titleOfCorpus(const std::string& corpus);
// Tokens as a text; characters stand together.
std::string textOf(const std::vector<std::string>& tokens, seq2seq::Tokens kind);

// The labels without that of the end of the sentence.
std::vector<std::string> wordsOf(std::vector<std::string> labels);

// A sentence as it was typed, under the models of a corpus.
struct TypedPair {
    std::string source;
    std::string target; // empty: the first model writes it
};
inline constexpr ErrorKind tooManyWords{
    HEEDMAP_MESSAGE("Error", "up to %1 words are translated at once, and these are %2")};
inline constexpr ErrorKind nothingTyped{HEEDMAP_MESSAGE("Error", "a sentence needs at least one word")};
// Gold links are those of the held-out pair with these sentences, where there is one. Errors: those of modelsOf(),
// nothingTyped, tooManyWords.
Result<files::Session> typedSession(const std::string& corpus, const TypedPair& typed);
// A pair as it is known. Errors: those of modelsOf().
Result<files::Session> pairSession(const std::string& corpus, const seq2seq::SentencePair& pair);
// By its source sentence: the held-out pair of the corpus, else what the models make of it. Errors: as typedSession().
Result<files::Session> openSentence(const std::string& corpus, const std::string& sentence);
// The held-out pair of any corpus whose source sentence this is; none where there is no such pair.
std::optional<Result<files::Session>> openHeldOut(std::string_view sentence);

// Corpora that know a typed sentence best, with what they do not know; at most three, those of words first.
struct Suggestion {
    std::string corpus;
    std::string translation;
    std::vector<seq2seq::UnknownToken> unknown;
};
std::vector<Suggestion> suggestionsFor(std::string_view sentence);

} // namespace heedmap
