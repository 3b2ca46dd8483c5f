// A trained model about to say a word: what it would say if it attended otherwise. Only for models with attention.
#pragma once

#include "core/seq2seq/model.h"

#include <memory>

namespace heedmap::seq2seq {

class NextWord {
public:
    // Stands behind `before`, the words already said. `model` has to stay. Preconditions: the model attends, source is
    // not empty.
    NextWord(const Model& model, const std::vector<std::string>& source, const std::vector<std::string>& before);
    ~NextWord();
    NextWord(const NextWord&) = delete;
    NextWord& operator=(const NextWord&) = delete;

    // The model's own weights over the source, whose last token is the end of sentence (n_s).
    const VectorD& alpha() const;
    // What is attended: encoder states h (n_s × d_h); c = αᵀ h.
    const MatrixD& values() const;
    // P(word) over the target vocabulary with its own weights, and with others, which need not sum to 1.
    const VectorD& probabilities() const;
    VectorD probabilities(const VectorD& alpha) const;

private:
    class Private;
    std::unique_ptr<Private> d_;
};

// The most likely word that can be said (<unk> cannot).
WordId mostLikely(const VectorD& probabilities);

} // namespace heedmap::seq2seq
