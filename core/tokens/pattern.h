// What a normalizer or a pre-tokenizer looks for in a text: a text, or a regular expression.
#pragma once

#include "core/tokens/part_settings.h"

#include <memory>
#include <span>
#include <vector>

namespace heedmap::tokens {

class Pattern {
public:
    virtual ~Pattern() = default;
    // Where it is found in each of `words`, as if each were a text by itself, in order. Matches are never empty.
    // Errors: patternTooSlow.
    virtual Result<std::vector<TextRange>> find(std::string_view text, std::span<const TextRange> words) const = 0;
};

// Errors: tokenizerPattern.
Result<std::shared_ptr<const Pattern>> regularExpression(const std::string& expression);
std::shared_ptr<const Pattern> literal(const std::string& text);
// What ByteLevel splits by: short forms ('s, 'll), letters, numbers and other signs with a blank before them, blanks.
std::shared_ptr<const Pattern> gpt2Words();
// {"Regex": …}, {"String": …} or a text by itself. Errors: tokenizerPattern, those of settings.
Result<std::shared_ptr<const Pattern>> readPattern(PartSettings& settings);

} // namespace heedmap::tokens
