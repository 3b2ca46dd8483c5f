// Files that hold many sentences, named without one of them.
#pragma once

#include "core/result.h"

#include <string>
#include <vector>

namespace heedmap::files {

// Each file of alignments that is named without a sentence becomes all its sentences that can be read, "a.txt#0",
// "a.txt#1", …; other references, and what cannot be opened, stay as they are.
std::vector<std::string> withAllSentences(const std::vector<std::string>& references);

} // namespace heedmap::files
