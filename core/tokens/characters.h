// Characters of UTF-8 and what Unicode says of them, as the libraries ask it that wrote the tokenizers.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace heedmap::tokens {

using CodePoint = std::int32_t;

// The character that begins at `place`, which is moved behind it. Precondition: `text` is UTF-8.
CodePoint nextCharacter(std::string_view text, std::size_t& place);
// The one that ends at `place`, which is moved to its beginning.
CodePoint previousCharacter(std::string_view text, std::size_t& place);
// Bytes of the character that this byte begins.
constexpr std::size_t bytesOfCharacter(char first) {
    const auto byte = static_cast<unsigned char>(first);
    return byte < 0xc0 ? 1 : byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4;
}
void append(std::string& text, CodePoint c);
std::string textOf(CodePoint c);

bool isLetter(CodePoint c); // L
bool isNumber(CodePoint c); // N
bool isBlank(CodePoint c);  // White_Space
bool isMark(CodePoint c);   // M
bool isNonspacingMark(CodePoint c);
bool isPunctuation(CodePoint c);   // P, and all signs of ASCII
bool isControl(CodePoint c);       // Cc, Cf, Co: C but for what is not assigned
bool isWordCharacter(CodePoint c); // \w: alphabetic, marks, decimal digits, connectors
bool isIdeograph(CodePoint c);     // what BERT takes for Chinese
// Lower case of a character by itself, whatever stands beside it.
void appendLowerCase(std::string& text, CodePoint c);

} // namespace heedmap::tokens
