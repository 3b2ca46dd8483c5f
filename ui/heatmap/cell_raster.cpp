#include "ui/heatmap/cell_outline.h"
#include "ui/heatmap/cell_painting.h"

#include <QImage>
#include <QPainter>

#include <algorithm>

namespace heedmap {

static_assert(sizeof(heatmap::Rgba) == 4);

namespace {

std::span<heatmap::Rgba> pixelsOf(QImage& image) {
    const auto count = static_cast<std::size_t>(image.sizeInBytes()) / sizeof(heatmap::Rgba);
    return {reinterpret_cast<heatmap::Rgba*>(image.bits()), count};
}

} // namespace

void paintRaster(QPainter& painter, const PanelPicture& picture, const PanelLayout& layout,
                 const heatmap::CellGeometry& geometry, std::stop_token stop) {
    const QRectF matrix = rectIn(layout, geometry, {0, geometry.rows}, {0, geometry.columns});
    const QTransform toDevice = painter.deviceTransform();
    // Where cells share pixels, the last ones may have but a part of one.
    const bool pooled = std::min(geometry.cellWidth * toDevice.m11(), geometry.cellHeight * toDevice.m22()) < 1;
    const QRect whole = pooled ? touchedPixels(painter, matrix) : devicePixels(painter, matrix);
    const QRect shown = whole.intersected(devicePixels(painter, layout.cells));
    if (shown.isEmpty())
        return;
    const QPointF corner = toDevice.map(matrix.topLeft()) - shown.topLeft();
    heatmap::CellGeometry onDevice = geometry;
    onDevice.cellWidth *= toDevice.m11();
    onDevice.cellHeight *= toDevice.m22();
    onDevice.origin = {corner.x(), corner.y()};
    onDevice.viewWidth = shown.width();
    onDevice.viewHeight = shown.height();
    QImage image(shown.size(), QImage::Format_RGBX8888);
    if (image.isNull())
        return;
    heatmap::rasterize(*picture.drawn, picture.pyramid.get(), onDevice, picture.style, pixelsOf(image), shown.width(),
                       shown.height(), image.bytesPerLine() / static_cast<qsizetype>(sizeof(heatmap::Rgba)), stop);
    painter.setRenderHint(QPainter::SmoothPixmapTransform, false);
    painter.drawImage(toDevice.inverted().mapRect(QRectF(shown)),
                      std::move(image).convertToFormat(QImage::Format_RGB32));
}

} // namespace heedmap
