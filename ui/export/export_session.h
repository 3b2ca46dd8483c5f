// What is shown, as a file: pictures that carry their session, and numbers.
#pragma once

#include "core/session/export_options.h"
#include "core/session/results.h"

#include <stop_token>
#include <string>

namespace heedmap {

// Writes all of `results` to `path` ("-": standard output). The file is either complete or not there. A picture carries
// the session of the results, so it can be opened again, where that is under 1 MB.
// Errors: those of exportNumbers(), pictureTooLarge. From any thread.
Result<void> exportSession(const Results& results, const ExportOptions& options, const std::string& path,
                           std::stop_token stop = {});

} // namespace heedmap
