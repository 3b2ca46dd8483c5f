// How plots look: colors of series, the line above a plot with its title and legend.
#pragma once

#include "ui/plot/plot_data.h"

#include <QColor>
#include <QFont>
#include <QPen>

#include <vector>

class QPainter;
class QRectF;

namespace heedmap {

inline constexpr int seriesColorCount = 6;
// 0 is the accent; the last is gray, for what others are compared with. Of the theme in force.
QColor seriesColor(int index);
QPen seriesPen(const SeriesStyle& style);
double markerSize(const SeriesStyle& style); // 0: none

struct PlotHeader {
    QString title;
    std::vector<SeriesStyle> legend; // those without a text are passed over
    QFont font;
};
// Title and legend, in as many lines as the width asks for.
double heightOf(const PlotHeader& header, double width);
void paintHeader(QPainter& painter, const PlotHeader& header, const QRectF& area);

} // namespace heedmap
