#include "app/command_line/shown_options.h"

#include "app/command_line/usage_errors.h"
#include "app/command_line/words.h"
#include "core/session/shown_tokens.h"

#include <algorithm>

namespace heedmap::command_line {

namespace {

const std::vector<std::string>& rowsOfWords() {
    static const std::vector<std::string> words{"mean", "first", "last"};
    return words;
}

Result<std::vector<std::string>> parseList(const std::string& text) {
    std::vector<std::string> list;
    for (std::string& part : splitAtCommas(text))
        if (!part.empty())
            list.push_back(std::move(part));
    return list;
}

} // namespace

files::ShownTokens ShownOptions::tokens() const {
    files::ShownTokens shown;
    shown.words = analysis::rowsOfWordNamed(words);
    shown.without = leftOut.empty() ? hidden : leftOut;
    shown.rest = leftOut.empty() && !hidden.empty() ? analysis::Remainder::kept : analysis::Remainder::renormalised;
    return shown;
}

void addShownOptions(CLI::App& command, ShownOptions& options) {
    const char* group = "Tokens";
    // A flag with a value: a word after a space is an input.
    command
        .add_flag("--merge-words{mean}", options.words,
                  "pieces of words become words: columns summed, rows averaged, or =first, or =last")
        ->group(group);
    addParsed(command, "--leave-out", options.leftOut, parseList, "TOKEN,...",
              "tokens, special for <s>, [CLS] and the like, rows:3 or columns:0-2; the other weights renormalized")
        ->group(group);
    addParsed(command, "--hide", options.hidden, parseList, "TOKEN,...", "the same, the other weights as they are")
        ->group(group);
}

Result<void> applyShown(files::Session& session, const ShownOptions& options) {
    if (!options.leftOut.empty() && !options.hidden.empty())
        return makeError(optionsExclude, {"--leave-out"}).in("--hide");
    const files::ShownTokens shown = options.tokens();
    if (!options.words.empty() && !shown.words)
        return unknown(options.words, rowsOfWords()).in("--merge-words");
    if (shown.isEverything() || session.panels.empty())
        return {};
    const bool named = std::any_of(session.panels.begin(), session.panels.end(),
                                   [&](const files::Panel& panel) { return !session.labelsOf(panel).empty(); });
    if (shown.words && !named)
        return makeError(noTokensToMerge).in("--merge-words");
    if (const auto unknown = unknownIn(session, shown); !unknown.empty())
        return makeError(noSuchToken, {unknown.front()}).in(options.leftOut.empty() ? "--hide" : "--leave-out");
    session.shown = shown;
    return {};
}

} // namespace heedmap::command_line
