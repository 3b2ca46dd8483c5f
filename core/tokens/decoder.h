// Pieces into text: the decoders of tokenizer.json.
#pragma once

#include "core/tokens/part_settings.h"

#include <memory>
#include <string>
#include <vector>

namespace heedmap::tokens {

class Decoder {
public:
    virtual ~Decoder() = default;
    virtual void apply(std::vector<std::string>& pieces) const = 0;
};

struct Decoders {
    std::vector<std::shared_ptr<const Decoder>> decoders;
    bool separated = true;  // there is none: pieces are joined with blanks between them
    bool byteLevel = false; // pieces are spelled with the characters that stand for bytes
    std::string blank;      // what stands for " " in pieces ("▁"); "" for none
    std::string wordEnd;    // what pieces that end a word end in ("</w>")
};

// `description` is the entry "decoder"; null is none. Errors: tokenizerPart, tokenizerPattern, those of settings.
Result<Decoders> readDecoders(const Json& description);
// UTF-8, with U+FFFD for what is none.
std::string decoded(const Decoders& decoders, std::vector<std::string> pieces);
// Every byte that is no part of a character of UTF-8 becomes U+FFFD, a character that breaks off a single one.
std::string asUtf8(std::string_view bytes);

} // namespace heedmap::tokens
