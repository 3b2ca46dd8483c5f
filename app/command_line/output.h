// -o OUT and --format.
#pragma once

#include "ui/export/export_options.h"

#include <CLI/CLI.hpp>

#include <span>
#include <string>

namespace heedmap::command_line {

struct OutputOptions {
    std::string path; // "-": standard output
    std::optional<ExportFormat> format;
};

void addOutputOptions(CLI::App& command, OutputOptions& options, std::span<const ExportFormat> formats);

// The given format or the one of the path's ending. Errors: outputMissing, formatMissing, unknownEnding.
Result<ExportFormat> formatOf(const OutputOptions& options, std::span<const ExportFormat> formats);

} // namespace heedmap::command_line
