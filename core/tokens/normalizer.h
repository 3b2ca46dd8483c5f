// What is done to a text before it is cut: the normalizers of tokenizer.json, and SentencePiece's own.
#pragma once

#include "core/tokens/aligned_text.h"
#include "core/tokens/charsmap.h"
#include "core/tokens/part_settings.h"

#include <memory>
#include <vector>

namespace heedmap::tokens {

class Normalizer {
public:
    virtual ~Normalizer() = default;
    // Errors: textGrows, patternTooSlow.
    virtual Result<AlignedText> apply(AlignedText text) const = 0;
};
using Normalizers = std::vector<std::shared_ptr<const Normalizer>>;

// One after the other. `description` is the entry "normalizer"; null is none. Errors: tokenizerPart, tokenizerPattern,
// tokenizerCharsmap, those of settings.
Result<Normalizers> readNormalizers(const Json& description);
// Errors: as above.
Result<AlignedText> normalized(const Normalizers& normalizers, AlignedText text);

// normalizer_spec of a SentencePiece model.
struct SentencePieceNormalization {
    Charsmap charsmap;
    bool addDummyPrefix = true;
    bool removeExtraBlanks = true;
    bool escapeBlanks = true;
    bool blankAsSuffix = false;           // trainer_spec.treat_whitespace_as_suffix
    std::vector<std::string> userDefined; // pieces that are left as they are
};
std::shared_ptr<const Normalizer> sentencePieceNormalizer(SentencePieceNormalization settings);

} // namespace heedmap::tokens
