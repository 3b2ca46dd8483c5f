// What is shown, as a file: pictures that carry their session, and numbers.
#pragma once

#include "core/session/results.h"
#include "ui/export/export_options.h"

#include <string>

namespace heedmap {

inline constexpr ErrorKind pictureTooLarge{
    HEEDMAP_MESSAGE("Error", "the picture would be %1 × %2 pixels; at most %3 million can be written")};
inline constexpr ErrorKind nothingToExport{HEEDMAP_MESSAGE("Error", "there is nothing to write: %1")};
inline constexpr ErrorKind shapesDiffer{
    HEEDMAP_MESSAGE("Error", "an .npy file holds one array, but the panels are %1 and %2; write .npz")};

// Writes all of `results` to `path` ("-": standard output). The file is either complete or not there. A picture carries
// the session of the results, so it can be opened again, where that is under 1 MB.
// Errors: those above, the first error of a panel, cannotCreate, cannotWrite, writingStopped, outOfMemory, and of a
// file that was cut short meanwhile. From any thread.
Result<void> exportSession(const Results& results, const ExportOptions& options, const std::string& path,
                           std::stop_token stop = {});

} // namespace heedmap
