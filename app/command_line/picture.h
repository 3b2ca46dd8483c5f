// The picture options: into a session's picture settings, and into an export.
#pragma once

#include "app/command_line/options.h"
#include "ui/export/export_options.h"

namespace heedmap::command_line {

void applyOptions(files::PictureSettings& picture, const PictureOptions& options);

// Errors: layoutTooSmall.
Result<ExportOptions> exportOptionsOf(const PictureOptions& options, ExportFormat format, std::size_t panels);

inline constexpr ErrorKind layoutTooSmall{"%1 panels do not fit into a layout of %2 x %3"};

} // namespace heedmap::command_line
