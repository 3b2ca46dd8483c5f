// The numbers of panels: CSV, TSV, JSON, NPY, NPZ, and text for the clipboard.
#pragma once

#include "core/files/writers.h"
#include "ui/export/export_session.h"

namespace heedmap {

Result<void> exportNumbers(const Results& results, const ExportOptions& options, const std::string& path,
                           std::stop_token stop = {});

// What exportNumbers() writes into text files: weights, scores and context of each panel, as asked, with their tokens.
std::vector<files::NamedMatrix> numbersOf(const Results& results, const ExportOptions& options);

} // namespace heedmap
