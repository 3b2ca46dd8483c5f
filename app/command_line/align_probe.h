// heedmap align --path-length: how far gradients reach in recurrent nets and in attention.
#pragma once

#include "core/index.h"
#include "core/result.h"

#include <string>

namespace heedmap::command_line {

// Prints the norms at distances 1, 2, 4, … below `length`; all of them go to `reportPath` as JSON, if it is not empty.
// Errors: cannotCreate, cannotWrite.
Result<void> measurePathLength(Index length, const std::string& reportPath);

} // namespace heedmap::command_line
