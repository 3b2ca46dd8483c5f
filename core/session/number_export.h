// The numbers of panels: CSV, TSV, JSON, NPY, NPZ, and text for the clipboard.
#pragma once

#include "core/files/writers.h"
#include "core/session/export_options.h"
#include "core/session/results.h"

#include <stop_token>
#include <string>
#include <vector>

namespace heedmap {

inline constexpr ErrorKind nothingToExport{HEEDMAP_MESSAGE("Error", "there is nothing to write: %1")};
inline constexpr ErrorKind shapesDiffer{
    HEEDMAP_MESSAGE("Error", "an .npy file holds one array, but the panels are %1 and %2; write .npz")};

// Whether there is something to write, and all of it is computed; a picture needs its pyramid too. Errors: the first
// error of a panel, nothingToExport.
Result<void> checkExport(const Results& results, ExportFormat format);

// Writes the numbers of all of `results` to `path` ("-": standard output). The file is either complete or not there.
// Errors: those of checkExport(), shapesDiffer, cannotCreate, cannotWrite, writingStopped, outOfMemory, and of a file
// that was cut short meanwhile. From any thread. Precondition: a format of numbers.
Result<void> exportNumbers(const Results& results, const ExportOptions& options, const std::string& path,
                           std::stop_token stop = {});

// What exportNumbers() writes into text files: weights, scores and context of each panel, as asked, with their tokens.
std::vector<files::NamedMatrix> numbersOf(const Results& results, const ExportOptions& options);

} // namespace heedmap
