#include "ui/heatmap/figure_grid.h"

#include <QFontMetricsF>
#include <QRegularExpression>

#include <algorithm>
#include <cmath>

namespace heedmap {

namespace {

constexpr std::size_t mostFullPanels = 16;

// The numbers of "attn[2,7]"; empty for other titles.
std::vector<int> indicesOf(const QString& title) {
    static const QRegularExpression form(QStringLiteral("\\[(\\d+(?:,\\d+)*)\\]$"));
    std::vector<int> indices;
    const auto match = form.match(title);
    if (!match.hasMatch())
        return indices;
    for (const QString& part : match.captured(1).split(QLatin1Char(',')))
        indices.push_back(part.toInt());
    return indices;
}

// The row and column of each panel by its title; empty where the titles have no two indices that vary.
std::vector<std::pair<int, int>> layersAndHeads(const std::vector<PanelPicture>& panels) {
    std::vector<std::vector<int>> all;
    for (const PanelPicture& panel : panels) {
        all.push_back(indicesOf(panel.title));
        if (all.back().size() < 2 || all.back().size() != all.front().size())
            return {};
    }
    std::vector<std::size_t> varying;
    for (std::size_t axis = 0; !all.empty() && axis < all.front().size(); ++axis) {
        if (std::ranges::any_of(all, [&](const auto& indices) { return indices[axis] != all.front()[axis]; }))
            varying.push_back(axis);
    }
    if (varying.size() != 2)
        return {};
    std::vector<std::pair<int, int>> places;
    for (const auto& indices : all)
        places.emplace_back(indices[varying[0]], indices[varying[1]]);
    return places;
}

bool isFullGrid(const std::vector<std::pair<int, int>>& places, std::size_t columns) {
    for (std::size_t i = 0; i < places.size(); ++i) {
        const bool sameRow = places[i].first == places[i - i % columns].first;
        const bool sameColumn = places[i].second == places[i % columns].second;
        if (!sameRow || !sameColumn)
            return false;
    }
    return places.size() % columns == 0;
}

} // namespace

int gridColumns(const std::vector<PanelPicture>& panels) {
    const auto places = layersAndHeads(panels);
    if (places.empty())
        return 0;
    const auto columns = static_cast<std::size_t>(
        std::ranges::count_if(places, [&](const auto& place) { return place.first == places.front().first; }));
    return isFullGrid(places, columns) ? static_cast<int>(columns) : 0;
}

bool isCompact(const Figure& figure) {
    return figure.panels.size() > mostFullPanels;
}

FigureGrid gridOf(const Figure& figure) {
    FigureGrid grid;
    const int count = static_cast<int>(figure.panels.size());
    grid.columns = std::clamp(figure.columns, 1, std::max(1, count));
    grid.rows = std::max(1, (count + grid.columns - 1) / grid.columns);
    if (!isCompact(figure) || gridColumns(figure.panels) != grid.columns)
        return grid;
    const auto places = layersAndHeads(figure.panels);
    for (int row = 0; row < grid.rows; ++row)
        grid.rowTitles.append(QStringLiteral("L%1").arg(places[static_cast<std::size_t>(row * grid.columns)].first));
    for (int column = 0; column < grid.columns; ++column)
        grid.columnTitles.append(QStringLiteral("H%1").arg(places[static_cast<std::size_t>(column)].second));
    return grid;
}

void FigureGrid::measureEdges(const QFont& font) {
    const QFontMetricsF metrics(font);
    left = 0;
    for (const QString& title : rowTitles)
        left = std::max(left, std::ceil(metrics.horizontalAdvance(title)) + 8);
    top = columnTitles.isEmpty() ? 0 : std::ceil(metrics.height()) + 4;
}

void FigureGrid::place(const QRectF& area, double space, const QFont& font) {
    measureEdges(font);
    area_ = area.adjusted(left, top, 0, 0);
    space_ = space;
}

QRectF FigureGrid::panelArea(int row, int column) const {
    const double width = std::max(1.0, (area_.width() - space_ * (columns - 1)) / columns);
    const double height = std::max(1.0, (area_.height() - space_ * (rows - 1)) / rows);
    return {std::round(area_.left() + column * (width + space_)), std::round(area_.top() + row * (height + space_)),
            std::floor(width), std::floor(height)};
}

QSizeF FigureGrid::sizeFor(QSizeF panel, double space, const QFont& font) {
    measureEdges(font);
    return {left + columns * panel.width() + (columns - 1) * space, top + rows * panel.height() + (rows - 1) * space};
}

QSizeF naturalPanelSize(const PanelPicture& picture, const QFont& font, bool compact) {
    const auto longest = static_cast<double>(std::max<Index>(1, std::max(picture.rows(), picture.columns())));
    // Small matrices get cells with numbers, large ones whole pixels until the picture is as large as a page.
    const double full = longest <= 24 ? 40 : std::max(1.0, std::floor(960 / longest));
    const double cell = compact ? std::max(1.0, std::floor(64 / longest)) : full;
    const double width = cell * static_cast<double>(std::max<Index>(1, picture.columns()));
    const double height = cell * static_cast<double>(std::max<Index>(1, picture.rows()));
    if (compact)
        return {width, height};
    // Labels depend on the room and the room on the labels: ask for a little more until the cells have their size.
    const PanelRoom room(picture, font);
    QSizeF size(room.rowLabels() + width + room.beyondLastColumn(cell),
                room.titleHeight() + room.columnLabels(cell) + height);
    for (int i = 0; i < 4; ++i) {
        const PanelLayout layout = layoutPanel(picture, QRectF(QPointF(0, 0), size), font);
        size += QSizeF(std::max(0.0, width - layout.cells.width()), std::max(0.0, height - layout.cells.height()));
    }
    const double remark = picture.remarkBelow ? std::ceil(QFontMetricsF(font).horizontalAdvance(picture.remark)) : 0;
    return {std::max({size.width(), 200.0, remark}), std::max(size.height(), 96.0)};
}

} // namespace heedmap
