// PNG, SVG and PDF of a figure.
#pragma once

#include "core/session/export_options.h"
#include "core/session/results.h"
#include "ui/heatmap/figure.h"

#include <QByteArray>
#include <QImage>

#include <stop_token>
#include <string>

namespace heedmap {

// Writes all of `results`, with their session where that is under 1 MB. Errors: those of checkExport(),
// pictureTooLarge, those of writing, outOfMemory. Precondition: a format of pictures.
Result<void> exportPicture(const Results& results, const ExportOptions& options, const std::string& path,
                           std::stop_token stop = {});

// The size the figure is drawn at, in points of 1/96 inch: the asked one or the natural one.
QSizeF figureSize(const Figure& figure, const ExportOptions& options);
// The same in pixels of a PNG.
QSize pixelSize(const Figure& figure, const ExportOptions& options);

// Precondition: the size fits into memory (exportPicture() checks it).
QImage imageOf(const Figure& figure, const ExportOptions& options);
// `manifest` (JSON) goes into the metadata; empty: none.
QByteArray svgOf(const Figure& figure, const QSizeF& size, const std::string& manifest);
QByteArray pdfOf(const Figure& figure, const QSizeF& size, const std::string& manifest);

} // namespace heedmap
