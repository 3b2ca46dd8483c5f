#include "core/files/number_field.h"

#include "core/number_text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <string>

namespace heedmap::files {

namespace {

using namespace std::string_view_literals;

bool isBlank(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v';
}

bool isDecimalDigit(char c) {
    return '0' <= c && c <= '9';
}

struct Spelling {
    std::string_view written;
    char meant;
};
constexpr std::array spellings{
    Spelling{"\xE2\x88\x92", '-'},  // U+2212, minus
    Spelling{"\xC2\xA0", ' '},      // U+00A0, no-break space
    Spelling{"\xE2\x80\xAF", ' '},  // U+202F, narrow no-break space
    Spelling{"\xE2\x80\x89", ' '},  // U+2009, thin space
    Spelling{"\xE2\x80\x99", '\''}, // U+2019, apostrophe
};

// `text` with those characters in ASCII.
std::string inAscii(std::string_view text) {
    std::string ascii;
    while (!text.empty()) {
        const auto spelling =
            std::ranges::find_if(spellings, [&](const Spelling& one) { return text.starts_with(one.written); });
        ascii += spelling == spellings.end() ? text.front() : spelling->meant;
        text.remove_prefix(spelling == spellings.end() ? 1 : spelling->written.size());
    }
    return ascii;
}

bool holdsOnlyAscii(std::string_view text) {
    return std::ranges::all_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

struct PlainNumber {
    std::string text; // with a point and without groups
    bool grouped = false;
};

// "1.000,5" → "1000.5". Nothing where the groups are not of three digits, or the first one begins with a 0.
std::optional<PlainNumber> withoutGroups(std::string_view text, DecimalSign sign) {
    const char decimal = sign == DecimalSign::point ? '.' : ',';
    const std::string_view marks = sign == DecimalSign::point ? ", '"sv : ". '"sv;
    PlainNumber plain;
    std::size_t at = 0;
    if (text.starts_with('-') || text.starts_with('+'))
        plain.text += text[at++];
    char group = '\0';
    const std::size_t first = at;
    std::size_t inGroup = 0;
    for (; at < text.size(); ++at) {
        if (isDecimalDigit(text[at])) {
            plain.text += text[at];
            ++inGroup;
        } else if (marks.find(text[at]) != std::string_view::npos) {
            const bool begins = group == '\0' && inGroup >= 1 && inGroup <= 3 && text[first] != '0';
            const bool goesOn = group == text[at] && inGroup == 3;
            if (!begins && !goesOn)
                return std::nullopt;
            group = text[at];
            inGroup = 0;
        } else {
            break;
        }
    }
    plain.grouped = group != '\0';
    if (plain.grouped && inGroup != 3)
        return std::nullopt;
    std::string_view rest = text.substr(at);
    if (rest.starts_with(decimal)) {
        plain.text += '.';
        rest.remove_prefix(1);
    }
    if (rest.find_first_not_of("0123456789eE+-") != std::string_view::npos)
        return std::nullopt;
    plain.text += rest;
    return plain;
}

// A whole number of so many digits that float64 may not hold it.
bool isRounded(std::string_view text, double value) {
    constexpr std::size_t fewestDigits = 16; // 2^53 = 9 007 199 254 740 992
    if (text.starts_with('-') || text.starts_with('+'))
        text.remove_prefix(1);
    if (text.size() < fewestDigits || !std::ranges::all_of(text, isDecimalDigit) || !std::isfinite(value))
        return false;
    text.remove_prefix(std::min(text.find_first_not_of('0'), text.size() - 1));
    std::array<char, 320> exact{};
    std::snprintf(exact.data(), exact.size(), "%.0f", std::abs(value));
    return text != exact.data();
}

bool isOutOfRange(std::string_view text, double value) {
    const std::string_view mantissa = text.substr(0, text.find_first_of("eE"));
    if (std::isinf(value))
        return std::ranges::any_of(mantissa, isDecimalDigit);
    return value == 0 && mantissa.find_first_of("123456789") != std::string_view::npos;
}

std::optional<FieldNumber> plainFieldNumber(std::string_view text) {
    const auto value = numberFrom(text);
    if (!value)
        return std::nullopt;
    return FieldNumber{*value, false, isRounded(text, *value), isOutOfRange(text, *value)};
}

// "True", "-np.inf"
std::optional<double> wordNumber(std::string_view text) {
    const bool negative = text.starts_with('-');
    if (negative || text.starts_with('+'))
        text.remove_prefix(1);
    for (const std::string_view module : {"np."sv, "numpy."sv, "math."sv, "torch."sv}) {
        if (text.starts_with(module)) {
            text.remove_prefix(module.size());
            const bool isName = text == "inf" || text == "nan" || text == "Inf" || text == "NaN" || text == "infty";
            const auto value = isName ? numberFrom(text == "infty" ? "inf" : text) : std::nullopt;
            return value && negative ? -*value : value;
        }
    }
    const bool isTrue = text == "True" || text == "true" || text == "TRUE";
    if (negative || (!isTrue && text != "False" && text != "false" && text != "FALSE"))
        return std::nullopt;
    return isTrue ? 1 : 0;
}

} // namespace

std::string_view withoutBlanksAround(std::string_view text) {
    while (!text.empty() && isBlank(text.front()))
        text.remove_prefix(1);
    while (!text.empty() && isBlank(text.back()))
        text.remove_suffix(1);
    return text;
}

std::optional<FieldNumber> numberIn(std::string_view field, DecimalSign sign) {
    field = withoutBlanksAround(field);
    if (sign == DecimalSign::point || field.find('.') == std::string_view::npos) {
        if (const auto number = plainFieldNumber(field))
            return number;
    }
    std::string ascii;
    if (!holdsOnlyAscii(field)) {
        ascii = inAscii(field);
        field = withoutBlanksAround(ascii);
    }
    if (field.empty())
        return std::nullopt;
    const char last = field.back();
    if (!isDecimalDigit(last) && last != '.' && last != ',') {
        const auto word = wordNumber(field);
        if (word)
            return FieldNumber{*word};
        return ascii.empty() ? std::nullopt : plainFieldNumber(field); // a minus before "inf"
    }
    const auto plain = withoutGroups(field, sign);
    if (!plain)
        return std::nullopt;
    auto number = plainFieldNumber(plain->text);
    if (number)
        number->grouped = plain->grouped;
    return number;
}

bool isMissing(std::string_view field) {
    constexpr std::array words{""sv,        "NA"sv,      "N/A"sv,    "n/a"sv,    "NaN"sv,    "nan"sv,    "-NaN"sv,
                               "-nan"sv,    "None"sv,    "null"sv,   "NULL"sv,   "<NA>"sv,   "#N/A"sv,   "#NA"sv,
                               "#NV"sv,     "#NUM!"sv,   "-"sv,      "--"sv,     "\u2013"sv, "\u2014"sv, "\u2212"sv,
                               "#DIV/0!"sv, "#VALUE!"sv, "#WERT!"sv, "#ZAHL!"sv, "#NULL!"sv, "NaT"sv};
    field = withoutBlanksAround(field);
    return std::ranges::find(words, field) != words.end();
}

} // namespace heedmap::files
