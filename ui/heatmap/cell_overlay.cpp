// Cursor, selection and hover over the cells: double lines, dark and light, so that they show on any color.
#include "ui/heatmap/cell_outline.h"
#include "ui/heatmap/heatmap_painter.h"

#include <QPainter>
#include <QPainterPath>

#include <algorithm>

namespace heedmap {

namespace {

const QColor dark(0x10, 0x12, 0x14);
const QColor light(0xff, 0xff, 0xff);

QRectF atLeast(QRectF rect, double side) {
    const double x = std::max(0.0, side - rect.width()) / 2;
    const double y = std::max(0.0, side - rect.height()) / 2;
    return rect.adjusted(-x, -y, x, y);
}

void ring(QPainter& painter, const QRectF& outer, double width, const QColor& color) {
    QPainterPath path;
    path.addRect(outer);
    path.addRect(outer.adjusted(width, width, -width, -width));
    painter.fillPath(path, color);
}

void paintCursor(QPainter& painter, const QRectF& cell) {
    const QRectF box = atLeast(cell, 9);
    ring(painter, box.adjusted(-2, -2, 2, 2), 2, dark);
    ring(painter, box, 2, light);
}

void paintSelection(QPainter& painter, const QRectF& area) {
    const QRectF box = atLeast(area, 5);
    ring(painter, box.adjusted(-1, -1, 1, 1), 1, dark);
    ring(painter, box, 1, light);
}

// Thin lines through the matrix where cells are too small for an outline to be found.
void paintHairs(QPainter& painter, const QRectF& cell, const QRectF& matrix) {
    for (const auto& [color, shift] : {std::pair(dark, -0.5), std::pair(light, 0.5)}) {
        QColor soft = color;
        soft.setAlphaF(0.55F);
        const double x = cell.center().x() + shift;
        const double y = cell.center().y() + shift;
        painter.fillRect(QRectF(x, matrix.top(), 1, matrix.height()), soft);
        painter.fillRect(QRectF(matrix.left(), y, matrix.width(), 1), soft);
    }
}

void paintHover(QPainter& painter, const QRectF& cell, const QRectF& matrix) {
    if (std::min(cell.width(), cell.height()) < 8)
        return paintHairs(painter, cell, matrix);
    ring(painter, cell, 1, dark);
    ring(painter, cell.adjusted(1, 1, -1, -1), 1, light);
}

} // namespace

void paintOverlay(QPainter& painter, const PanelLayout& layout, const heatmap::CellGeometry& geometry,
                  const PanelOverlay& overlay) {
    if (geometry.rows == 0 || geometry.columns == 0)
        return;
    const auto rectOf = [&](Rows rows, Columns columns) {
        return snapped(painter, rectIn(layout, geometry, rows, columns));
    };
    const auto rectOfCell = [&](Cell cell) {
        return rectOf({cell.row, cell.row + 1}, {cell.column, cell.column + 1});
    };
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, false);
    const QRectF whole = rectOf({0, geometry.rows}, {0, geometry.columns});
    const QRectF matrix = whole.intersected(layout.cells);
    // Outlines may reach beyond the matrix, but not beyond the edge where it is cut off.
    const QRectF around = whole.adjusted(-2, -2, 2, 2);
    painter.setClipRect(around.intersected(layout.cells.adjusted(whole.left() < layout.cells.left() ? 0 : -2,
                                                                 whole.top() < layout.cells.top() ? 0 : -2,
                                                                 whole.right() > layout.cells.right() ? 0 : 2,
                                                                 whole.bottom() > layout.cells.bottom() ? 0 : 2)),
                        Qt::IntersectClip);
    if (overlay.hover && overlay.hover != overlay.cursor)
        paintHover(painter, rectOfCell(*overlay.hover), matrix);
    if (overlay.selectedRows.size() * overlay.selectedColumns.size() > 1)
        paintSelection(painter, rectOf(overlay.selectedRows, overlay.selectedColumns));
    if (overlay.cursor)
        paintCursor(painter, rectOfCell(*overlay.cursor));
    painter.restore();
}

} // namespace heedmap
