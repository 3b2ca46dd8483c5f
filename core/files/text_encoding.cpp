#include "core/files/text_encoding.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <iconv.h>
#include <string>

namespace heedmap::files {

namespace {

using namespace std::string_view_literals;

constexpr std::string_view replacement = "\xEF\xBF\xBD"; // U+FFFD

unsigned char byteAt(std::string_view text, std::size_t i) {
    return static_cast<unsigned char>(text[i]);
}

// Bytes of the character at `i`; 0 where there is none.
std::size_t utf8Length(std::string_view text, std::size_t i) {
    const unsigned char first = byteAt(text, i);
    const std::size_t length = first < 0x80         ? 1
                               : first >> 5 == 0x06 ? 2
                               : first >> 4 == 0x0e ? 3
                               : first >> 3 == 0x1e ? 4
                                                    : 0;
    if (length == 0 || i + length > text.size())
        return 0;
    unsigned code = length == 1 ? first : first & (0x7fu >> length);
    for (std::size_t j = 1; j < length; ++j) {
        const unsigned char next = byteAt(text, i + j);
        if (next >> 6 != 0x02)
            return 0;
        code = code << 6 | (next & 0x3fu);
    }
    constexpr unsigned smallest[] = {0, 0, 0x80, 0x800, 0x10000};
    const bool isCharacter = code >= smallest[length] && code <= 0x10ffff && (code < 0xd800 || code >= 0xe000);
    return isCharacter ? length : 0;
}

// Calls `character` with the bytes of each character, or with nothing for a byte that begins none. Eight letters of
// ASCII at once, as nearly all text of numbers is that.
template <class Character>
void forEachCharacter(std::string_view text, const Character& character) {
    for (std::size_t i = 0; i < text.size();) {
        std::uint64_t eight = 0;
        while (i + sizeof eight <= text.size()) {
            std::memcpy(&eight, text.data() + i, sizeof eight);
            if ((eight & 0x8080808080808080u) != 0)
                break;
            character(text.substr(i, sizeof eight), true);
            i += sizeof eight;
        }
        if (i == text.size())
            return;
        const std::size_t length = utf8Length(text, i);
        character(text.substr(i, std::max<std::size_t>(length, 1)), length > 0);
        i += std::max<std::size_t>(length, 1);
    }
}

struct Utf8Count {
    std::size_t longer = 0; // characters of more than one byte
    std::size_t wrong = 0;  // bytes of no character
};

Utf8Count countUtf8(std::string_view text) {
    Utf8Count count;
    forEachCharacter(text, [&](std::string_view piece, bool right) {
        count.wrong += right ? 0 : 1;
        count.longer += right && byteAt(piece, 0) >= 0x80 ? 1 : 0;
    });
    return count;
}

std::string withReplacements(std::string_view text) {
    std::string replaced;
    forEachCharacter(text, [&](std::string_view piece, bool right) { replaced += right ? piece : replacement; });
    return replaced;
}

std::optional<std::string> fromUtf16(std::string_view text, bool bigEndian, std::size_t& replaced) {
    const auto unit = [&](std::size_t i) -> unsigned {
        const unsigned first = byteAt(text, i);
        const unsigned second = byteAt(text, i + 1);
        return bigEndian ? first << 8 | second : second << 8 | first;
    };
    if (text.size() % 2 != 0)
        return std::nullopt;
    std::string out;
    for (std::size_t i = 0; i < text.size(); i += 2) {
        unsigned code = unit(i);
        if (i == 0 && code == 0xfeff)
            continue; // byte order mark
        if (code >= 0xd800 && code < 0xdc00 && i + 2 < text.size() && unit(i + 2) >> 10 == 0xdc00 >> 10) {
            code = 0x10000 + ((code - 0xd800) << 10) + (unit(i + 2) - 0xdc00);
            i += 2;
        } else if (code >= 0xd800 && code < 0xe000) {
            code = 0xfffd; // half of a pair
            ++replaced;
        }
        appendUtf8(out, code);
    }
    return out;
}

std::string fromWindows1252(std::string_view text, std::size_t& replaced) {
    constexpr std::array<unsigned, 32> special{0x20ac, 0,      0x201a, 0x192,  0x201e, 0x2026, 0x2020, 0x2021,
                                               0x2c6,  0x2030, 0x160,  0x2039, 0x152,  0,      0x17d,  0,
                                               0,      0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2013, 0x2014,
                                               0x2dc,  0x2122, 0x161,  0x203a, 0x153,  0,      0x17e,  0x178};
    std::string out;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        unsigned code = byte;
        if (byte >= 0x80 && byte < 0xa0)
            code = special[byte - 0x80u] != 0 ? special[byte - 0x80u] : 0xfffd;
        replaced += code == 0xfffd ? 1 : 0;
        appendUtf8(out, code);
    }
    return out;
}

// Whether every byte has a meaning in GB18030, and most of its Chinese characters are among the 3755 common ones of
// GB 2312 or are signs: letters of Latin-1, read so, are rare characters, or none.
bool isChinese(std::string_view text) {
    std::size_t pairs = 0;
    std::size_t common = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const unsigned char lead = byteAt(text, i);
        if (lead < 0x80)
            continue;
        if (lead == 0x80 || lead == 0xff || i + 1 == text.size())
            return false;
        const unsigned char trail = byteAt(text, i + 1);
        if (trail >= 0x30 && trail <= 0x39) {
            const bool four = i + 3 < text.size() && byteAt(text, i + 2) >= 0x81 && byteAt(text, i + 2) <= 0xfe &&
                              byteAt(text, i + 3) >= 0x30 && byteAt(text, i + 3) <= 0x39;
            if (!four)
                return false;
            i += 3;
            continue;
        }
        if (trail < 0x40 || trail == 0x7f || trail == 0xff)
            return false;
        ++pairs;
        common += trail >= 0xa1 && ((lead >= 0xb0 && lead <= 0xd7) || (lead >= 0xa1 && lead <= 0xa3)) ? 1 : 0;
        ++i;
    }
    return pairs > 0 && common * 2 >= pairs;
}

