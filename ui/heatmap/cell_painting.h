// What lies inside the cells of a panel: colors, marks, numbers and gold outlines. Used by the painter.
#pragma once

#include "ui/heatmap/heatmap_painter.h"

namespace heedmap {

// One raster at device pixels, each pixel exactly as the core fills it.
void paintRaster(QPainter& painter, const PanelPicture& picture, const PanelLayout& layout,
                 const heatmap::CellGeometry& geometry, std::stop_token stop = {});
// True rectangles up to this many cells a side; above, one pixel a cell, lossless.
inline constexpr Index mostRectangles = 256;
void paintRectangles(QPainter& painter, const PanelPicture& picture, const PanelLayout& layout,
                     const heatmap::CellGeometry& geometry);

void paintNumbers(QPainter& painter, const PanelPicture& picture, const PanelLayout& layout,
                  const heatmap::CellGeometry& geometry, const QFont& font);
// From this cell size on numbers are written where the picture leaves it to us.
inline constexpr double smallestNumberedCell = 28;

void paintGold(QPainter& painter, const PanelPicture& picture, const PanelLayout& layout,
               const heatmap::CellGeometry& geometry);

QColor colorFrom(heatmap::Rgba color);
// White or near black, whichever contrasts more with `background` (WCAG 2.1, relative luminance).
QColor contrasting(heatmap::Rgba background);
double contrastRatio(QColor a, QColor b);

} // namespace heedmap
