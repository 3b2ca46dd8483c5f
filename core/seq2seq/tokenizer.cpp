#include "core/seq2seq/tokenizer.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace heedmap::seq2seq {

namespace {

std::size_t lengthAt(std::string_view text, std::size_t i) {
    const auto first = static_cast<unsigned char>(text[i]);
    std::size_t length = 1;
    if (first >= 0xF0 && first < 0xF8)
        length = 4;
    else if (first >= 0xE0 && first < 0xF0)
        length = 3;
    else if (first >= 0xC2 && first < 0xE0)
        length = 2;
    if (i + length > text.size())
        return 1;
    for (std::size_t j = 1; j < length; ++j)
        if ((static_cast<unsigned char>(text[i + j]) & 0xC0U) != 0x80U)
            return 1;
    return length;
}

std::uint32_t codeOf(std::string_view character) {
    const auto byte = [&](std::size_t i) {
        return static_cast<std::uint32_t>(static_cast<unsigned char>(character[i]));
    };
    switch (character.size()) {
    case 2:
        return (byte(0) & 0x1FU) << 6U | (byte(1) & 0x3FU);
    case 3:
        return (byte(0) & 0x0FU) << 12U | (byte(1) & 0x3FU) << 6U | (byte(2) & 0x3FU);
    case 4:
        return (byte(0) & 0x07U) << 18U | (byte(1) & 0x3FU) << 12U | (byte(2) & 0x3FU) << 6U | (byte(3) & 0x3FU);
    default:
        return byte(0);
    }
}

bool isSpace(std::string_view c) {
    return c == " " || c == "\t" || c == "\r" || c == "\n" || c == "\u00A0" || c == "\u202F" || c == "\u3000";
}

bool isPunctuation(std::string_view c) {
    constexpr std::array marks{".", ",", "!", "?", ";", ":",  "\"", "(",  ")",  "[",  "]",  "«",  "»",  "“",
                               "”", "„", "…", "¿", "¡", "、", "。", "，", "！", "？", "；", "：", "「", "」"};
    return std::find(marks.begin(), marks.end(), c) != marks.end();
}

bool isIdeographOrKana(std::string_view c) {
    const std::uint32_t code = codeOf(c);
    return c.size() >= 3 && ((code >= 0x3040 && code <= 0x30FF) || (code >= 0x3400 && code <= 0x4DBF) ||
                             (code >= 0x4E00 && code <= 0x9FFF) || (code >= 0xF900 && code <= 0xFAFF) ||
                             (code >= 0x20000 && code <= 0x3134F));
}

std::string utf8(std::uint32_t code) { // below U+0800
    if (code < 0x80)
        return {static_cast<char>(code)};
    return {static_cast<char>(0xC0U | code >> 6U), static_cast<char>(0x80U | (code & 0x3FU))};
}

std::string lowerCharacter(const std::string& c) {
    const std::uint32_t code = codeOf(c);
    if (c.size() > 2)
        return c;
    if ((code >= 'A' && code <= 'Z') || (code >= 0xC0 && code <= 0xDE && code != 0xD7) ||
        (code >= 0x391 && code <= 0x3A9) || (code >= 0x410 && code <= 0x42F))
        return utf8(code + 0x20);
    if (code >= 0x400 && code <= 0x40F)
        return utf8(code + 0x50);
    const bool evenIsCapital = (code >= 0x100 && code <= 0x137) || (code >= 0x14A && code <= 0x177);
    const bool oddIsCapital = (code >= 0x139 && code <= 0x148) || (code >= 0x179 && code <= 0x17E);
    if ((evenIsCapital && code % 2 == 0 && code != 0x130) || (oddIsCapital && code % 2 == 1))
        return utf8(code + 1);
    return c;
}

std::vector<std::string> wordsOf(const std::vector<std::string>& characters, bool oneByOne) {
    std::vector<std::string> words;
    bool continues = false;
    for (std::size_t i = 0; i < characters.size(); ++i) {
        const std::string& c = characters[i];
        if (isSpace(c)) {
            continues = false;
            continue;
        }
        // "3.5" and "12:30" stay together.
        const bool betweenDigits = i > 0 && i + 1 < characters.size() && codeOf(characters[i - 1]) - '0' < 10U &&
                                   codeOf(characters[i + 1]) - '0' < 10U;
        const bool alone = (isPunctuation(c) && !betweenDigits) || (oneByOne && isIdeographOrKana(c));
        if (continues && !alone)
            words.back() += c;
        else
            words.push_back(c);
        continues = !alone;
    }
    return words;
}

std::vector<std::string> betweenBlanks(const std::vector<std::string>& characters) {
    std::vector<std::string> words;
    bool continues = false;
    for (const std::string& c : characters) {
        if (!isSpace(c) && continues)
            words.back() += c;
        else if (!isSpace(c))
            words.push_back(c);
        continues = !isSpace(c);
    }
    return words;
}

} // namespace

std::vector<std::string> charactersOf(std::string_view text) {
    std::vector<std::string> characters;
    for (std::size_t i = 0; i < text.size();) {
        const std::size_t length = lengthAt(text, i);
        characters.emplace_back(text.substr(i, length));
        i += length;
    }
    return characters;
}

bool isWrittenWithoutSpaces(std::string_view text) {
    const std::vector<std::string> characters = charactersOf(text);
    const auto first = std::find_if_not(characters.begin(), characters.end(), isSpace);
    const auto last = std::find_if_not(characters.rbegin(), characters.rend(), isSpace).base();
    return first < last && std::none_of(first, last, isSpace) && std::any_of(first, last, isIdeographOrKana);
}

std::vector<std::string> tokenize(std::string_view text, Tokens kind) {
    const std::vector<std::string> characters = charactersOf(text);
    if (kind == Tokens::words)
        return wordsOf(characters, isWrittenWithoutSpaces(text));
    if (kind == Tokens::blanks)
        return betweenBlanks(characters);
    std::vector<std::string> tokens;
    const auto first = std::find_if_not(characters.begin(), characters.end(), isSpace);
    const auto last = std::find_if_not(characters.rbegin(), characters.rend(), isSpace).base();
    for (auto c = first; c < last; ++c)
        tokens.push_back(isSpace(*c) ? "␣" : *c);
    return tokens;
}

std::string_view nameOf(Tokens kind) {
    switch (kind) {
    case Tokens::characters:
        return "characters";
    case Tokens::blanks:
        return "blanks";
    default:
        return "words";
    }
}

std::optional<Tokens> tokensNamed(std::string_view name) {
    for (const Tokens kind : {Tokens::words, Tokens::characters, Tokens::blanks})
        if (nameOf(kind) == name)
            return kind;
    return std::nullopt;
}

std::string lowerCase(std::string_view text) {
    std::string result;
    for (const std::string& c : charactersOf(text))
        result += lowerCharacter(c);
    return result;
}

std::string simplified(std::string_view text) {
    std::string result;
    bool between = false;
    for (const std::string& c : charactersOf(text)) {
        if (isSpace(c)) {
            between = !result.empty();
            continue;
        }
        result += (between ? " " : "") + c;
        between = false;
    }
    return result;
}

std::string joined(const std::vector<std::string>& tokens) {
    std::string text;
    for (const std::string& token : tokens)
        text += (text.empty() ? "" : " ") + token;
    return text;
}

} // namespace heedmap::seq2seq
