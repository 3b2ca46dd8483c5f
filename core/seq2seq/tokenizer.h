// Sentences into tokens. All texts are UTF-8.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace heedmap::seq2seq {

enum class Tokens : std::uint8_t {
    words,      // at white space, with punctuation apart; Chinese and Japanese without spaces: characters
    characters, // every character, a space as "␣"
    blanks,     // at white space alone: words as a corpus has them, punctuation or not
};

// "words", "characters", "blanks": the words of model files and of the command line.
std::string_view nameOf(Tokens kind);
std::optional<Tokens> tokensNamed(std::string_view name);

std::vector<std::string> tokenize(std::string_view text, Tokens kind = Tokens::words);

// Chinese or Japanese without spaces cut into the longest words that `knows`, single characters where none is known;
// anything else as tokenize() has it.
template <class Knows>
std::vector<std::string> tokenizeKnown(std::string_view text, Tokens kind, const Knows& knows);

// The characters of a text; a byte that is no UTF-8 stands for itself.
std::vector<std::string> charactersOf(std::string_view text);
// Latin, Greek and Cyrillic capitals made small.
std::string lowerCase(std::string_view text);
// Without white space at both ends, and with one space for each run of it between.
std::string simplified(std::string_view text);
// Tokens with a space between them.
std::string joined(const std::vector<std::string>& tokens);
// Chinese characters and Japanese kana, as tokenize() tells them.
bool isWrittenWithoutSpaces(std::string_view text);

template <class Knows>
std::vector<std::string> tokenizeKnown(std::string_view text, Tokens kind, const Knows& knows) {
    std::vector<std::string> tokens = tokenize(text, kind);
    if (kind != Tokens::words || !isWrittenWithoutSpaces(text))
        return tokens;
    constexpr std::size_t longest = 8; // characters
    std::vector<std::string> words;
    for (std::size_t i = 0; i < tokens.size();) {
        std::size_t taken = 1;
        std::string candidate;
        std::string word = tokens[i];
        for (std::size_t j = i; j < tokens.size() && j < i + longest; ++j) {
            candidate += tokens[j];
            if (knows(candidate)) {
                taken = j - i + 1;
                word = candidate;
            }
        }
        words.push_back(word);
        i += taken;
    }
    return words;
}

} // namespace heedmap::seq2seq
