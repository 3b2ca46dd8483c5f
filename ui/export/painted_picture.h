// Anything that can be painted as a picture, written as PNG, SVG or PDF.
#pragma once

#include "core/session/export_options.h"

#include <QByteArray>
#include <QImage>
#include <QRectF>

#include <functional>
#include <stop_token>

class QPainter;

namespace heedmap {

inline constexpr ErrorKind pictureTooLarge{
    HEEDMAP_MESSAGE("Error", "the picture would be %1 × %2 pixels; at most %3 million can be written")};

struct PaintedPicture {
    QString title;
    QSizeF size; // in points of 1/96 inch
    // `vectors`: for SVG and PDF, else for pixels.
    std::function<void(QPainter& painter, const QRectF& area, bool vectors)> paint;
};

// In pixels of a PNG, `scale` of them a point.
QSize pixelSize(const QSizeF& size, double scale);

// Precondition: the size fits into memory (writePicture() checks it).
QImage imageOf(const PaintedPicture& picture, double scale);
// `manifest` (JSON) goes into the metadata; empty: none. Two calls give the same bytes.
QByteArray svgOf(const PaintedPicture& picture, const std::string& manifest = {});
QByteArray pdfOf(const PaintedPicture& picture, const std::string& manifest = {});

// `problem` says, after painting, what was wrong with what was painted; then nothing is left behind.
struct PictureChecks {
    std::stop_token stop{};
    std::function<std::optional<Error>()> problem{};
};
// `options` says format, scale and resolution. Errors: pictureTooLarge, those of writing, writingStopped, `problem`.
Result<void> writePicture(const PaintedPicture& picture, const ExportOptions& options, const std::string& path,
                          const std::string& manifest = {}, const PictureChecks& checks = {});

} // namespace heedmap
