// Where the thumbnails of a grid of heads stand: a row a layer, a column a head, headings once, whole pixels a token
// where a thumbnail has room for them.
#pragma once

#include "core/session/head_grid.h"
#include "ui/heatmap/heatmap_painter.h"

#include <QRect>
#include <QSize>

namespace heedmap {

struct HeadThumbnails {
    QSize thumbnail; // the widget, with its margin
    PanelFrame frame;
    int left = 0;         // of the headings of layers
    int top = 0;          // of the headings of heads
    int headingEvery = 1; // so many columns of heads have a heading each
    QSize size;           // of the whole grid, with its headings

    QRect area(HeadGrid::Place place) const {
        return {left + place.column * thumbnail.width(), top + place.row * thumbnail.height(), thumbnail.width(),
                thumbnail.height()};
    }
};

// As large as fits into `room`, and at least 12 pixels a head: then the grid is larger than the room. `rows` and
// `columns`: of the largest matrix; `left`, `top`: what the headings take.
HeadThumbnails thumbnailsIn(QSize room, const HeadGrid& grid, Index rows, Index columns, int left, int top);

} // namespace heedmap
