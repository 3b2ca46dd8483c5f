#include "core/tokens/characters.h"

#include <unicode/uchar.h>
#include <unicode/utf8.h>

namespace heedmap::tokens {

namespace {

constexpr CodePoint ascii = 0x80;
constexpr CodePoint firstMark = 0x300;

bool isOneOf(CodePoint c, std::uint32_t categories) {
    return (U_GET_GC_MASK(c) & categories) != 0;
}

const std::uint8_t* bytesOf(std::string_view text) {
    return reinterpret_cast<const std::uint8_t*>(text.data());
}

} // namespace

CodePoint nextCharacter(std::string_view text, std::size_t& place) {
    const auto first = static_cast<unsigned char>(text[place]);
    if (first < 0x80) {
        ++place;
        return first;
    }
    CodePoint c = 0;
    const std::uint8_t* bytes = bytesOf(text);
    U8_NEXT(bytes, place, text.size(), c);
    return c;
}

CodePoint previousCharacter(std::string_view text, std::size_t& place) {
    do
        --place;
    while (place > 0 && U8_IS_TRAIL(text[place]));
    std::size_t begin = place;
    return nextCharacter(text, begin);
}

void append(std::string& text, CodePoint c) {
    std::uint8_t bytes[U8_MAX_LENGTH];
    std::size_t size = 0;
    U8_APPEND_UNSAFE(bytes, size, c);
    text.append(reinterpret_cast<const char*>(bytes), size);
}

std::string textOf(CodePoint c) {
    std::string text;
    append(text, c);
    return text;
}

// Most characters are ASCII, of which no table has to be asked.

bool isLetter(CodePoint c) {
    if (c < ascii)
        return ('a' <= c && c <= 'z') || ('A' <= c && c <= 'Z');
    return isOneOf(c, U_GC_L_MASK);
}

bool isNumber(CodePoint c) {
    if (c < ascii)
        return '0' <= c && c <= '9';
    return isOneOf(c, U_GC_N_MASK);
}

bool isBlank(CodePoint c) {
    if (c < ascii)
        return c == ' ' || ('\t' <= c && c <= '\r');
    return u_isUWhiteSpace(c);
}

bool isMark(CodePoint c) {
    return c >= firstMark && isOneOf(c, U_GC_M_MASK);
}

bool isNonspacingMark(CodePoint c) {
    return c >= firstMark && isOneOf(c, U_GC_MN_MASK);
}

bool isPunctuation(CodePoint c) {
    const bool sign = (33 <= c && c <= 47) || (58 <= c && c <= 64) || (91 <= c && c <= 96) || (123 <= c && c <= 126);
    return sign || (c >= ascii && isOneOf(c, U_GC_P_MASK));
}

bool isControl(CodePoint c) {
    if (c < ascii)
        return c < ' ' || c == 0x7f;
    return isOneOf(c, U_GC_CC_MASK | U_GC_CF_MASK | U_GC_CO_MASK);
}

bool isWordCharacter(CodePoint c) {
    return u_isUAlphabetic(c) || isOneOf(c, U_GC_M_MASK | U_GC_ND_MASK | U_GC_PC_MASK) ||
           u_hasBinaryProperty(c, UCHAR_JOIN_CONTROL);
}

bool isIdeograph(CodePoint c) {
    constexpr CodePoint ranges[][2] = {{0x4e00, 0x9fff},   {0x3400, 0x4dbf},   {0x20000, 0x2a6df}, {0x2a700, 0x2b73f},
                                       {0x2b740, 0x2b81f}, {0x2b920, 0x2ceaf}, {0xf900, 0xfaff},   {0x2f800, 0x2fa1f}};
    for (const auto& range : ranges)
        if (c >= 0x3400 && range[0] <= c && c <= range[1])
            return true;
    return false;
}

void appendLowerCase(std::string& text, CodePoint c) {
    constexpr CodePoint capitalIWithDot = 0x130; // the only one that becomes two
    if (c == capitalIWithDot) {
        text += "i\xcc\x87";
        return;
    }
    append(text, u_tolower(c));
}

} // namespace heedmap::tokens
