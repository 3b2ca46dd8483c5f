#include "core/tokens/charsmap.h"

#include <cstring>

namespace heedmap::tokens {

namespace {

// A unit of the double array: the byte that leads to it, or a value, and how far its children lie.
bool leadsToAValue(std::uint32_t unit) {
    return (unit >> 8 & 1) != 0;
}

std::uint32_t valueOf(std::uint32_t unit) {
    return unit & 0x7fffffff;
}

std::uint32_t labelOf(std::uint32_t unit) {
    return unit & 0x800000ff;
}

std::uint32_t offsetOf(std::uint32_t unit) {
    return (unit >> 10) << ((unit >> 6) & 8);
}

} // namespace

Result<Charsmap> Charsmap::of(std::string_view bytes) {
    Charsmap made;
    std::uint32_t size = 0;
    if (bytes.size() < sizeof size)
        return makeError(tokenizerCharsmap);
    std::memcpy(&size, bytes.data(), sizeof size);
    bytes.remove_prefix(sizeof size);
    if (size > bytes.size() || size % sizeof(std::uint32_t) != 0 || size == 0)
        return makeError(tokenizerCharsmap);
    made.units_.resize(size / sizeof(std::uint32_t));
    std::memcpy(made.units_.data(), bytes.data(), size);
    made.texts_ = bytes.substr(size);
    return made;
}

Result<Charsmap> Charsmap::ofBase64(std::string_view text) {
    std::string bytes;
    std::uint32_t bits = 0;
    int count = 0;
    for (const char c : text) {
        if (c == '=')
            break;
        constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
        const std::size_t digit = digits.find(c);
        if (digit == std::string_view::npos)
            return makeError(tokenizerCharsmap);
        bits = bits << 6 | static_cast<std::uint32_t>(digit);
        count += 6;
        if (count >= 8) {
            count -= 8;
            bytes += static_cast<char>(bits >> count & 0xff);
        }
    }
    return of(bytes);
}

Charsmap::Match Charsmap::match(std::string_view text, bool first) const {
    Match found;
    if (units_.empty())
        return found;
    std::uint32_t node = offsetOf(units_[0]);
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto byte = static_cast<unsigned char>(text[i]);
        node ^= byte;
        if (node >= units_.size() || labelOf(units_[node]) != byte || byte == 0)
            break;
        const std::uint32_t unit = units_[node];
        node ^= offsetOf(unit);
        if (!leadsToAValue(unit))
            continue;
        if (node >= units_.size())
            break;
        const std::size_t begin = valueOf(units_[node]);
        if (begin >= texts_.size())
            break;
        const std::size_t end = texts_.find('\0', begin);
        if (end == std::string::npos)
            break;
        found = {i + 1, std::string_view(texts_).substr(begin, end - begin)};
        if (first)
            break;
    }
    return found;
}

} // namespace heedmap::tokens
