// Less than everything: the context alone, or some queries only, without computing or keeping the rest.
#pragma once

#include "app/command_line/load.h"
#include "app/command_line/progress.h"

namespace heedmap::command_line {

struct AttendParts {
    std::optional<Rows> rows; // of the queries, counted from 0
    bool contextOnly = false;

    bool everything() const { return !rows && !contextOnly; }
};

inline constexpr ErrorKind rowsOutside{"%1:%2 is outside of the %3 queries, which are counted from 0"};
inline constexpr ErrorKind noValues{"there are no values to make a context of; give --v"};

// "100:200" → the queries 100 … 199; none where the text is no such range. As --rows also takes labels, only a single
// word of this form is a range.
std::optional<Rows> rowsOfLabels(const std::vector<std::string>& labels);

// Where everything is wanted, attentionOf(). Context alone: scores, α and what is allowed stay empty, and nothing of
// the size n_q × n_k is kept for a single problem. Errors: those of attentionOf(), rowsOutside, noValues.
Result<std::vector<AttentionSet>> attendedParts(const Loaded& loaded, const AttendParts& parts, Progress& progress);

// A remark for each set of a single problem that only comes near softmax: how far it is from it. Nothing where exact
// attention would be too large to be compared with. Errors: those of attend().
Result<void> tellApproximationError(const Loaded& loaded, const std::vector<AttentionSet>& sets,
                                    const AttendParts& parts);

} // namespace heedmap::command_line
