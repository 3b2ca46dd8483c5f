// From the input and problem options to a session: what the window would show.
#pragma once

#include "app/command_line/options.h"
#include "core/session/import.h"

#include <vector>

namespace heedmap::command_line {

using files::AttentionSet;
using files::MatrixGroup;
using files::nothingToAttend;
using Loaded = files::Imported;

// Prints what the importer notes. Errors: of reading, of sizes that do not fit.
Result<Loaded> load(const InputOptions& input, const ProblemOptions& problem);

// The attention of every panel that is computed: `sets`, else each score panel of the session.
Result<std::vector<AttentionSet>> attentionOf(const Loaded& loaded);

} // namespace heedmap::command_line
