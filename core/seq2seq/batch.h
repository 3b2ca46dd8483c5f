// Sentences side by side, padded to the same length, time by time: position t·size + b is time t of sentence b.
#pragma once

#include "core/index.h"

#include <cstdint>
#include <span>
#include <vector>

namespace heedmap::seq2seq {

using WordId = std::int32_t;
inline constexpr WordId noWord = -1; // padding

// Both sides end with the end of sentence.
struct IdPair {
    std::vector<WordId> source;
    std::vector<WordId> target;
};

struct Batch {
    Index size = 0;
    Index sourceSteps = 0;
    Index targetSteps = 0;
    std::vector<WordId> source;       // noWord on padding
    std::vector<WordId> target;       // noWord on padding
    std::vector<std::uint8_t> live;   // source position is no padding
    std::vector<Index> sourceLengths; // of each sentence
};

// Precondition: no source is empty. A target may be.
Batch makeBatch(std::span<const IdPair* const> pairs);

} // namespace heedmap::seq2seq