class Converter {
public:
    explicit Converter(const char* from)
        : handle_(iconv_open("UTF-8", from)) {}
    ~Converter() {
        if (isOpen())
            iconv_close(handle_);
    }
    Converter(const Converter&) = delete;
    Converter& operator=(const Converter&) = delete;

    std::optional<std::string> convert(std::string_view text) const {
        if (!isOpen())
            return std::nullopt;
        std::string out;
        std::array<char, 4096> piece{};
        char* from = const_cast<char*>(text.data()); // which iconv only reads
        std::size_t left = text.size();
        while (left > 0) {
            char* to = piece.data();
            std::size_t room = piece.size();
            const std::size_t done = iconv(handle_, &from, &left, &to, &room);
            out.append(piece.data(), piece.size() - room);
            if (done == static_cast<std::size_t>(-1) && room == piece.size())
                return std::nullopt; // neither full nor further on
        }
        return out;
    }

private:
    bool isOpen() const { return handle_ != reinterpret_cast<iconv_t>(-1); }

    iconv_t handle_;
};

std::optional<std::string> fromGb18030(std::string_view text) {
    return Converter("GB18030").convert(text);
}

Bytes owned(std::string text) {
    auto keeper = std::make_shared<const std::string>(std::move(text));
    const std::span<const std::byte> data{reinterpret_cast<const std::byte*>(keeper->data()), keeper->size()};
    return {data, std::move(keeper)};
}

Result<DecodedText> checked(DecodedText decoded) {
    if (const std::size_t zero = decoded.text().find('\0'); zero != std::string_view::npos)
        return makeError(notText, {std::to_string(zero)});
    return decoded;
}

