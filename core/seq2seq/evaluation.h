// How good a model is on pairs it was not trained with.
#pragma once

#include "core/analysis/alignment_error.h"
#include "core/seq2seq/corpus.h"
#include "core/seq2seq/model.h"

#include <stop_token>

namespace heedmap::seq2seq {

// Sentences of one source length.
struct LengthScore {
    Index length = 0;
    Index sentences = 0;
    Index exact = 0;
    friend bool operator==(const LengthScore&, const LengthScore&) = default;
};

struct Evaluation {
    Index sentences = 0;
    Index exact = 0;                   // sentences that greedy decoding gets right to the last word
    Index words = 0;                   // target words, the ends of sentences among them
    Index wordsRight = 0;              // with the right words before them
    double loss = 0;                   // mean cross-entropy of a target word
    std::vector<LengthScore> byLength; // shortest first
    // Of the strongest α of each target word, over the pairs that have a gold alignment; none without attention or
    // gold.
    std::optional<analysis::AlignmentCounts> alignment;

    double exactMatch() const {
        return sentences == 0 ? 0 : static_cast<double>(exact) / static_cast<double>(sentences);
    }
    double tokenAccuracy() const {
        return words == 0 ? 0 : static_cast<double>(wordsRight) / static_cast<double>(words);
    }
};

// Greedy decoding is right exactly where every word is the most likely one after the right words, so one pass with the
// right words tells both. Stops early, with what it has, when asked to.
Evaluation evaluate(const Model& model, std::span<const SentencePair> pairs, std::stop_token stop = {});

} // namespace heedmap::seq2seq
