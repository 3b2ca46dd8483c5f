// Cells as shapes, for SVG and PDF. No seams: each run of equal cells reaches under its right and lower neighbours,
// which are painted later, so that the edges that a viewer smooths never let the paper show through.
#include "ui/heatmap/cell_outline.h"
#include "ui/heatmap/cell_painting.h"

#include <QImage>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>

namespace heedmap {

namespace {

using attention::Mark;
using heatmap::Rgba;

// The cells that show, with their marks and colors.
struct VisibleCells {
    Rows rows;
    Columns columns;
    std::vector<float> values;
    std::vector<Mark> marks;
    std::vector<Rgba> colors;

    std::size_t at(Index row, Index column) const {
        return static_cast<std::size_t>((row - rows.begin) * columns.size() + column - columns.begin);
    }
};

VisibleCells visibleCells(const PanelPicture& picture, const heatmap::CellGeometry& geometry) {
    VisibleCells cells{geometry.visibleRows(), geometry.visibleColumns(), {}, {}, {}};
    const auto count = static_cast<std::size_t>(cells.rows.size() * cells.columns.size());
    cells.values.resize(count);
    cells.marks.resize(count);
    cells.colors.reserve(count);
    if (count > 0)
        picture.drawn->tile(cells.rows, cells.columns, cells.values, cells.marks);
    for (std::size_t i = 0; i < count; ++i)
        cells.colors.push_back(heatmap::colorOf(static_cast<double>(cells.values[i]), cells.marks[i], picture.style));
    return cells;
}

// Calls `run(row, first, last)` for runs of neighbours for which `same(index, index)` holds.
template <class Same, class Run>
void forEachRun(const VisibleCells& cells, Same same, Run run) {
    for (Index row = cells.rows.begin; row < cells.rows.end; ++row) {
        for (Index first = cells.columns.begin; first < cells.columns.end;) {
            Index last = first + 1;
            while (last < cells.columns.end && same(cells.at(row, first), cells.at(row, last)))
                ++last;
            run(row, first, last);
            first = last;
        }
    }
}

void fillCells(QPainter& painter, const VisibleCells& cells, const PanelLayout& layout,
               const heatmap::CellGeometry& geometry) {
    painter.setPen(Qt::NoPen);
    // As little as a viewer at a third of the size needs: what lies under a smoothed edge tinges it.
    const double reach = std::max(2.0, geometry.cellWidth / 8);
    const QRectF matrix = rectIn(layout, geometry, {0, geometry.rows}, {0, geometry.columns});
    const auto same = [&](std::size_t a, std::size_t b) {
        return cells.colors[a] == cells.colors[b];
    };
    forEachRun(cells, same, [&](Index row, Index first, Index last) {
        const QRectF run = rectIn(layout, geometry, {row, row + 1}, {first, last});
        painter.setBrush(colorFrom(cells.colors[cells.at(row, first)]));
        painter.drawRect(run.adjusted(0, 0, reach, reach).intersected(matrix));
    });
}

// The part of the oblique line x + y = sum inside `rect`.
void addOblique(QPainterPath& path, const QRectF& rect, double sum) {
    const double left = std::max(rect.left(), sum - rect.bottom());
    const double right = std::min(rect.right(), sum - rect.top());
    if (right <= left)
        return;
    path.moveTo(left, sum - left);
    path.lineTo(right, sum - right);
}

// Hatching that runs on from cell to cell, as in the raster.
void addHatching(QPainterPath& path, const QRectF& rect, QPointF corner) {
    constexpr double period = 6;
    const double start = corner.x() + corner.y() + 0.5;
    const double first = std::ceil((rect.left() + rect.top() - start) / period);
    const double last = std::floor((rect.right() + rect.bottom() - start) / period);
    for (double k = first; k <= last; ++k)
        addOblique(path, rect, start + k * period);
}

void addSign(QPainterPath& path, Mark mark, QPointF middle) {
    constexpr double half = 2;
    const auto line = [&](double dx, double dy) {
        path.moveTo(middle - QPointF(dx, dy));
        path.lineTo(middle + QPointF(dx, dy));
    };
    if (mark == Mark::nan) {
        line(half, half);
        line(half, -half);
        return;
    }
    line(half, 0);
    if (mark == Mark::positiveInfinity)
        line(0, half);
}

void addSigns(QPainterPath& path, Mark mark, const QRectF& cell) {
    constexpr double square = 8;
    const double reach = std::min({5.5, cell.width(), cell.height()});
    for (double y = cell.top(); y + reach <= cell.bottom() + 1e-6; y += square) {
        for (double x = cell.left(); x + reach <= cell.right() + 1e-6; x += square)
            addSign(path, mark, QPointF(x, y) + QPointF(reach, reach) * (3.5 / 5.5));
    }
}

// The lines of all cells with this mark.
QPainterPath patternOf(Mark mark, const VisibleCells& cells, const PanelLayout& layout,
                       const heatmap::CellGeometry& geometry) {
    const QPointF corner = layout.cells.topLeft() + QPointF(geometry.origin.x, geometry.origin.y);
    QPainterPath path;
    const auto same = [&](std::size_t a, std::size_t b) {
        return mark == Mark::masked && cells.marks[a] == mark && cells.marks[b] == mark;
    };
    forEachRun(cells, same, [&](Index row, Index first, Index last) {
        if (cells.marks[cells.at(row, first)] != mark)
            return;
        const QRectF rect = rectIn(layout, geometry, {row, row + 1}, {first, last});
        if (mark == Mark::masked)
            addHatching(path, rect, corner);
        else
            addSigns(path, mark, rect);
    });
    return path;
}

void strokePatterns(QPainter& painter, const VisibleCells& cells, const PanelLayout& layout,
                    const heatmap::CellGeometry& geometry, bool dark) {
    const heatmap::MarkColors& colors = heatmap::markColors(dark);
    const std::pair<Mark, Rgba> kinds[] = {{Mark::masked, colors.maskedLine},
                                           {Mark::nan, colors.nanLine},
                                           {Mark::positiveInfinity, colors.positiveInfinityLine},
                                           {Mark::negativeInfinity, colors.negativeInfinityLine}};
    for (const auto& [mark, color] : kinds) {
        const QPainterPath path = patternOf(mark, cells, layout, geometry);
        if (!path.isEmpty())
            painter.strokePath(path, QPen(colorFrom(color), 0.8, Qt::SolidLine, Qt::FlatCap));
    }
}

void fillNotches(QPainter& painter, const VisibleCells& cells, const PanelLayout& layout,
                 const heatmap::CellGeometry& geometry, const heatmap::RasterStyle& style) {
    const auto size = static_cast<double>(heatmap::notchSize(geometry.cellWidth, geometry.cellHeight));
    QPainterPath path;
    const auto never = [](std::size_t, std::size_t) {
        return false;
    };
    forEachRun(cells, never, [&](Index row, Index column, Index) {
        const std::size_t at = cells.at(row, column);
        if (cells.marks[at] != Mark::number)
            return;
        const float value = cells.values[at];
        const QRectF cell = rectIn(layout, geometry, {row, row + 1}, {column, column + 1});
        if (value > static_cast<float>(style.range.high)) // of float32 as the values are: their rounding clips none
            path.addPolygon(QPolygonF({cell.topRight(), cell.topRight() - QPointF(size, 0),
                                       cell.topRight() + QPointF(0, size), cell.topRight()}));
        else if (value < static_cast<float>(style.range.low))
            path.addPolygon(QPolygonF({cell.bottomLeft(), cell.bottomLeft() + QPointF(size, 0),
                                       cell.bottomLeft() - QPointF(0, size), cell.bottomLeft()}));
    });
    if (!path.isEmpty())
        painter.fillPath(path, colorFrom(heatmap::markColors(style.dark).clippedLine));
}

// One pixel a cell; above this many cells a side, pooled.
constexpr Index mostPixels = 4096;

void paintAsImage(QPainter& painter, const PanelPicture& picture, const PanelLayout& layout,
                  const heatmap::CellGeometry& geometry) {
    const QRectF target = rectIn(layout, geometry, {0, geometry.rows}, {0, geometry.columns});
    const Index longest = std::max(geometry.rows, geometry.columns);
    const double pixel = std::min(1.0, static_cast<double>(mostPixels) / static_cast<double>(longest));
    const auto pixels = [pixel](Index cells) {
        return std::max(1, static_cast<int>(std::lround(static_cast<double>(cells) * pixel)));
    };
    QImage image(pixels(geometry.columns), pixels(geometry.rows), QImage::Format_RGBX8888);
    heatmap::CellGeometry onImage = geometry;
    onImage.cellWidth = image.width() / static_cast<double>(geometry.columns);
    onImage.cellHeight = image.height() / static_cast<double>(geometry.rows);
    onImage.origin = {};
    onImage.viewWidth = image.width();
    onImage.viewHeight = image.height();
    const auto stride = image.bytesPerLine() / static_cast<qsizetype>(sizeof(Rgba));
    heatmap::rasterize(*picture.drawn, picture.pyramid.get(), onImage, picture.style,
                       {reinterpret_cast<Rgba*>(image.bits()), static_cast<std::size_t>(stride * image.height())},
                       image.width(), image.height(), stride);
    painter.setRenderHint(QPainter::SmoothPixmapTransform, false);
    painter.setRenderHint(QPainter::LosslessImageRendering); // PDF would store it as JPEG
    painter.drawImage(target, std::move(image).convertToFormat(QImage::Format_RGB32));
}

} // namespace

void paintRectangles(QPainter& painter, const PanelPicture& picture, const PanelLayout& layout,
                     const heatmap::CellGeometry& geometry) {
    if (geometry.rows > mostRectangles || geometry.columns > mostRectangles)
        return paintAsImage(painter, picture, layout, geometry);
    const VisibleCells cells = visibleCells(picture, geometry);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, false);
    fillCells(painter, cells, layout, geometry);
    painter.setRenderHint(QPainter::Antialiasing);
    if (picture.style.patterns && std::min(geometry.cellWidth, geometry.cellHeight) >= heatmap::smallestPatterned)
        strokePatterns(painter, cells, layout, geometry, picture.style.dark);
    if (picture.style.clippedNotches && heatmap::notchSize(geometry.cellWidth, geometry.cellHeight) > 0)
        fillNotches(painter, cells, layout, geometry, picture.style);
    painter.restore();
}

} // namespace heedmap
