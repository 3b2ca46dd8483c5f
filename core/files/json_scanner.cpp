#include "core/files/json_scanner.h"

#include "core/files/text_encoding.h"
#include "core/number_text.h"

#include <limits>

namespace heedmap::files {

namespace {

bool isDigit(char c) {
    return '0' <= c && c <= '9';
}

} // namespace

std::string placeOf(std::string_view text, std::size_t offset) {
    std::size_t line = 1;
    std::size_t column = 1;
    for (const char c : text.substr(0, offset)) {
        if (c == '\n') {
            ++line;
            column = 1;
        } else if ((static_cast<unsigned char>(c) & 0xc0) != 0x80) {
            ++column;
        }
    }
    return "line " + std::to_string(line) + ", column " + std::to_string(column);
}

void JsonScanner::skipSpace() {
    while (position_ < text_.size() && (text_[position_] == ' ' || text_[position_] == '\n' ||
                                        text_[position_] == '\r' || text_[position_] == '\t'))
        ++position_;
}

JsonScanner::Token JsonScanner::fail(Phrase why) {
    failed_ = true;
    error_ = makeError(notJson, {std::move(why)}).at(placeOf(text_, position_));
    return Token::error;
}

JsonScanner::Token JsonScanner::next() {
    if (failed_)
        return Token::error;
    skipSpace();
    if (expect_ == Expect::nothing) {
        begin_ = position_;
        return position_ == text_.size() ? Token::end : fail(HEEDMAP_MESSAGE("Reason", "something follows its end"));
    }
    if (position_ == text_.size())
        return fail(HEEDMAP_MESSAGE("Reason", "it ends too early"));
    char c = text_[position_];
    if (expect_ == Expect::commaOrEnd) {
        if (c == (inObject() ? '}' : ']'))
            return close();
        if (c != ',')
            return fail(inObject() ? HEEDMAP_MESSAGE("Reason", "a comma or } is missing")
                                   : HEEDMAP_MESSAGE("Reason", "a comma or ] is missing"));
        ++position_;
        skipSpace();
        expect_ = inObject() ? Expect::key : Expect::value;
        if (position_ == text_.size())
            return fail(HEEDMAP_MESSAGE("Reason", "it ends too early"));
        c = text_[position_];
    }
    if ((expect_ == Expect::firstKeyOrEnd && c == '}') || (expect_ == Expect::firstValueOrEnd && c == ']'))
        return close();
    begin_ = position_;
    if (expect_ != Expect::key && expect_ != Expect::firstKeyOrEnd)
        return value(c);

    if (c != '"')
        return fail(HEEDMAP_MESSAGE("Reason", "a name in quotes is missing"));
    if (!scanString())
        return Token::error;
    skipSpace();
    if (position_ == text_.size() || text_[position_] != ':')
        return fail(HEEDMAP_MESSAGE("Reason", "a colon is missing"));
    ++position_;
    expect_ = Expect::value;
    return Token::key;
}

JsonScanner::Token JsonScanner::value(char c) {
    switch (c) {
    case '{':
        return open(true);
    case '[':
        return open(false);
    case '"':
        return scanString() ? done(Token::string) : Token::error;
    case 't':
    case 'f':
    case 'n':
    case 'N':
    case 'I':
        return scanWord();
    default:
        return c == '-' || isDigit(c) ? scanNumber() : fail(HEEDMAP_MESSAGE("Reason", "a value is missing"));
    }
}

JsonScanner::Token JsonScanner::open(bool object) {
    if (depth_ == deepest)
        return fail({HEEDMAP_MESSAGE("Reason", "it is nested more than %1 deep"), {std::to_string(deepest)}});
    objects_[static_cast<std::size_t>(depth_++)] = object;
    ++position_;
    expect_ = object ? Expect::firstKeyOrEnd : Expect::firstValueOrEnd;
    return object ? Token::beginObject : Token::beginArray;
}

JsonScanner::Token JsonScanner::close() {
    begin_ = position_++;
    const bool object = inObject();
    --depth_;
    return done(object ? Token::endObject : Token::endArray);
}

JsonScanner::Token JsonScanner::done(Token token) {
    expect_ = depth_ == 0 ? Expect::nothing : Expect::commaOrEnd;
    return token;
}

bool JsonScanner::scanUnit(unsigned& unit) {
    unit = 0;
    for (int i = 0; i < 4; ++i, ++position_) {
        const char c = position_ < text_.size() ? text_[position_] : '\0';
        const int digit = isDigit(c)             ? c - '0'
                          : 'a' <= c && c <= 'f' ? c - 'a' + 10
                          : 'A' <= c && c <= 'F' ? c - 'A' + 10
                                                 : -1;
        if (digit < 0)
            return false;
        unit = unit << 4 | static_cast<unsigned>(digit);
    }
    return true;
}

bool JsonScanner::scanEscape() {
    constexpr std::string_view letters = "\"\\/bfnrt";
    constexpr std::string_view meanings = "\"\\/\b\f\n\r\t";
    const char c = position_ < text_.size() ? text_[position_++] : '\0';
    if (const std::size_t letter = letters.find(c); letter != std::string_view::npos) {
        string_ += meanings[letter];
        return true;
    }
    unsigned unit = 0;
    if (c != 'u' || !scanUnit(unit))
        return false;
    if (unit >= 0xd800 && unit < 0xdc00 && text_.substr(position_, 2) == "\\u") {
        const std::size_t before = position_;
        position_ += 2;
        unsigned low = 0;
        if (!scanUnit(low))
            return false;
        if (low >= 0xdc00 && low < 0xe000)
            unit = 0x10000 + ((unit - 0xd800) << 10) + (low - 0xdc00);
        else
            position_ = before;
    }
    // Half of a pair means no character; Unicode's stand-in is taken for it.
    appendUtf8(string_, unit >= 0xd800 && unit < 0xe000 ? 0xfffd : unit);
    return true;
}

bool JsonScanner::scanString() {
    string_.clear();
    ++position_;
    while (true) {
        const std::size_t stop = text_.find_first_of("\"\\\n", position_);
        if (stop == std::string_view::npos || text_[stop] == '\n') {
            position_ = begin_;
            fail(HEEDMAP_MESSAGE("Reason", "a text in quotes does not end"));
            return false;
        }
        const std::string_view piece = text_.substr(position_, stop - position_);
        if (!isUtf8(piece)) {
            fail(HEEDMAP_MESSAGE("Reason", "a text is not UTF-8"));
            return false;
        }
        string_ += piece;
        position_ = stop + 1;
        if (text_[stop] == '"')
            return true;
        if (!scanEscape()) {
            fail(HEEDMAP_MESSAGE("Reason", "a \\ is followed by what has no meaning"));
            return false;
        }
    }
}

JsonScanner::Token JsonScanner::scanNumber() {
    const auto digits = [&] {
        const std::size_t first = position_;
        while (position_ < text_.size() && isDigit(text_[position_]))
            ++position_;
        return position_ > first;
    };
    const auto at = [&](std::string_view characters) {
        return position_ < text_.size() && characters.find(text_[position_]) != std::string_view::npos;
    };
    if (at("-"))
        ++position_;
    if (at("I"))
        return scanWord();
    const bool zero = at("0");
    const std::size_t first = position_;
    if (!digits() || (zero && position_ - first > 1))
        return fail(HEEDMAP_MESSAGE("Reason", "a number is not complete"));
    if (at(".")) {
        ++position_;
        if (!digits())
            return fail(HEEDMAP_MESSAGE("Reason", "a number is not complete"));
    }
    if (at("eE")) {
        ++position_;
        if (at("+-"))
            ++position_;
        if (!digits())
            return fail(HEEDMAP_MESSAGE("Reason", "a number is not complete"));
    }
    return done(Token::number);
}

JsonScanner::Token JsonScanner::scanWord() {
    struct Word {
        std::string_view text;
        Token token;
    };
    constexpr Word words[] = {{"true", Token::boolean},
                              {"false", Token::boolean},
                              {"null", Token::null},
                              {"NaN", Token::number},
                              {"Infinity", Token::number}};
    for (const Word& word : words) {
        if (text_.substr(position_, word.text.size()) == word.text) {
            position_ += word.text.size();
            return done(word.token);
        }
    }
    return fail(HEEDMAP_MESSAGE("Reason", "a value is missing"));
}

double JsonScanner::number() const {
    return numberFrom(raw()).value_or(std::numeric_limits<double>::quiet_NaN());
}

JsonScanner::Token JsonScanner::skipTo(int depth) {
    Token token = Token::null;
    while (depth_ > depth && token != Token::error)
        token = next();
    return token;
}

} // namespace heedmap::files
