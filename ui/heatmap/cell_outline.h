// Where cells lie on the painter, and on its device pixels.
#pragma once

#include "ui/heatmap/heatmap_painter.h"

#include <QPainter>

#include <cmath>

namespace heedmap {

inline QRectF rectIn(const PanelLayout& layout, const heatmap::CellGeometry& geometry, Rows rows, Columns columns) {
    const heatmap::Rect r = geometry.rectOf(rows, columns);
    return QRectF(r.x, r.y, r.width, r.height).translated(layout.cells.topLeft());
}

// The device pixels whose centres lie in `rect`: the very ones that the raster gives to it.
inline QRect devicePixels(const QPainter& painter, const QRectF& rect) {
    const QRectF mapped = painter.deviceTransform().mapRect(rect);
    const auto edge = [](double x) {
        return static_cast<int>(std::ceil(x - 0.5 - 1e-9));
    };
    return {QPoint(edge(mapped.left()), edge(mapped.top())),
            QPoint(edge(mapped.right()) - 1, edge(mapped.bottom()) - 1)};
}

// All device pixels that `rect` covers at least in part.
inline QRect touchedPixels(const QPainter& painter, const QRectF& rect) {
    const QRectF mapped = painter.deviceTransform().mapRect(rect).adjusted(1e-6, 1e-6, -1e-6, -1e-6);
    return mapped.isValid() ? mapped.toAlignedRect() : QRect();
}

// `rect` with its edges on device pixels.
inline QRectF snapped(const QPainter& painter, const QRectF& rect) {
    return painter.deviceTransform().inverted().mapRect(QRectF(devicePixels(painter, rect)));
}

} // namespace heedmap
