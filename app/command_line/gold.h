// Gold alignments of the command line: which file, how its words are counted, and what is said of that.
#pragma once

#include "core/session/alignment_scores.h"

#include <CLI/CLI.hpp>

#include <optional>
#include <string>

namespace heedmap::command_line {

// "0" or "1".
Result<std::optional<int>> parseBase(const std::string& text);

// The links of the first line of a file for a matrix with these labels; what was assumed is printed as a remark.
// Errors: those of reading, linkOutOfRange.
Result<std::vector<GoldLink>> readGold(const std::string& path, const Labels& labels, Index rows, Index columns,
                                       const files::GoldOptions& options = {});

} // namespace heedmap::command_line
