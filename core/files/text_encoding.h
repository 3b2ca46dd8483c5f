// Which characters the bytes of a text file mean.
#pragma once

#include "core/files/mapped_file.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace heedmap::files {

enum class TextEncoding : std::uint8_t { utf8, utf16LittleEndian, utf16BigEndian, gb18030, windows1252 };
std::string_view nameOf(TextEncoding encoding); // "UTF-8"

struct DecodedText {
    Bytes bytes; // UTF-8 without a byte order mark; those of the file itself where they are that already
    TextEncoding encoding = TextEncoding::utf8;
    std::size_t replaced = 0; // bytes without a meaning, each now U+FFFD

    std::string_view text() const { return bytes.text(); }
};

inline constexpr ErrorKind notText{HEEDMAP_MESSAGE("Error", "this is not a text file: byte %1 is zero")};
inline constexpr ErrorKind notInEncoding{HEEDMAP_MESSAGE("Error", "the text is not %1")};

bool isUtf8(std::string_view text);
void appendUtf8(std::string& out, unsigned character); // a code point, at most U+10FFFF

// A byte order mark, or so many zero bytes on one side of every pair of them that nothing else can be meant.
std::optional<TextEncoding> utf16Of(std::string_view start);

// As `asked`, else: a byte order mark; UTF-8; UTF-16; GB18030 where most characters are common Chinese ones;
// Windows-1252, which contains what Latin-1 has to say. Some bytes that are wrong in a text of UTF-8 are replaced.
// Errors: notText, notInEncoding, notEnoughMemory.
Result<DecodedText> decode(const Bytes& bytes, std::optional<TextEncoding> asked = {});

} // namespace heedmap::files
