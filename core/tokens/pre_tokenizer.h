// How a text is cut into words before the model cuts them into pieces: the pre-tokenizers of tokenizer.json.
#pragma once

#include "core/tokens/aligned_text.h"
#include "core/tokens/part_settings.h"

#include <memory>
#include <string>
#include <vector>

namespace heedmap::tokens {

struct Words {
    AlignedText text;
    std::vector<TextRange> words; // in order, apart from each other, none empty

    explicit Words(AlignedText whole)
        : text(std::move(whole)) {
        if (!text.empty())
            words.push_back({0, text.text().size()});
    }
};

class PreTokenizer {
public:
    virtual ~PreTokenizer() = default;
    // Errors: textGrows, patternTooSlow.
    virtual Result<void> apply(Words& words) const = 0;
};
using PreTokenizers = std::vector<std::shared_ptr<const PreTokenizer>>;

// One after the other. `description` is the entry "pre_tokenizer"; null is none. Errors: tokenizerPart,
// tokenizerPattern, those of settings.
Result<PreTokenizers> readPreTokenizers(const Json& description);

} // namespace heedmap::tokens
