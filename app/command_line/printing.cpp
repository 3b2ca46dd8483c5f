#include "app/command_line/printing.h"

#include "core/files/json_scanner.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <system_error>

namespace heedmap::command_line {

namespace {

int failure = 0; // errno of the first write that failed

// Bytes of the character that the text begins with; 0 where that is no UTF-8.
std::size_t characterLength(std::string_view text) {
    for (std::size_t length = 1; length <= std::min<std::size_t>(text.size(), 4); ++length) {
        if (files::isUtf8(text.substr(0, length)))
            return length;
    }
    return 0;
}

bool isControl(std::string_view character) {
    const auto byte = [&](std::size_t i) {
        return static_cast<unsigned char>(character[i]);
    };
    if (character.size() == 1)
        return byte(0) < 0x20 || byte(0) == 0x7F;
    return byte(0) == 0xC2 && byte(1) < 0xA0; // U+0080 ... U+009F
}

std::string escaped(char byte) {
    if (byte == '\n')
        return "\\n";
    if (byte == '\r')
        return "\\r";
    if (byte == '\t')
        return "\\t";
    std::array<char, 8> text{};
    std::snprintf(text.data(), text.size(), "\\x%02x", static_cast<unsigned>(static_cast<unsigned char>(byte)));
    return text.data();
}

} // namespace

void print(std::string_view text) {
    if (failure == 0 && std::fwrite(text.data(), 1, text.size(), stdout) != text.size())
        failure = errno;
}

nlohmann::ordered_json jsonOrNull(std::optional<double> value) {
    return value ? nlohmann::ordered_json(*value) : nlohmann::ordered_json();
}

void printLine(std::string_view text) {
    print(printable(text) + "\n");
}

Result<void> finishPrinting() {
    if (failure == 0 && std::fflush(stdout) != 0)
        failure = errno;
    if (failure != 0)
        return makeError(outputLost, {std::generic_category().message(failure)}).in("standard output");
    return {};
}

std::string printable(std::string_view text) {
    std::string shown;
    while (!text.empty()) {
        const std::size_t length = characterLength(text);
        const std::string_view character = text.substr(0, std::max<std::size_t>(length, 1));
        if (length > 0 && !isControl(character)) {
            shown += character;
        } else {
            for (const char byte : character)
                shown += escaped(byte);
        }
        text.remove_prefix(character.size());
    }
    return shown;
}

} // namespace heedmap::command_line
