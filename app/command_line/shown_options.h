// --merge-words, --leave-out, --hide: which tokens are shown, in pictures, figures and numbers.
#pragma once

#include "core/session/session.h"

#include <CLI/CLI.hpp>

#include <string>
#include <vector>

namespace heedmap::command_line {

struct ShownOptions {
    std::string words;                // mean, first, last; empty: pieces stay pieces
    std::vector<std::string> leftOut; // the rest renormalised
    std::vector<std::string> hidden;  // the rest kept

    files::ShownTokens tokens() const;
};

void addShownOptions(CLI::App& command, ShownOptions& options);

// Where something is asked for, it takes the place of what the session shows. Errors: unknownWord; optionsExclude,
// where both lists are given; noTokensToMerge; noSuchToken.
Result<void> applyShown(files::Session& session, const ShownOptions& options);

inline constexpr ErrorKind noTokensToMerge{
    "the input has no tokens to make words of; give --tokens, or --rows and --columns"};
inline constexpr ErrorKind noSuchToken{"there is no token \"%1\"; give a token of the input, special, rows:3 or "
                                       "columns:0-2, counted from 0"};

} // namespace heedmap::command_line
