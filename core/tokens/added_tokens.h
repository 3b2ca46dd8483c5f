// Tokens that are found in a text as they are, before anything else is done to it: <|endoftext|>, [MASK].
#pragma once

#include "core/tokens/normalizer.h"
#include "core/tokens/part_settings.h"
#include "core/tokens/trie.h"

#include <map>
#include <string>
#include <vector>

namespace heedmap::tokens {

struct AddedToken {
    Id id = 0;
    std::string content;
    bool singleWord = false; // only where no letter stands beside it
    bool leftStrip = false;  // takes along the blanks before it
    bool rightStrip = false; // … behind it
    bool normalized = false; // is looked for in the normalized text
    bool special = false;    // is left out when ids are decoded
};

// `description` is the entry "added_tokens"; null is none. Errors: those of settings, tokenizerIdTooLarge.
Result<std::vector<AddedToken>> readAddedTokens(const Json& description, std::size_t pieces);

class AddedTokens {
public:
    AddedTokens() = default;
    // Tokens that are looked for in normalized texts are normalized themselves. Errors: textGrows, patternTooSlow.
    static Result<AddedTokens> of(std::vector<AddedToken> tokens, const Normalizers& normalizers);

    const AddedToken* find(Id id) const;
    const AddedToken* find(std::string_view content) const;
    const std::vector<AddedToken>& tokens() const { return tokens_; }

    struct Part {
        TextRange bytes;
        const AddedToken* token = nullptr; // none: text between tokens
    };
    // All of a text, in order.
    std::vector<Part> split(std::string_view text, bool normalized) const;
    bool hasNormalized() const { return hasNormalized_; }

private:
    std::vector<AddedToken> tokens_;
    std::vector<std::string> texts_; // what each is looked for as
    std::map<Id, std::size_t> byId_;
    std::map<std::string, std::size_t, std::less<>> byContent_;
    Trie given_, normalized_; // ids are places in tokens_
    bool hasNormalized_ = false;
};

} // namespace heedmap::tokens
