// The tokens along the axes of a panel: how much room they need, and how they are written. Without tokens the axes
// show numbers.
#pragma once

#include "ui/heatmap/heatmap_painter.h"

#include <QFontMetricsF>

#include <span>

namespace heedmap {

// The width of the widest label that is not elided to `most`.
double widestLabel(const QStringList& labels, Index count, const QFontMetricsF& metrics, double most);
// How far a turned label of this width reaches up and to the right.
double turnedHeight(double width, const QFontMetricsF& metrics);
double turnedReach(double width);
// The width whose turnedHeight() is `height`.
double turnedWidth(double height, const QFontMetricsF& metrics);

inline constexpr double labelGap = 8; // between labels and cells

// The label at `index`; its number where there are no tokens, or where this one is missing (padding).
QString labelText(const QStringList& labels, Index index);

// True when labels had to be skipped. `marked`: rows (columns) whose label stands on a band.
bool paintRowLabels(QPainter& painter, const PanelPicture& picture, const PanelLayout& layout,
                    const heatmap::CellGeometry& geometry, const QFont& font, const PanelColors& colors,
                    std::span<const Index> marked);
bool paintColumnLabels(QPainter& painter, const PanelPicture& picture, const PanelLayout& layout,
                       const heatmap::CellGeometry& geometry, const QFont& font, const PanelColors& colors,
                       std::span<const Index> marked);

} // namespace heedmap
