// What a plot shows, as plain data.
#pragma once

#include <QPointF>
#include <QString>

#include <functional>
#include <optional>

namespace heedmap {

enum class PlotScale { linear, logarithmic };

struct PlotAxis {
    QString title{};
    PlotScale scale = PlotScale::linear;
    std::optional<double> low{}; // without: what the points need
    std::optional<double> high{};
    std::function<QString(double)> label{}; // of a tick; without: the number
};

enum class SeriesLook { line, dashedLine, markers, lineAndMarkers };

struct SeriesStyle {
    QString name{}; // heads its numbers; without one it is neither in the legend nor among the numbers
    int color = 0;  // 0: the accent; see seriesColor()
    SeriesLook look = SeriesLook::line;
    bool faint = false;              // behind another one that says the same more clearly
    std::optional<QString> legend{}; // without: the name; empty: not in the legend
    bool visible = true;             // its points stay where it is not

    const QString& legendText() const { return legend ? *legend : name; }
};

// A line across the whole plot, with a word at its end.
struct PlotMark {
    Qt::Orientation orientation = Qt::Vertical;
    double value = 0; // on the x axis where it is vertical, else on the y axis
    QString label;
};

} // namespace heedmap
