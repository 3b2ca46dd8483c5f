// SentencePiece's table of characters and what they become ("nmt_nfkc"): a length, a double array of that many bytes in
// which a text is found byte by byte (Aoe 1989, as Darts lays it out), then the new texts, each ended by a zero.
#pragma once

#include "core/tokens/tokenizer.h"

#include <string>
#include <string_view>
#include <vector>

namespace heedmap::tokens {

class Charsmap {
public:
    Charsmap() = default;
    // Errors: tokenizerCharsmap.
    static Result<Charsmap> of(std::string_view bytes);
    // As a tokenizer.json has it. Errors: tokenizerCharsmap.
    static Result<Charsmap> ofBase64(std::string_view text);

    struct Match {
        std::size_t size = 0; // bytes that are replaced; 0: none
        std::string_view by;
    };
    // What the beginning of `text` becomes: the shortest text in the table that it begins with, or the longest.
    Match shortest(std::string_view text) const { return match(text, true); }
    Match longest(std::string_view text) const { return match(text, false); }
    bool empty() const { return units_.empty(); }

private:
    Match match(std::string_view text, bool first) const;

    std::vector<std::uint32_t> units_;
    std::string texts_;
};

} // namespace heedmap::tokens
