#include "core/heatmap/line_geometry.h"

#include <algorithm>
#include <cmath>

namespace heedmap::heatmap {

namespace {

constexpr double partOfStep = 0.7; // what the lines of all series together take of a token's height

} // namespace

double LineGeometry::step() const {
    const Index longest = std::max<Index>({rows, columns, 1});
    return std::min(largestStep, area.height / static_cast<double>(longest));
}

double LineGeometry::widest() const {
    return std::min(mostWidth, step() * partOfStep / std::max(series, 1));
}

double LineGeometry::level(Index token, int which) const {
    const double aside = which - (std::max(series, 1) - 1) / 2.0;
    return area.y + (static_cast<double>(token) + 0.5) * step() + aside * widest();
}

Point LineGeometry::start(Index column, int which) const {
    return {area.x, level(column, which)};
}

Point LineGeometry::end(Index row, int which) const {
    return {area.x + area.width, level(row, which)};
}

double LineGeometry::yAt(Cell cell, int which, double x) const {
    const double u = area.width > 0 ? std::clamp((x - area.x) / area.width, 0.0, 1.0) : 0;
    const double from = level(cell.column, which);
    return from + (level(cell.row, which) - from) * u * u * (3 - 2 * u);
}

std::optional<Index> LineGeometry::tokenAt(double y, Index count) const {
    const double token = std::floor((y - area.y) / step());
    if (!(token >= 0) || token >= static_cast<double>(count))
        return std::nullopt;
    return static_cast<Index>(token);
}

std::optional<Index> LineGeometry::rowAt(double y) const {
    return tokenAt(y, rows);
}

std::optional<Index> LineGeometry::columnAt(double y) const {
    return tokenAt(y, columns);
}

std::optional<LineGeometry::Hit> LineGeometry::lineAt(Point point, double tolerance,
                                                      const std::function<double(Cell, int)>& width) const {
    if (area.width <= 0 || point.x < area.x || point.x > area.x + area.width)
        return std::nullopt;
    const double u = (point.x - area.x) / area.width;
    std::optional<Hit> nearest;
    double least = tolerance;
    double widestSoFar = 0;
    for (int which = 0; which < series; ++which) {
        for (Cell cell; cell.row < rows; ++cell.row) {
            for (cell.column = 0; cell.column < columns; ++cell.column) {
                const double wide = width(cell, which);
                if (!(wide > 0))
                    continue;
                const double rise = level(cell.row, which) - level(cell.column, which);
                const double slope = rise * 6 * u * (1 - u) / area.width;
                const double away = std::abs(point.y - yAt(cell, which, point.x)) / std::hypot(1, slope);
                const double outside = std::max(0.0, away - wide / 2);
                if (outside > least || (nearest && outside == least && wide <= widestSoFar))
                    continue;
                nearest = Hit{cell, which};
                least = outside;
                widestSoFar = wide;
            }
        }
    }
    return nearest;
}

} // namespace heedmap::heatmap
