// A sentence pair as trained models see it: a session in which every score function has the Q, K, V and parameters of a
// model of its own.
#pragma once

#include "core/seq2seq/corpus.h"
#include "core/seq2seq/model.h"
#include "core/session/session.h"

#include <memory>
#include <span>

namespace heedmap::seq2seq {

// What stands for the end of a sentence in labels.
inline constexpr const char* endLabel = "⏎";

// Models of one corpus, each with attention, no two with the same score function.
using ModelSet = std::vector<std::shared_ptr<const Model>>;

// `pair.target` empty: what the first model writes is taken, and the others are given it. The problem is that of the
// first model, those of the others are the score functions' own; a panel for each, in their order. The gold links are
// the pair's. Precondition: models is not empty, pair.source neither.
files::Session trainedSession(const ModelSet& models, const SentencePair& pair);

} // namespace heedmap::seq2seq
