// A text on its way through normalizers and pre-tokenizers, and which bytes of the text as it was given each of its
// bytes stands for.
#pragma once

#include "core/tokens/tokenizer.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace heedmap::tokens {

constexpr std::size_t longestText = std::size_t{1} << 28; // bytes
// Of all normalizers and pre-tokenizers together; the character ﷺ becomes 11 times as long in NFKC, and twice that as
// the characters that stand for bytes.
constexpr std::size_t mostGrowth = 32;

class AlignedText {
public:
    AlignedText() = default;
    // The bytes `range` of a whole text. Precondition: UTF-8, and not longer than longestText.
    AlignedText(std::string_view whole, TextRange range);

    const std::string& text() const { return text_; }
    bool empty() const { return text_.empty(); }
    // What of the whole text these bytes stand for; an empty place where they were put in.
    TextRange origin(TextRange bytes) const;
    // A part of it by itself.
    AlignedText slice(TextRange bytes) const;

private:
    friend class Rewriting;

    std::string text_;
    TextRange part_;
    bool same_ = true; // text_ is that part of the whole, byte for byte
    // Of every byte, where it is not the same.
    std::vector<std::uint32_t> begins_;
    std::vector<std::uint32_t> ends_;
};

// Makes a text from another, from its beginning to its end.
class Rewriting {
public:
    explicit Rewriting(const AlignedText& from);
    void keep(TextRange bytes);
    // `by` stands for what `bytes` stood for; of nothing, nothing is left of them.
    void replace(TextRange bytes, std::string_view by);
    // Stands for nothing, at this place of the text it is made from.
    void insert(std::size_t place, std::string_view what);
    std::string_view made() const { return made_.text_; }
    // Takes away what was made last. Precondition: size ≤ made().size().
    void shortenTo(std::size_t size);

    // Errors: textGrows.
    Result<AlignedText> done();

private:
    void add(std::string_view bytes, TextRange origin);
    bool grows(std::size_t more);

    const AlignedText& from_;
    AlignedText made_;
    std::size_t most_;
    bool tooLong_ = false;
};

} // namespace heedmap::tokens
