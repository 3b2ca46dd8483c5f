#include "core/seq2seq/batch.h"

#include "core/result.h"

#include <algorithm>

namespace heedmap::seq2seq {

namespace {

void place(const std::vector<WordId>& words, std::size_t b, std::size_t size, std::vector<WordId>& out) {
    for (std::size_t t = 0; t < words.size(); ++t)
        out[t * size + b] = words[t];
}

} // namespace

Batch makeBatch(std::span<const IdPair* const> pairs) {
    Batch batch;
    batch.size = std::ssize(pairs);
    for (const IdPair* pair : pairs) {
        HEEDMAP_EXPECTS(!pair->source.empty());
        batch.sourceSteps = std::max(batch.sourceSteps, std::ssize(pair->source));
        batch.targetSteps = std::max(batch.targetSteps, std::ssize(pair->target));
        batch.sourceLengths.push_back(std::ssize(pair->source));
    }
    batch.source.assign(static_cast<std::size_t>(batch.size * batch.sourceSteps), noWord);
    batch.target.assign(static_cast<std::size_t>(batch.size * batch.targetSteps), noWord);
    for (std::size_t b = 0; b < pairs.size(); ++b) {
        place(pairs[b]->source, b, pairs.size(), batch.source);
        place(pairs[b]->target, b, pairs.size(), batch.target);
    }
    for (const WordId word : batch.source)
        batch.live.push_back(word == noWord ? 0 : 1);
    return batch;
}

} // namespace heedmap::seq2seq
