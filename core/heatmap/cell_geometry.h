// Where cells are on the picture: a plain mapping between cells and pixels, the same for screen and paper.
#pragma once

#include "core/index.h"

#include <optional>

namespace heedmap::heatmap {

struct Point {
    double x = 0;
    double y = 0;
    friend bool operator==(const Point&, const Point&) = default;
};
struct Rect {
    double x = 0, y = 0, width = 0, height = 0;
    friend bool operator==(const Rect&, const Rect&) = default;
};

// Cell (i, j) covers the pixels origin + [j, j+1)·cellWidth × [i, i+1)·cellHeight. Cells are square unless the user
// stretches them.
struct CellGeometry {
    Index rows = 0;
    Index columns = 0;
    double cellWidth = 1; // pixels a cell
    double cellHeight = 1;
    Point origin;         // of cell (0, 0) in the viewport
    double viewWidth = 0; // of the viewport, pixels
    double viewHeight = 0;

    Rect rectOf(Cell cell) const;
    Rect rectOf(Rows rowRange, Columns columnRange) const;
    std::optional<Cell> cellAt(Point point) const; // none outside the matrix
    Cell nearestCell(Point point) const;           // precondition: rows, columns > 0
    Rows visibleRows() const;                      // all that show at least in part
    Columns visibleColumns() const;

    // The whole matrix, square cells, centred, as large as fits (at most maxCell pixels a cell).
    static CellGeometry fitted(Index rows, Index columns, double viewWidth, double viewHeight, double maxCell = 64);
    // Zoomed by `factor` so that what is under `anchor` stays there. Limited to [fitted size, maxZoomedCell].
    CellGeometry zoomed(double factor, Point anchor) const;
    CellGeometry panned(double dx, double dy) const;
    // The closest view that shows these cells whole, in the proportions that cells have now.
    CellGeometry showing(Rows rowRange, Columns columnRange) const;
    // Panned by the least amount that makes `cell` visible.
    CellGeometry revealing(Cell cell) const;
    // No empty space is shown that the matrix could fill; a matrix smaller than the view is centred.
    CellGeometry kept() const;

    static constexpr double maxZoomedCell = 256;
    friend bool operator==(const CellGeometry&, const CellGeometry&) = default;
};

} // namespace heedmap::heatmap
