// Words and numbers of the command line to values, with the nearest valid word where one was mistyped.
#pragma once

#include "app/command_line/usage_errors.h"
#include "core/index.h"

#include <CLI/CLI.hpp>

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace heedmap::command_line {

// "a,b,c" at its commas; empty parts are kept, an empty text has none.
std::vector<std::string> splitAtCommas(std::string_view text);
// "a, b or c"
std::string listed(std::span<const std::string> words);

Result<double> parseNumber(const std::string& text, const char* what, bool (*valid)(double));
Result<std::int64_t> parseWhole(const std::string& text, const char* what, std::int64_t smallest, std::int64_t largest);

// "did you mean WORD?", or `otherwise` where there is no word.
std::string suggestion(const std::string& word, const std::string& otherwise);

// unknownWord with the nearest of `words`.
Error unknown(const std::string& text, std::span<const std::string> words);

// The value that `named` knows by `text`. Errors: unknownWord.
template <class T, class Named>
Result<T> parseWord(const std::string& text, std::span<const std::string> words, Named named) {
    if (const std::optional<T> value = named(text))
        return *value;
    return unknown(text, words);
}

// Ends the parsing of the options.
struct WrongWord {
    WrongWord(const std::string& option, const Error& why)
        : error(makeError(notUnderstood, {option + ": " + sentence(why)})) {}
    Error error;
};

// An option with one value that `parse` (text → Result<T>) understands. What it does not understand ends the parsing
// with its sentence.
template <class T, class Parse>
CLI::Option* addParsed(CLI::App& command, const std::string& name, T& target, Parse parse, const std::string& typeName,
                       const std::string& description) {
    const auto take = [&target, parse, option = name.substr(name.rfind("--"))](const std::string& text) {
        auto parsed = parse(text);
        if (!parsed)
            throw WrongWord(option, parsed.error());
        target = std::move(*parsed);
    };
    return command.add_option_function<std::string>(name, take, description)->type_name(typeName);
}

// "100:200" → the queries 100 … 199; none where the text is no such range. As --rows also takes labels, only a single
// word of this form is a range.
std::optional<Rows> rowsOfLabels(const std::vector<std::string>& labels);

} // namespace heedmap::command_line
