#include "core/seq2seq/vocabulary.h"

#include "core/nearest_word.h"
#include "core/result.h"
#include "core/seq2seq/tokenizer.h"

#include <algorithm>

namespace heedmap::seq2seq {

Vocabulary::Vocabulary() {
    add(unknownWord);
    add(endWord);
}

void Vocabulary::add(std::string word) {
    const auto id = static_cast<WordId>(words_.size());
    if (!ids_.emplace(word, id).second)
        return;
    lowerIds_.emplace(lowerCase(word), id);
    words_.push_back(std::move(word));
}

Vocabulary Vocabulary::of(std::span<const std::vector<std::string>> sentences, std::size_t least) {
    std::unordered_map<std::string, std::size_t> counts;
    for (const auto& sentence : sentences)
        for (const std::string& word : sentence)
            ++counts[word];
    Vocabulary vocabulary;
    for (const auto& sentence : sentences)
        for (const std::string& word : sentence)
            if (counts[word] >= least)
                vocabulary.add(word);
    return vocabulary;
}

Vocabulary Vocabulary::ofWords(std::vector<std::string> words) {
    Vocabulary vocabulary;
    for (std::string& word : words)
        vocabulary.add(std::move(word));
    return vocabulary;
}

WordId Vocabulary::id(std::string_view word) const {
    if (const auto found = ids_.find(std::string(word)); found != ids_.end())
        return found->second;
    const auto found = lowerIds_.find(lowerCase(word));
    return found == lowerIds_.end() ? unknownId : found->second;
}

std::vector<WordId> Vocabulary::ids(std::span<const std::string> tokens) const {
    std::vector<WordId> result;
    for (const std::string& token : tokens)
        result.push_back(id(token));
    result.push_back(endId);
    return result;
}

std::vector<std::string> Vocabulary::tokens(std::span<const WordId> ids) const {
    std::vector<std::string> result;
    for (const WordId id : ids) {
        if (id == endId)
            break;
        result.push_back(word(id));
    }
    return result;
}

std::vector<UnknownToken> Vocabulary::unknown(std::span<const std::string> tokens, std::size_t suggestions) const {
    std::vector<UnknownToken> result;
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        if (knows(tokens[i]))
            continue;
        UnknownToken token{i, tokens[i], {}};
        std::vector<std::string> candidates(words_.begin() + 2, words_.end());
        while (token.nearest.size() < suggestions && !candidates.empty()) {
            token.nearest.push_back(nearestWord(tokens[i], candidates));
            std::erase(candidates, token.nearest.back());
        }
        result.push_back(std::move(token));
    }
    return result;
}

} // namespace heedmap::seq2seq
