// The words a model knows, and their numbers.
#pragma once

#include "core/seq2seq/batch.h"

#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace heedmap::seq2seq {

inline constexpr WordId unknownId = 0; // stands for every word that is not known
inline constexpr WordId endId = 1;     // the end of a sentence; also what stands before its first word
inline constexpr const char* unknownWord = "<unk>";
inline constexpr const char* endWord = "</s>";

// A token of a sentence that a vocabulary does not know, and the known words that are nearest to it, best first.
struct UnknownToken {
    std::size_t position = 0;
    std::string token;
    std::vector<std::string> nearest;
    friend bool operator==(const UnknownToken&, const UnknownToken&) = default;
};

class Vocabulary {
public:
    Vocabulary(); // knows nothing but <unk> and </s>
    // Of the words of the sentences, in the order of their first appearance; those that appear less than `least`
    // times are left out.
    static Vocabulary of(std::span<const std::vector<std::string>> sentences, std::size_t least = 1);
    // From words(), as a file keeps them; the first two are <unk> and </s>.
    static Vocabulary ofWords(std::vector<std::string> words);

    const std::vector<std::string>& words() const { return words_; }
    Index size() const { return std::ssize(words_); }
    const std::string& word(WordId id) const { return words_[static_cast<std::size_t>(id)]; }
    // As it is written, else with other capitals; unknownId where neither is known.
    WordId id(std::string_view word) const;
    bool knows(std::string_view word) const { return id(word) != unknownId; }

    // With the end of sentence behind the last word.
    std::vector<WordId> ids(std::span<const std::string> tokens) const;
    // Up to the end of sentence, which is left out.
    std::vector<std::string> tokens(std::span<const WordId> ids) const;

    std::vector<UnknownToken> unknown(std::span<const std::string> tokens, std::size_t suggestions = 3) const;

private:
    void add(std::string word);

    std::vector<std::string> words_;
    std::unordered_map<std::string, WordId> ids_;
    std::unordered_map<std::string, WordId> lowerIds_;
};

} // namespace heedmap::seq2seq
