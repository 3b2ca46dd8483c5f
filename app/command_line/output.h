// -o OUT and --format: what a command computes, as a file.
#pragma once

#include "app/command_line/options.h"
#include "app/command_line/toolkit.h"
#include "core/session/export_options.h"
#include "core/session/results.h"

#include <CLI/CLI.hpp>

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace heedmap::command_line {

struct OutputOptions {
    std::string path; // "-": standard output
    std::optional<ExportFormat> format;
};

void addOutputOptions(CLI::App& command, OutputOptions& options, std::span<const ExportFormat> formats);

// The given format or the one of the path's ending. Errors: outputMissing, formatMissing, unknownEnding.
Result<ExportFormat> formatOf(const OutputOptions& options, std::span<const ExportFormat> formats);

void applyOptions(files::PictureSettings& picture, const PictureOptions& options);
// Errors: layoutTooSmall.
Result<ExportOptions> exportOptionsOf(const PictureOptions& options, ExportFormat format, std::size_t panels);
inline constexpr ErrorKind layoutTooSmall{"%1 panels do not fit into a layout of %2 x %3", Fault::usage};

// The panels of a session, computed with progress. Errors: the first error of a panel.
Result<std::vector<PanelResult>> computeWithProgress(const files::Session& session);

// What draws, where the format is a picture, else null; made before long work begins. Errors: noPictures.
Result<std::unique_ptr<Pictures>> picturesFor(ExportFormat format, const Toolkit* toolkit);
inline constexpr ErrorKind noPictures{
    "this heedmap was built without Qt and draws no such picture; it writes numbers, and PNG with render --bare",
    Fault::usage};

// Errors: those of reading and writing, nothingToExport, shapesDiffer.
Result<void> write(const files::Session& session, std::vector<PanelResult> panels, const ExportOptions& options,
                   const std::string& path, Pictures* pictures);

} // namespace heedmap::command_line
