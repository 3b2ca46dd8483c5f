// Token labels and gold links given on the command line.
#pragma once

#include "app/command_line/options.h"

namespace heedmap::command_line {

// Takes the given labels and links into the session; labels of another length than their axis are cropped or padded
// with a remark. `rows` and `columns` are those of the first panel. Errors: of reading the files.
Result<void> applyLabels(files::Session& session, const InputOptions& input, Index rows, Index columns);

} // namespace heedmap::command_line
