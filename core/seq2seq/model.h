// A trained translation model, and what it makes of a sentence.
#pragma once

#include "core/attention/problem.h"
#include "core/seq2seq/model_shape.h"
#include "core/seq2seq/tokenizer.h"
#include "core/seq2seq/vocabulary.h"

#include <map>

namespace heedmap::seq2seq {

struct Model {
    ModelSizes sizes;
    Tokens tokens = Tokens::words;
    Vocabulary source;
    Vocabulary target;
    std::vector<float> weights;               // as ModelShape(sizes).table() says
    std::map<std::string, std::string> notes; // where it comes from: "corpus", "command", …
};

// A sentence as the model knows its words. A text without spaces in Chinese or Japanese is cut into known words.
std::vector<std::string> tokenizeFor(const Model& model, const Vocabulary& vocabulary, std::string_view text);

// What a model does while it writes a target sentence. The end of sentence is the last token of both sides, except
// where the sentence was cut at its greatest length.
struct Translation {
    std::vector<std::string> source;
    std::vector<std::string> target;
    std::optional<attention::ScoreFunction> score; // none: no attention; then alpha and problem are empty
    MatrixD alpha;                                 // α (target × source): row t is where word t was looked for
    attention::Problem problem; // what gives this α: decoder states Q, encoder states K and V, the trained parameters
    double loss = 0;            // mean cross-entropy of the target words
};

// The most likely word at each step, at most `longest` of them. Precondition: source is not empty.
Translation translate(const Model& model, const std::vector<std::string>& source, Index longest = 100);
// The same for a target that is given (teacher forcing).
Translation align(const Model& model, const std::vector<std::string>& source, const std::vector<std::string>& target);

} // namespace heedmap::seq2seq
