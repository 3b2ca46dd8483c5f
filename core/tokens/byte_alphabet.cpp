#include "core/tokens/byte_alphabet.h"

#include "core/tokens/characters.h"

#include <array>

namespace heedmap::tokens {

namespace {

struct ByteAlphabet {
    std::array<std::string, 256> symbols;
    std::array<int, 0x144> bytes; // -1: none
};

const ByteAlphabet& byteAlphabet() {
    static const ByteAlphabet alphabet = [] {
        ByteAlphabet made;
        made.bytes.fill(-1);
        CodePoint next = 0x100;
        for (int byte = 0; byte < 256; ++byte) {
            const bool printed = (0x21 <= byte && byte <= 0x7e) || (0xa1 <= byte && byte <= 0xac) || byte >= 0xae;
            const CodePoint c = printed ? byte : next++;
            made.symbols[static_cast<std::size_t>(byte)] = textOf(c);
            made.bytes[static_cast<std::size_t>(c)] = byte;
        }
        return made;
    }();
    return alphabet;
}

} // namespace

std::string_view symbolOf(unsigned char byte) {
    return byteAlphabet().symbols[byte];
}

std::optional<std::string> bytesOfSymbols(std::string_view symbols) {
    std::string bytes;
    for (std::size_t place = 0; place < symbols.size();) {
        const auto c = static_cast<std::size_t>(nextCharacter(symbols, place));
        const auto& table = byteAlphabet().bytes;
        if (c >= table.size() || table[c] < 0)
            return std::nullopt;
        bytes += static_cast<char>(table[c]);
    }
    return bytes;
}

} // namespace heedmap::tokens
