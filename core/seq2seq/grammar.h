// Small grammars that make sentence pairs together with their word alignment: both sides are derived at once by the
// same rules (a synchronous context-free grammar). As text:
//
//     title English → Chinese
//     held out I love you = 我 爱 你 @ 0-0 1-1 2-2
//
//     sentence:
//       [3] <who> <verb> <what> <when> = <who> <when> <verb> <what>
//       <who> do not <verb> <what> = <who> 不 <verb> <what> @ 1p1 2-1
//     verb:
//       love = 爱 | eat = 吃
//
// A rule has alternatives, one a line or several with " | " between them; each has a source and a target side. [3]
// makes one three times as likely. <name> is derived by that rule, on both sides alike; where a side needs the same
// rule twice, <name#2> is the second. Links follow @: positions in the alternative's own sides, "-" sure, "p" possible.
// Without
// @ every word of the one side is surely linked with every word of the other, rules excepted. Lines that start with #
// say nothing. Other headings: "tokens characters" cuts every word into its characters ("_" is a space); "copy 2 40"
// and "reverse 2 40" make sentences of 2 to 40 of the words listed under "words:".
#pragma once

#include "core/seq2seq/corpus.h"

#include <string_view>

namespace heedmap::seq2seq {

inline constexpr ErrorKind grammarHeading{HEEDMAP_MESSAGE(
    "Error", "\"%1\" is not a heading; write title, tokens, held out, copy, reverse, or a rule's name and a colon")};
inline constexpr ErrorKind grammarNeedsTwoSides{
    HEEDMAP_MESSAGE("Error", "\"%1\" needs two sides with \" = \" between them")};
inline constexpr ErrorKind grammarSidesDiffer{
    HEEDMAP_MESSAGE("Error", "<%1> stands on one side only, or more than once; write <%1#2> for a second")};
inline constexpr ErrorKind grammarNoRule{HEEDMAP_MESSAGE("Error", "there is no rule \"%1\"")};
inline constexpr ErrorKind grammarWithoutEnd{
    HEEDMAP_MESSAGE("Error", "the rule \"%1\" calls itself, so that a sentence may have no end")};
inline constexpr ErrorKind grammarNumbers{
    HEEDMAP_MESSAGE("Error", "\"%1\" takes two whole numbers, the smaller first and at least 1, as in copy 2 40")};
inline constexpr ErrorKind grammarWeight{
    HEEDMAP_MESSAGE("Error", "\"%1\" is not a weight; write a whole number from 1 up, as in [3]")};

class Choice; // private to grammar.cpp

class Grammar {
public:
    // Errors: those above, badLink and linkOutOfRange, each with its line.
    static Result<Grammar> parse(std::string_view text);

    const std::string& title() const { return title_; }
    Tokens tokens() const { return tokens_; }
    // Copies or reverses words, of which it can make as many sentences as one likes.
    bool isOfRandomWords() const { return !words_.empty(); }
    // Distinct pairs, no sentence twice on either side; those that the grammar names are the first of the held-out
    // ones. Fewer where the grammar cannot make so many. The same numbers and seed give the same corpus.
    Corpus corpus(std::size_t training, std::size_t heldOut, std::uint64_t seed) const;

private:
    friend class GrammarParser;
    struct Symbol {
        std::string text; // the word, or the rule's name
        bool isRule = false;
        std::size_t instance = 0; // which of the alternative's rules
    };
    struct Alternative {
        std::vector<Symbol> source;
        std::vector<Symbol> target;
        std::vector<GoldLink> links;    // between positions of the two
        std::vector<std::size_t> rules; // of each instance
        std::uint64_t weight = 1;
        std::size_t line = 0;
    };
    struct Rule {
        std::string name;
        std::vector<Alternative> alternatives;
    };

    SentencePair derive(const Alternative& alternative, Choice& choice) const;
    SentencePair draw(Choice& choice) const;

    std::string title_;
    Tokens tokens_ = Tokens::words;
    std::vector<Rule> rules_;
    std::vector<Alternative> heldOut_;
    // copy and reverse
    std::vector<std::string> words_;
    bool reverses_ = false;
    std::size_t shortest_ = 0;
    std::size_t longest_ = 0;
};

} // namespace heedmap::seq2seq
