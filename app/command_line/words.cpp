#include "app/command_line/words.h"

#include "core/nearest_word.h"

#include <charconv>
#include <cmath>

namespace heedmap::command_line {

namespace {

std::optional<Index> wholeNumber(std::string_view text) {
    Index number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool whole = error == std::errc() && end == text.data() + text.size() && number >= 0;
    return whole ? std::optional(number) : std::nullopt;
}

} // namespace

std::vector<std::string> splitAtCommas(std::string_view text) {
    std::vector<std::string> parts;
    while (!text.empty()) {
        const std::size_t comma = text.find(',');
        parts.emplace_back(text.substr(0, comma));
        if (comma == std::string_view::npos)
            break;
        text.remove_prefix(comma + 1);
        if (text.empty())
            parts.emplace_back();
    }
    return parts;
}

std::string listed(std::span<const std::string> words) {
    std::string text;
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (i > 0)
            text += i + 1 == words.size() ? " or " : ", ";
        text += words[i];
    }
    return text;
}

Result<double> parseNumber(const std::string& text, const char* what, bool (*valid)(double)) {
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value) || !valid(value))
        return makeError(badNumber, {text, what});
    return value;
}

Result<std::int64_t> parseWhole(const std::string& text, const char* what, std::int64_t smallest,
                                std::int64_t largest) {
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || value < smallest || value > largest)
        return makeError(badNumber, {text, what});
    return value;
}

std::string suggestion(const std::string& word, const std::string& otherwise) {
    return word.empty() ? otherwise : "did you mean " + word + "?";
}

Error unknown(const std::string& text, std::span<const std::string> words) {
    const std::string meant = meantWord(text, words);
    const std::string all = "one of " + listed(words);
    return makeError(unknownWord,
                     {text, meant.empty() ? "it is " + all : suggestion("\"" + meant + "\"", {}) + " (" + all + ")"});
}

std::optional<Rows> rowsOfLabels(const std::vector<std::string>& labels) {
    if (labels.size() != 1)
        return std::nullopt;
    const std::string_view text = labels.front();
    const auto colon = text.find(':');
    if (colon == std::string_view::npos)
        return std::nullopt;
    const auto begin = wholeNumber(text.substr(0, colon));
    const auto end = wholeNumber(text.substr(colon + 1));
    if (!begin || !end || *begin >= *end)
        return std::nullopt;
    return Rows{*begin, *end};
}

} // namespace heedmap::command_line
