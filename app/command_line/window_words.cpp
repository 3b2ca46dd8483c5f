#include "app/command_line/window_words.h"

#include "app/command_line/usage_errors.h"
#include "app/command_line/words.h"
#include "core/nearest_word.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <string_view>

namespace heedmap::command_line {

namespace {

// With one dash or two; those with a value take the next word, or what follows "=".
constexpr std::array<std::string_view, 15> withValue{
    "style",         "stylesheet",   "session",       "platform", "platformpluginpath",
    "platformtheme", "plugin",       "qmljsdebugger", "display",  "qwindowgeometry",
    "qwindowicon",   "qwindowtitle", "geometry",      "icon",     "name"};
constexpr std::array<std::string_view, 4> withoutValue{"reverse", "widgetcount", "nograb", "dograb"};

std::string_view bareName(std::string_view word) {
    word.remove_prefix(word.starts_with("--") ? 2 : 1);
    return word.substr(0, word.find('='));
}

template <class Names>
bool isOneOf(std::string_view name, const Names& names) {
    return std::find(names.begin(), names.end(), name) != names.end();
}

Error optionError(const std::string& name, const std::vector<CLI::App*>& commands) {
    std::vector<std::string> owners;
    for (const CLI::App* command : commands) {
        if (command->get_option_no_throw(name) != nullptr)
            owners.push_back(command->get_name());
    }
    if (!owners.empty())
        return makeError(commandMissing, {listed(owners), owners.front()}).in(name);
    return makeError(unknownOption, {suggestion(meantWord(name, std::vector<std::string>{"--help", "--version"}),
                                                "heedmap --help lists what there is")})
        .in(name);
}

} // namespace

Result<void> checkWindowWords(const std::vector<std::string>& words, const std::vector<CLI::App*>& commands) {
    std::error_code ignored;
    for (std::size_t i = 0; i < words.size(); ++i) {
        const std::string& word = words[i];
        if (word.size() < 2 || word.front() != '-' || word == "--" || std::filesystem::exists(word, ignored))
            continue;
        const bool takesValue = isOneOf(bareName(word), withValue);
        if (!takesValue && !isOneOf(bareName(word), withoutValue))
            return optionError(word.substr(0, word.find('=')), commands);
        if (takesValue && word.find('=') == std::string::npos)
            ++i;
    }
    return {};
}

} // namespace heedmap::command_line
