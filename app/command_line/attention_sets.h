// α of heads, of stacks of Q and K, and of scores that come from a file: computed here, shown as matrices.
#pragma once

#include "app/command_line/load.h"

namespace heedmap::command_line {

// --q, --k, --v: one problem, or one for each entry of a stack. Fewer keys than queries in the last leading axis are
// shared (grouped heads). Errors: stacksDiffer, those of attend().
Result<Loaded> loadQueriesAndKeys(const InputOptions& input, const ProblemOptions& options);
// --x, --memory: self-attention on one sequence, or queries from X and keys from memory, through the projections.
// With --memory the problem is left as it came (X, and memory in K) until projectMemory().
Result<Loaded> loadSequence(const InputOptions& input, const ProblemOptions& options);
// Q from X and K, V from what K holds, through the problem's projections: a cross problem. Errors: those of project().
Result<void> projectMemory(attention::Problem& problem);

// The matrices taken as scores: α through mask and normalizer takes their place.
Result<void> normalizeMatrices(Loaded& loaded);
// The problem's Q, K, V in `heads` column blocks: a matrix for each head takes the place of each score panel.
Result<void> splitIntoHeads(Loaded& loaded, Index heads);

} // namespace heedmap::command_line
