// The arithmetic of an axis, without a window: where a number lies, what the axis shows, where its ticks are.
#pragma once

#include "ui/plot/plot_data.h"

#include <QList>

#include <span>
#include <utility>
#include <vector>

namespace heedmap {

// A number as a place on an axis: itself, or its logarithm to base 10. NaN where it has none: NaN, ±∞ and, on a
// logarithmic axis, 0 and less.
double placeOf(PlotScale scale, double value);
double valueAt(PlotScale scale, double place);

// From place to place, never empty: the axis' own limits, else what the values need, with a little room where
// `padded`. On a logarithmic axis what has no place is passed over; without any value: 0 … 1, or 1 … 10.
std::pair<double, double> shownPlaces(const PlotAxis& axis, std::span<const double> values, bool padded);

struct PlotTick {
    double place = 0;
    QString label;
    friend bool operator==(const PlotTick&, const PlotTick&) = default;
};
// At round numbers (1, 2, 5 times a power of ten) between the places, at most `most` of them and at least 2 where that
// is possible; no two labels are the same.
std::vector<PlotTick> ticksOf(const PlotAxis& axis, double low, double high, int most);

// "0.02", "−3", "1200", "2×10⁻⁶": a round number with a real minus.
QString tickText(double value);

// At most four points a pixel column (its first, lowest, highest and last), in order: as a line it looks the same. The
// points are places; those with a NaN are left out. Points whose x goes back and forth are kept as they are.
QList<QPointF> decimated(std::span<const QPointF> places, double low, double high, int pixels);

} // namespace heedmap
