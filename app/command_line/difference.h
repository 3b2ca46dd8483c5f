// --difference: the first panel minus each of the others.
#pragma once

#include "core/session/session.h"

namespace heedmap::command_line {

// Prints a note where the tokens of the two differ. Errors: differenceNeedsTwo.
Result<void> showDifferences(files::Session& session);

inline constexpr ErrorKind differenceNeedsTwo{
    "it takes one panel from another, so two are needed; give several inputs, --score a,b or --heads"};

} // namespace heedmap::command_line
