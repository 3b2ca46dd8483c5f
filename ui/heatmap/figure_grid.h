// How the panels of a figure are arranged.
#pragma once

#include "ui/heatmap/figure.h"

#include <QRectF>
#include <QStringList>

namespace heedmap {

struct FigureGrid {
    int rows = 0;
    int columns = 0;
    QStringList rowTitles; // "L0" … where the panels are a full grid of layers and heads
    QStringList columnTitles;
    double left = 0; // room for the titles on the edges
    double top = 0;

    void place(const QRectF& area, double space, const QFont& font);
    QRectF panelArea(int row, int column) const;
    QRectF panelArea(int panel) const { return panelArea(panel / columns, panel % columns); }
    // The area in which every panel has `panel`.
    QSizeF sizeFor(QSizeF panel, double space, const QFont& font);

private:
    void measureEdges(const QFont& font);

    QRectF area_;
    double space_ = 0;
};

// More than 16 panels: no labels, small titles.
bool isCompact(const Figure& figure);
FigureGrid gridOf(const Figure& figure);
// Two indices that vary over the titles "name[2,7]" in row-major order: how many columns that grid has; 0: it is none.
int gridColumns(const std::vector<PanelPicture>& panels);
// The size of a panel whose cells are square and fit their numbers, or are at least a pixel.
QSizeF naturalPanelSize(const PanelPicture& picture, const QFont& font, bool compact);
// "largest value of the cells below a pixel"
QString poolingText(heatmap::Pooling pooling);
QString poolingText(const Figure& figure);

} // namespace heedmap
