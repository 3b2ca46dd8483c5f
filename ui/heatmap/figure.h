// A whole picture for a paper or a slide: title, panels in a grid, color bar, and a caption line with the facts (mask,
// normalizer, temperature, range, scale, pooling, skipped labels, what the marks mean where there are any).
// The export and the command line draw it; the preview of the export dialog is the same.
#pragma once

#include "core/session/results.h"
#include "ui/heatmap/lines_picture.h"

#include <QSizeF>

class QPainter;

namespace heedmap {

struct Figure {
    std::vector<PanelPicture> panels;
    std::optional<LinesPicture> lines; // drawn instead of the panels
    int columns = 1;                   // panels side by side
    bool sharedRange = true;           // one bar for all; else one a panel
    heatmap::Scale scale = heatmap::Scale::linear;
    QString title;
    QString caption;
    bool dark = false;
    QFont font;
};

// Panels side by side in a grid of `columns` (0: as square as possible). A grid of more than 16 panels (layers × heads)
// is drawn compact: no labels, small titles on the edges.
Figure makeFigure(const Results& results, bool dark, int columns = 0);

// The size (in points of 1/96 inch) at which cells are square and fit their numbers or at least one pixel, 300 … 2000.
QSizeF naturalSize(const Figure& figure);
void paintFigure(QPainter& painter, const Figure& figure, const QRectF& area, CellsAs cellsAs);

// The facts, translated: "α 7 × 8 · softmax, τ = 1 · mask causal · range 0 … 1, linear · largest value of the cells
// below a pixel". The status line and the caption say the same.
QString factsLine(const Results& results);

} // namespace heedmap
