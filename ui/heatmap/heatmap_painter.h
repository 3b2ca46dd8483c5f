// Draws one panel on any QPainter: title, labels, cells, numbers, gold outlines, cursor and crosshair.
#pragma once

#include "core/heatmap/cell_geometry.h"
#include "ui/heatmap/panel_picture.h"

#include <QColor>
#include <QFont>
#include <QFontMetricsF>
#include <QRectF>

#include <optional>
#include <stop_token>

class QPainter;

namespace heedmap {

// Where things are in a panel. It depends on sizes, labels and fonts only, never on values: nothing in the picture
// moves when only the data changes.
struct PanelLayout {
    QRectF area;
    QRectF title;        // one line; null: none
    QRectF remark;       // below it; null: beside the title
    QRectF rowLabels;    // left of the cells; null: none
    QRectF columnLabels; // above the cells and, turned, beyond their right edge; null: none
    QRectF cells;        // viewport of the cells
    bool turnedColumnLabels = false;
    double widestColumnLabel = 0; // turned labels lie down where a cell is wide enough for this
};
// Labels take at most a third of the panel's width (rows) or height (columns); longer ones are elided.
PanelLayout layoutPanel(const PanelPicture& picture, const QRectF& area, const QFont& font);

// Cells as they stand in the layout at a zoom (1: the whole matrix) and centre (in parts of the matrix). Fitted cells
// of some size are whole device pixels, so that all are equal; a matrix lower than the view stands at its top.
heatmap::CellGeometry geometryFor(const PanelPicture& picture, const PanelLayout& layout, double pixelRatio = 1,
                                  double zoom = 1, QPointF center = {0.5, 0.5});

// What the user points at, drawn over the cells; empty in exported pictures.
struct PanelOverlay {
    std::optional<Cell> hover;
    std::optional<Cell> cursor;
    Rows selectedRows;
    Columns selectedColumns;
    bool active = false;
    QString state; // in place of the remark, while the picture is not of what was asked for
};

enum class CellsAs {
    pixels,     // one raster, what a screen wants
    rectangles, // true rectangles, what SVG and PDF want up to 256×256 cells
};

struct PanelColors {
    QColor text;
    QColor dimText;
    QColor band; // crosshair behind the labels
    QColor frame;
    QColor canvas;
    QColor accent;
};
// As many of the facts of a title ("H 0.12 nat · AER 0 %"), from the first, as fit whole into so many pixels: half a
// number would be another number.
QString wholeFacts(const QString& facts, double width, const QFontMetricsF& metrics);

PanelColors panelColors(bool dark);
QFont titleFont(const QFont& font);

// `geometry` maps cells to coordinates relative to layout.cells.topLeft(). Returns true when labels had to be skipped.
bool paintPanel(QPainter& painter, const PanelPicture& picture, const PanelLayout& layout,
                const heatmap::CellGeometry& geometry, const QFont& font, const PanelColors& colors, CellsAs cellsAs,
                const PanelOverlay& overlay = {});

// Its three parts, for who keeps a picture of the cells: paintPanel() paints them in this order.
void paintCells(QPainter& painter, const PanelPicture& picture, const PanelLayout& layout,
                const heatmap::CellGeometry& geometry, const QFont& font, CellsAs cellsAs, std::stop_token stop = {});
bool paintSurroundings(QPainter& painter, const PanelPicture& picture, const PanelLayout& layout,
                       const heatmap::CellGeometry& geometry, const QFont& font, const PanelColors& colors,
                       const PanelOverlay& overlay = {});
void paintOverlay(QPainter& painter, const PanelLayout& layout, const heatmap::CellGeometry& geometry,
                  const PanelOverlay& overlay);

} // namespace heedmap
