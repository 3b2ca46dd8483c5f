#include "core/seq2seq/grammar.h"

#include "core/attention/parameters.h"

#include <algorithm>
#include <set>

namespace heedmap::seq2seq {

// Draws the alternatives.
class Choice {
public:
    explicit Choice(std::uint64_t seed)
        : random_(seed) {}
    template <class Alternatives>
    const auto& among(const Alternatives& alternatives) {
        std::uint64_t total = 0;
        for (const auto& alternative : alternatives)
            total += alternative.weight;
        std::uint64_t drawn = random_.below(total);
        std::size_t i = 0;
        for (; drawn >= alternatives[i].weight; ++i)
            drawn -= alternatives[i].weight;
        return alternatives[i];
    }
    std::uint64_t below(std::uint64_t bound) { return random_.below(bound); }

private:
    attention::RandomStream random_;
};

namespace {

// Where the words of each symbol of a side are.
struct Side {
    std::vector<std::string> words;
    std::vector<Index> first;
    std::vector<Index> count;
    void add(const std::vector<std::string>& more) {
        first.push_back(std::ssize(words));
        count.push_back(std::ssize(more));
        words.insert(words.end(), more.begin(), more.end());
    }
};

std::vector<std::string> wordsOfTerminal(const std::string& text, Tokens tokens) {
    if (tokens == Tokens::words)
        return {text};
    std::vector<std::string> characters = charactersOf(text);
    for (std::string& c : characters)
        if (c == "_")
            c = "␣";
    return characters;
}

SentencePair copied(const std::vector<std::string>& words, bool reverses) {
    SentencePair pair{words, words, std::vector<GoldLink>()};
    if (reverses)
        std::reverse(pair.target.begin(), pair.target.end());
    const Index last = std::ssize(words) - 1;
    for (Index i = 0; i <= last; ++i)
        pair.gold->push_back({{i, reverses ? last - i : i}, true});
    return pair;
}

} // namespace

SentencePair Grammar::derive(const Alternative& alternative, Choice& choice) const {
    std::vector<SentencePair> parts;
    for (const std::size_t rule : alternative.rules)
        parts.push_back(derive(choice.among(rules_[rule].alternatives), choice));
    Side source;
    Side target;
    std::vector<Cell> offsets(parts.size());
    for (const Symbol& symbol : alternative.source) {
        if (symbol.isRule)
            offsets[symbol.instance].column = std::ssize(source.words);
        source.add(symbol.isRule ? parts[symbol.instance].source : wordsOfTerminal(symbol.text, tokens_));
    }
    for (const Symbol& symbol : alternative.target) {
        if (symbol.isRule)
            offsets[symbol.instance].row = std::ssize(target.words);
        target.add(symbol.isRule ? parts[symbol.instance].target : wordsOfTerminal(symbol.text, tokens_));
    }
    SentencePair pair{std::move(source.words), std::move(target.words), std::vector<GoldLink>()};
    for (const GoldLink& link : alternative.links) {
        const auto row = static_cast<std::size_t>(link.cell.row);
        const auto column = static_cast<std::size_t>(link.cell.column);
        for (Index i = 0; i < target.count[row]; ++i)
            for (Index j = 0; j < source.count[column]; ++j)
                pair.gold->push_back({{target.first[row] + i, source.first[column] + j}, link.sure});
    }
    for (std::size_t p = 0; p < parts.size(); ++p)
        for (const GoldLink& link : *parts[p].gold)
            pair.gold->push_back({{offsets[p].row + link.cell.row, offsets[p].column + link.cell.column}, link.sure});
    return pair;
}

SentencePair Grammar::draw(Choice& choice) const {
    if (words_.empty())
        return derive(choice.among(rules_.front().alternatives), choice);
    const std::size_t length = shortest_ + choice.below(longest_ - shortest_ + 1);
    std::vector<std::string> words;
    while (words.size() < length)
        words.push_back(words_[choice.below(words_.size())]);
    return copied(words, reverses_);
}

Corpus Grammar::corpus(std::size_t training, std::size_t heldOut, std::uint64_t seed) const {
    Corpus corpus;
    corpus.title = title_;
    corpus.tokens = tokens_;
    std::set<std::vector<std::string>> sources;
    std::set<std::vector<std::string>> targets;
    const auto isNew = [&](const SentencePair& pair) {
        if (sources.contains(pair.source) || targets.contains(pair.target))
            return false;
        sources.insert(pair.source);
        targets.insert(pair.target);
        return true;
    };
    Choice choice(seed);
    for (const Alternative& alternative : heldOut_)
        if (SentencePair pair = derive(alternative, choice); corpus.heldOut.size() < heldOut && isNew(pair))
            corpus.heldOut.push_back(std::move(pair));
    // A grammar that has not said anything new for so long is taken to have said everything.
    constexpr int patience = 2000;
    for (int idle = 0; idle < patience && corpus.heldOut.size() + corpus.training.size() < training + heldOut;) {
        SentencePair pair = draw(choice);
        if (!isNew(pair)) {
            ++idle;
            continue;
        }
        idle = 0;
        (corpus.heldOut.size() < heldOut ? corpus.heldOut : corpus.training).push_back(std::move(pair));
    }
    return corpus;
}

} // namespace heedmap::seq2seq
