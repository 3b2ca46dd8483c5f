#include "core/heatmap/cell_geometry.h"

#include "core/heatmap/axis.h"
#include "core/result.h"

#include <algorithm>
#include <cmath>

namespace heedmap::heatmap {

namespace {

// A view of no size must not make cells of no size.
constexpr double smallestCell = 1e-6;

// Pixels a cell so that `count` cells fill `view`; without cells there is nothing to fit.
double fittingCell(Index count, double view, double largest) {
    return count > 0 ? std::min(view / static_cast<double>(count), largest) : largest;
}

double keptOrigin(double origin, double extent, double view) {
    return extent <= view ? (view - extent) / 2 : std::clamp(origin, view - extent, 0.0);
}

// How far to pan so that [begin, begin + size) lies in [0, view), or fills the view where it is the larger one.
double panToReveal(double begin, double size, double view) {
    const double before = -begin;               // aligns the beginnings
    const double after = view - (begin + size); // aligns the ends
    const double least = std::min(before, after);
    const double most = std::max(before, after);
    return std::clamp(0.0, least, most);
}

} // namespace

Rect CellGeometry::rectOf(Cell cell) const {
    return rectOf(Rows{cell.row, cell.row + 1}, Columns{cell.column, cell.column + 1});
}

Rect CellGeometry::rectOf(Rows rowRange, Columns columnRange) const {
    return {edgeOf(columnRange.begin, origin.x, cellWidth), edgeOf(rowRange.begin, origin.y, cellHeight),
            static_cast<double>(columnRange.size()) * cellWidth, static_cast<double>(rowRange.size()) * cellHeight};
}

std::optional<Cell> CellGeometry::cellAt(Point point) const {
    const Cell cell{indexAt(point.y, origin.y, cellHeight, rows), indexAt(point.x, origin.x, cellWidth, columns)};
    if (cell.row < 0 || cell.row >= rows || cell.column < 0 || cell.column >= columns)
        return std::nullopt;
    return cell;
}

Cell CellGeometry::nearestCell(Point point) const {
    HEEDMAP_EXPECTS(rows > 0 && columns > 0);
    return {std::clamp<Index>(indexAt(point.y, origin.y, cellHeight, rows), 0, rows - 1),
            std::clamp<Index>(indexAt(point.x, origin.x, cellWidth, columns), 0, columns - 1)};
}

Rows CellGeometry::visibleRows() const {
    const auto [begin, end] = indicesWithin(0, viewHeight, origin.y, cellHeight, rows);
    return {begin, end};
}

Columns CellGeometry::visibleColumns() const {
    const auto [begin, end] = indicesWithin(0, viewWidth, origin.x, cellWidth, columns);
    return {begin, end};
}

CellGeometry CellGeometry::fitted(Index rows, Index columns, double viewWidth, double viewHeight, double maxCell) {
    const double cell = std::max(
        smallestCell, std::min(fittingCell(columns, viewWidth, maxCell), fittingCell(rows, viewHeight, maxCell)));
    CellGeometry geometry{rows, columns, cell, cell, {}, viewWidth, viewHeight};
    return geometry.kept();
}

CellGeometry CellGeometry::zoomed(double factor, Point anchor) const {
    const double width = cellWidth;
    const double height = cellHeight;
    // Both sides by the same factor, so that stretched cells keep their proportions.
    const double larger = std::max(width, height);
    const double whole = std::min({fittingCell(columns, viewWidth, 64 * width / larger) / width,
                                   fittingCell(rows, viewHeight, 64 * height / larger) / height});
    const double least = std::max(whole, smallestCell / std::min(width, height));
    const double scale = std::clamp(factor, least, std::max(least, maxZoomedCell / larger));
    CellGeometry geometry = *this;
    geometry.cellWidth = width * scale;
    geometry.cellHeight = height * scale;
    geometry.origin = {anchor.x - (anchor.x - origin.x) * scale, anchor.y - (anchor.y - origin.y) * scale};
    return geometry;
}

CellGeometry CellGeometry::panned(double dx, double dy) const {
    CellGeometry geometry = *this;
    geometry.origin = {origin.x + dx, origin.y + dy};
    return geometry;
}

CellGeometry CellGeometry::showing(Rows rowRange, Columns columnRange) const {
    CellGeometry geometry = *this;
    const double larger = std::max(cellWidth, cellHeight);
    const double across = cellWidth / larger;
    const double down = cellHeight / larger;
    const double cell =
        std::max(smallestCell, std::min(fittingCell(columnRange.size(), viewWidth / across, maxZoomedCell),
                                        fittingCell(rowRange.size(), viewHeight / down, maxZoomedCell)));
    geometry.cellWidth = cell * across;
    geometry.cellHeight = cell * down;
    const double middleColumn = static_cast<double>(columnRange.begin + columnRange.end) / 2;
    const double middleRow = static_cast<double>(rowRange.begin + rowRange.end) / 2;
    geometry.origin = {viewWidth / 2 - middleColumn * geometry.cellWidth,
                       viewHeight / 2 - middleRow * geometry.cellHeight};
    return geometry.kept();
}

CellGeometry CellGeometry::revealing(Cell cell) const {
    const Rect rect = rectOf(cell);
    return panned(panToReveal(rect.x, rect.width, viewWidth), panToReveal(rect.y, rect.height, viewHeight));
}

CellGeometry CellGeometry::kept() const {
    CellGeometry geometry = *this;
    geometry.origin = {keptOrigin(origin.x, static_cast<double>(columns) * cellWidth, viewWidth),
                       keptOrigin(origin.y, static_cast<double>(rows) * cellHeight, viewHeight)};
    return geometry;
}

} // namespace heedmap::heatmap
