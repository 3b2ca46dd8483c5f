#include "ui/compare/head_thumbnails.h"

#include <algorithm>
#include <cmath>

namespace heedmap {

namespace {

constexpr double smallestThumbnail = 12;
constexpr double largestToken = 16; // pixels
constexpr int wideMargin = 2;       // half of the gutter between thumbnails
constexpr int narrowMargin = 1;
constexpr double narrowBelow = 24; // pixels of a thumbnail
constexpr int narrowestHeading = 20;

// Pixels a token with which a grid of these thumbnails takes exactly the room.
double tokenFor(QSize room, const HeadGrid& grid, Index rows, Index columns, int margin) {
    const auto along = [margin](int length, std::size_t thumbnails, Index tokens) {
        const double each = length / static_cast<double>(thumbnails) - 2 * margin;
        return each / static_cast<double>(tokens);
    };
    return std::min(along(room.width(), grid.heads.size(), columns), along(room.height(), grid.layers.size(), rows));
}

} // namespace

HeadThumbnails thumbnailsIn(QSize room, const HeadGrid& grid, Index rows, Index columns, int left, int top) {
    rows = std::max<Index>(rows, 1);
    columns = std::max<Index>(columns, 1);
    const QSize rest = room - QSize(left, top);
    const auto longest = static_cast<double>(std::max(rows, columns));
    int margin = wideMargin;
    double token = tokenFor(rest, grid, rows, columns, margin);
    if (token * longest < narrowBelow) {
        margin = narrowMargin;
        token = tokenFor(rest, grid, rows, columns, margin);
    }
    token = std::clamp(token, smallestThumbnail / longest, std::max(largestToken, smallestThumbnail / longest));
    if (token >= 1)
        token = std::floor(token);
    HeadThumbnails result;
    result.left = left;
    result.top = top;
    result.frame.cell = {token, token};
    result.frame.title = false;
    result.frame.margin = margin;
    const auto side = [&](Index tokens) {
        return std::max(1, static_cast<int>(std::floor(token * static_cast<double>(tokens) + 1e-6))) + 2 * margin;
    };
    result.thumbnail = QSize(side(columns), side(rows));
    result.headingEvery = std::max(1, (narrowestHeading + result.thumbnail.width() - 1) / result.thumbnail.width());
    if (result.headingEvery > 1)
        result.headingEvery = std::max(4, result.headingEvery);
    result.size = QSize(left + result.thumbnail.width() * static_cast<int>(grid.heads.size()),
                        top + result.thumbnail.height() * static_cast<int>(grid.layers.size()));
    return result;
}

} // namespace heedmap
