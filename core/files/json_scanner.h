// JSON one token at a time, without recursion and without a tree, so that neither depth nor length can hurt.
// Python's NaN, Infinity and -Infinity are numbers.
#pragma once

#include "core/files/text_encoding.h"
#include "core/result.h"

#include <array>
#include <string>
#include <string_view>

namespace heedmap::files {

inline constexpr ErrorKind notJson{HEEDMAP_MESSAGE("Error", "this is not valid JSON: %1")};

// "line 3, column 7" of a place in a text; columns are characters.
std::string placeOf(std::string_view text, std::size_t offset);

class JsonScanner {
public:
    enum class Token : std::uint8_t {
        beginArray,
        endArray,
        beginObject,
        endObject,
        key,
        string,
        number,
        boolean,
        null,
        end,   // after the one value the text consists of
        error, // and error() says why; every further token is this one
    };
    static constexpr int deepest = 64;

    explicit JsonScanner(std::string_view text)
        : text_(text) {}

    Token next();
    // Of a key or string, with its escapes resolved.
    const std::string& string() const { return string_; }
    // Of a number, as it is written and as it is meant.
    std::string_view raw() const { return text_.substr(begin_, position_ - begin_); }
    double number() const;
    // Where the token begins.
    std::size_t begin() const { return begin_; }
    // Just behind the token.
    std::size_t position() const { return position_; }
    int depth() const { return depth_; }
    Error error() const { return error_; }
    // Goes on until the depth is that again.
    Token skipTo(int depth);

private:
    enum class Expect : std::uint8_t { value, firstValueOrEnd, firstKeyOrEnd, key, commaOrEnd, nothing };

    Token fail(Phrase why);
    Token value(char c);
    Token open(bool object);
    Token close();
    Token done(Token token);
    bool scanString();
    bool scanEscape();
    bool scanUnit(unsigned& unit);
    Token scanNumber();
    Token scanWord();
    void skipSpace();
    bool inObject() const { return depth_ > 0 && objects_[static_cast<std::size_t>(depth_ - 1)]; }

    std::string_view text_;
    std::size_t position_ = 0;
    std::size_t begin_ = 0;
    int depth_ = 0;
    std::array<bool, deepest> objects_{};
    Expect expect_ = Expect::value;
    std::string string_;
    bool failed_ = false;
    Error error_ = makeError(notJson);
};

} // namespace heedmap::files
