#include "core/seq2seq/corpus.h"

#include "core/attention/parameters.h"

#include <algorithm>
#include <set>

namespace heedmap::seq2seq {

namespace {

// What is held out takes its sentences away from training: never more than half of those of either side.
std::size_t mostHeldOut(const std::vector<SentencePair>& pairs) {
    std::set<std::vector<std::string>> sources;
    std::set<std::vector<std::string>> targets;
    for (const SentencePair& pair : pairs) {
        sources.insert(pair.source);
        targets.insert(pair.target);
    }
    return std::min(sources.size(), targets.size()) / 2;
}

} // namespace

Result<Corpus> splitCorpus(std::vector<SentencePair> pairs, std::size_t heldOut, std::uint64_t seed) {
    if (pairs.size() < 2)
        return makeError(tooFewPairs, {std::to_string(pairs.size())});
    attention::RandomStream random(seed);
    for (std::size_t i = pairs.size(); i > 1; --i)
        std::swap(pairs[i - 1], pairs[random.below(i)]);
    const std::size_t most = mostHeldOut(pairs);
    if (most == 0)
        return makeError(oneSentence, {std::to_string(pairs.size())});
    const std::size_t wanted = std::clamp<std::size_t>(heldOut, 1, most);
    Corpus corpus;
    std::set<std::vector<std::string>> sources;
    std::set<std::vector<std::string>> targets;
    for (SentencePair& pair : pairs) {
        const bool isNew = !sources.contains(pair.source) && !targets.contains(pair.target);
        if (corpus.heldOut.size() < wanted && isNew) {
            sources.insert(pair.source);
            targets.insert(pair.target);
            corpus.heldOut.push_back(std::move(pair));
        } else if (isNew) {
            corpus.training.push_back(std::move(pair));
        }
    }
    if (corpus.training.empty())
        return makeError(sentencesRepeat, {std::to_string(pairs.size())});
    return corpus;
}

} // namespace heedmap::seq2seq
