// Draws one panel on any QPainter: cells, numbers, labels, gold outlines, cursor and crosshair.
#pragma once

#include "core/heatmap/cell_geometry.h"
#include "ui/heatmap/panel_picture.h"

#include <QColor>
#include <QFont>
#include <QRectF>

#include <optional>

class QPainter;

namespace heedmap {

// Where things are in a panel. It depends on sizes, labels and fonts only, never on values: nothing in the picture
// moves when only the data changes.
struct PanelLayout {
    QRectF title;        // one line
    QRectF rowLabels;    // left of the cells
    QRectF columnLabels; // above the cells
    QRectF cells;        // viewport of the cells
    bool turnedColumnLabels = false;
};
// Labels take at most a third of the panel's width (rows) or height (columns); longer ones are elided.
PanelLayout layoutPanel(const PanelPicture& picture, const QRectF& area, const QFont& font);

// What the user points at, drawn over the cells; empty in exported pictures.
struct PanelOverlay {
    std::optional<Cell> hover;
    std::optional<Cell> cursor;
    Rows selectedRows;
    Columns selectedColumns;
    bool active = false;
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
};

// `geometry` maps cells to coordinates relative to layout.cells.topLeft(). Returns true when labels had to be skipped.
bool paintPanel(QPainter& painter, const PanelPicture& picture, const PanelLayout& layout,
                const heatmap::CellGeometry& geometry, const QFont& font, const PanelColors& colors, CellsAs cellsAs,
                const PanelOverlay& overlay = {});

} // namespace heedmap
