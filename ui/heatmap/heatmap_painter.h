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
    QSizeF cell;                  // given by a frame; empty: as large as fits
};
// Labels take at most a third of the panel's width (rows) or height (columns); longer ones are elided.
PanelLayout layoutPanel(const PanelPicture& picture, const QRectF& area, const QFont& font);

// The size of the cells of a panel and the room around them, where a canvas gives all its panels equal cells and says
// once what neighbors share. Pixels.
struct PanelFrame {
    QSizeF cell;
    double left = 0;  // row labels; 0: none
    double top = 0;   // column labels; 0: none
    double right = 0; // what turned column labels take beyond the last column
    bool turned = false;
    bool title = true;
    double margin = 8; // between the edge of the widget and what it draws
    friend bool operator==(const PanelFrame&, const PanelFrame&) = default;
};
PanelLayout layoutPanel(const PanelPicture& picture, const QRectF& area, const QFont& font, const PanelFrame& frame);

// What stands around the cells of a panel at a cell size, measured once for all the sizes that are tried.
class PanelRoom {
public:
    PanelRoom(const PanelPicture& picture, const QFont& font);
    Index rows() const { return rows_; }
    Index columns() const { return columns_; }
    double rowLabels() const { return rowLabels_; } // with the gap to the cells; 0: none
    bool turnsColumnLabels(double cellWidth) const;
    double columnLabels(double cellWidth) const;
    double beyondLastColumn(double cellWidth) const;
    double titleHeight() const { return titleHeight_; } // with the gap below
    double titleWidth() const { return titleWidth_; }
    friend bool operator==(const PanelRoom&, const PanelRoom&) = default;

private:
    Index rows_;
    Index columns_;
    double rowLabels_ = 0;
    double titleHeight_ = 0;
    double titleWidth_ = 0;
    double widestColumn_ = 0;
    double lyingHeight_ = 0;
    double turnedHeight_ = 0;
    std::vector<double> lastColumns_; // widths of the last labels, the very last first
};

// Whether cells are drawn wider than high, or higher than wide, in a view of this size: as the picture asks for, or,
// left to the program, where the matrix would be a strip.
bool stretchesCells(const PanelPicture& picture, QSizeF view);

inline constexpr double largestFittedCell = 160;

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
