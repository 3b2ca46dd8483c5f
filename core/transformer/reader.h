// A model with its tokenizer: asked with text, it answers with all that it computed and with names for the tokens.
#pragma once

#include "core/tokens/tokenizer.h"
#include "core/transformer/model.h"

#include <optional>

namespace heedmap::transformer {

inline constexpr ErrorKind tokenizerTooLarge{HEEDMAP_MESSAGE(
    "Error", "the tokenizer has %1 tokens, but the model's embedding has %2 rows: \"%3\" cannot be asked")};
inline constexpr ErrorKind oneTextOnly{HEEDMAP_MESSAGE("Error", "this model reads one text, not a pair")};
inline constexpr ErrorKind writesNothing{
    HEEDMAP_MESSAGE("Error", "this model only reads; a model of the kind %1 is needed to write")};

// Either texts or ids. An encoder–decoder that is not told what to write writes by itself.
struct Question {
    std::string text{};
    std::optional<std::string> second{};  // of a pair, for an encoder
    std::optional<std::string> written{}; // what an encoder–decoder's decoder is given
    std::vector<TokenId> ids{};           // instead of the text: as they are, nothing is added
    std::vector<TokenId> writtenIds{};    // begin with the start token, if one is wanted
    std::string picture{};                // path of a PNG
    Index generate = 0;                   // so many further tokens at most, the likeliest each time
};

struct Answer {
    std::shared_ptr<const Trace<float>> trace;
    std::vector<TokenId> encoderIds, decoderIds; // what was read, in the order of the rows of the traces
    std::vector<std::string> encoderLabels, decoderLabels;
    std::vector<TokenId> generated;
    std::string generatedText;
    std::vector<Phrase> remarks; // characters that no token expresses
};

class Reader {
public:
    // Errors: those of Model and Tokenizer; without a tokenizer only ids and pictures can be asked.
    static Result<Reader> open(const std::string& folder);

    const Model& model() const { return *model_; }
    // None: the folder has none that can be read, and why.
    const Result<tokens::Tokenizer>& tokenizer() const { return *source_; }

    // Errors: those above, of the tokenizer, of Run and of readPixels().
    Result<Answer> ask(const Question& question, const RunOptions& options = {}) const;

    std::string label(TokenId id, bool written = false) const; // its number where there is no tokenizer

private:
    Result<std::vector<TokenId>> idsOf(const tokens::Tokenizer& tokenizer, const tokens::Encoding& encoding,
                                       const std::string& text, const Stack& stack, Answer& answer) const;
    Result<Text> textOf(const Question& question, Answer& answer) const;
    Result<std::vector<TokenId>> writtenOf(const Question& question, Answer& answer) const;
    const Result<tokens::Tokenizer>& writer() const { return target_ ? *target_ : *source_; }

    std::shared_ptr<const Model> model_;
    std::shared_ptr<const Result<tokens::Tokenizer>> source_;
    std::shared_ptr<const Result<tokens::Tokenizer>> target_; // of an encoder–decoder
};

} // namespace heedmap::transformer