Result<DecodedText> decodeAs(const Bytes& bytes, TextEncoding encoding) {
    DecodedText decoded{{}, encoding, 0};
    std::optional<std::string> text;
    switch (encoding) {
    case TextEncoding::utf8: {
        const std::size_t mark = bytes.text().starts_with("\xef\xbb\xbf") ? 3 : 0;
        decoded.bytes = bytes.part(mark, bytes.data.size() - mark);
        decoded.replaced = countUtf8(decoded.text()).wrong;
        if (decoded.replaced > 0)
            decoded.bytes = owned(withReplacements(decoded.text()));
        return checked(std::move(decoded));
    }
    case TextEncoding::utf16LittleEndian:
    case TextEncoding::utf16BigEndian:
        text = fromUtf16(bytes.text(), encoding == TextEncoding::utf16BigEndian, decoded.replaced);
        break;
    case TextEncoding::gb18030:
        text = fromGb18030(bytes.text());
        break;
    case TextEncoding::windows1252:
        text = fromWindows1252(bytes.text(), decoded.replaced);
        break;
    }
    if (!text)
        return makeError(notInEncoding, {std::string(nameOf(encoding))});
    decoded.bytes = owned(*std::move(text));
    return checked(std::move(decoded));
}

} // namespace

std::string_view nameOf(TextEncoding encoding) {
    constexpr std::array names{"UTF-8"sv, "UTF-16"sv, "UTF-16"sv, "GB18030"sv, "Windows-1252"sv};
    return names[static_cast<std::size_t>(encoding)];
}

void appendUtf8(std::string& out, unsigned character) {
    const auto byte = [&](unsigned bits) {
        out += static_cast<char>(bits);
    };
    if (character < 0x80) {
        byte(character);
    } else if (character < 0x800) {
        byte(0xc0 | character >> 6);
        byte(0x80 | (character & 0x3f));
    } else if (character < 0x10000) {
        byte(0xe0 | character >> 12);
        byte(0x80 | (character >> 6 & 0x3f));
        byte(0x80 | (character & 0x3f));
    } else {
        byte(0xf0 | character >> 18);
        byte(0x80 | (character >> 12 & 0x3f));
        byte(0x80 | (character >> 6 & 0x3f));
        byte(0x80 | (character & 0x3f));
    }
}

bool isUtf8(std::string_view text) {
    return countUtf8(text).wrong == 0;
}

std::optional<TextEncoding> utf16Of(std::string_view start) {
    if (start.starts_with("\xff\xfe"))
        return TextEncoding::utf16LittleEndian;
    if (start.starts_with("\xfe\xff"))
        return TextEncoding::utf16BigEndian;
    const std::string_view looked = start.substr(0, std::min<std::size_t>(start.size(), 4096) / 2 * 2);
    std::array<std::size_t, 2> zeros{};
    for (std::size_t i = 0; i < looked.size(); ++i)
        zeros[i % 2] += looked[i] == '\0' ? 1 : 0;
    // Digits and separators have a zero byte each; no other text has any.
    const std::size_t most = std::max(zeros[0], zeros[1]);
    if (looked.size() < 8 || std::min(zeros[0], zeros[1]) > 0 || most * 20 < looked.size() * 7)
        return std::nullopt;
    return zeros[0] > zeros[1] ? TextEncoding::utf16BigEndian : TextEncoding::utf16LittleEndian;
}

Result<DecodedText> decode(const Bytes& bytes, std::optional<TextEncoding> asked) {
    const std::string_view text = bytes.text();
    if (asked)
        return decodeAs(bytes, *asked == TextEncoding::utf16LittleEndian ? utf16Of(text).value_or(*asked) : *asked);
    if (const auto utf16 = utf16Of(text))
        return decodeAs(bytes, *utf16);
    const Utf8Count count = countUtf8(text);
    if (count.wrong == 0 || count.longer > count.wrong)
        return decodeAs(bytes, TextEncoding::utf8);
    if (isChinese(text)) {
        if (auto decoded = decodeAs(bytes, TextEncoding::gb18030))
            return decoded;
    }
    return decodeAs(bytes, TextEncoding::windows1252);
}

} // namespace heedmap::files
