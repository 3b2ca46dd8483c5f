// A second drawing of the same panels: keys left, queries right, a line for each weight, as wide as the weight is
// large, each panel in a color of its own.
#pragma once

#include "core/heatmap/line_geometry.h"
#include "ui/heatmap/heatmap_painter.h"

namespace heedmap {

inline constexpr std::size_t mostLineSeries = 16;

struct LinesPicture {
    std::vector<PanelPicture> series; // of one size; up to mostLineSeries
    std::vector<bool> hidden;         // as many as series
    QString sources;                  // over the left tokens: "source (keys)"
    QString targets;                  // over the right ones
    QString notice;                   // instead of lines
    bool dark = false;

    Index rows() const { return series.empty() ? 0 : series.front().rows(); }
    Index columns() const { return series.empty() ? 0 : series.front().columns(); }
    bool hasLines() const { return notice.isEmpty() && rows() > 0 && columns() > 0; }
};

// Of panels that have the size of the first that shows something; the others, and those beyond mostLineSeries, are left
// out. Sequences longer than heatmap::mostLineTokens get a notice.
LinesPicture makeLines(const files::Session& session, std::vector<PanelPicture> panels, bool dark);

// The color of a series: told apart in light and dark, by those too who see few colors as far as they go.
QColor lineColor(int which, bool dark);

// How wide the weight is drawn; 0 where it is masked, no number, at the low end of the range or thinner than a tenth of
// a pixel, and where the series is hidden.
double lineWidth(const LinesPicture& picture, const heatmap::LineGeometry& geometry, Cell cell, int which);

// The smallest value that is drawn as a line.
double leastDrawn(const LinesPicture& picture, const heatmap::LineGeometry& geometry);

struct LinesLayout {
    QRectF area;
    std::vector<QRectF> legend; // a chip for each series, none where there is but one without a title
    QRectF heads;               // "source", "target" above the tokens
    QRectF sources;             // tokens
    QRectF targets;
    heatmap::LineGeometry geometry;
};
LinesLayout layoutLines(const LinesPicture& picture, const QRectF& area, const QFont& font);
// The size at which tokens stand comfortably.
QSizeF naturalLinesSize(const LinesPicture& picture, const QFont& font);

// The token that is looked at: its lines stand out, the others fade. Or the line under the pointer.
struct LinesOverlay {
    std::optional<Index> row{};
    std::optional<Index> column{};
    std::optional<heatmap::LineGeometry::Hit> line{};
    std::optional<Cell> cursor{};
    bool focused = false; // by the keyboard
};

// Returns true when labels had to be skipped.
bool paintLines(QPainter& painter, const LinesPicture& picture, const LinesLayout& layout, const QFont& font,
                const LinesOverlay& overlay = {});

} // namespace heedmap
