#include "core/heatmap/raster.h"

#include "core/heatmap/axis.h"
#include "core/heatmap/color_lookup.h"
#include "core/heatmap/pooled_raster.h"
#include "core/heatmap/pooled_row.h"
#include "core/heatmap/stoppable_source.h"
#include "core/result.h"

#include <algorithm>
#include <cmath>
#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

namespace heedmap::heatmap {

namespace {

constexpr Index bandLines = 16; // a band of lines is drawn by one thread from one tile

// For each of `count` pixels, the cell under its centre; −1 where there is none.
std::vector<Index> cellsUnderCentres(Index count, double origin, double size, Index cells) {
    std::vector<Index> under(static_cast<std::size_t>(count), -1);
    for (Index pixel = 0; pixel < count; ++pixel) {
        const Index cell = indexUnderCentre(pixel, origin, size, cells);
        under[static_cast<std::size_t>(pixel)] = cell < cells ? cell : -1;
    }
    return under;
}

// The cells that a run of pixels shows; empty where there is none.
std::pair<Index, Index> spanned(const std::vector<Index>& under, Index begin, Index end) {
    Index first = 0;
    Index past = 0;
    for (Index pixel = begin; pixel < end; ++pixel) {
        const Index cell = under[static_cast<std::size_t>(pixel)];
        if (cell < 0)
            continue;
        if (past == 0)
            first = cell;
        past = cell + 1;
    }
    return {first, past};
}

// Cells of one pixel or more.
class MagnifiedRaster {
public:
    MagnifiedRaster(const AlphaSource& source, const CellGeometry& geometry, const RasterStyle& style, Index width,
                    Index height)
        : source_(source)
        , geometry_(geometry)
        , style_(style)
        , lookup_(style)
        , columnOf_(cellsUnderCentres(width, geometry.origin.x, geometry.cellWidth, geometry.columns))
        , rowOf_(cellsUnderCentres(height, geometry.origin.y, geometry.cellHeight, geometry.rows))
        , patterned_(style.patterns && std::min(geometry.cellWidth, geometry.cellHeight) >= smallestPatterned)
        , notch_(style.clippedNotches ? notchSize(geometry.cellWidth, geometry.cellHeight) : 0) {
        const auto [begin, end] = spanned(columnOf_, 0, width);
        columns_ = {begin, end};
    }

    void draw(Index firstLine, Index lastLine, Rgba* pixels, Index stride) const {
        if (source_.exceedsFloat32())
            drawAs<double>(firstLine, lastLine, pixels, stride);
        else
            drawAs<float>(firstLine, lastLine, pixels, stride);
    }

private:
    void read(Rows rows, std::span<float> values, std::span<Mark> marks) const {
        source_.tile(rows, columns_, values, marks);
    }
    void read(Rows rows, std::span<double> values, std::span<Mark> marks) const {
        source_.preciseTile(rows, columns_, values, marks);
    }

    template <class T>
    void drawAs(Index firstLine, Index lastLine, Rgba* pixels, Index stride) const {
        const auto [begin, end] = spanned(rowOf_, firstLine, lastLine);
        const Rows rows{begin, end};
        const auto across = static_cast<std::size_t>(columns_.size());
        std::vector<T> values(static_cast<std::size_t>(rows.size()) * across);
        std::vector<Mark> marks(values.size());
        if (!values.empty())
            read(rows, values, marks);
        std::vector<Rgba> colors(across);
        Index coloredRow = -1;
        const bool plain = !patterned_ && notch_ == 0;
        for (Index y = firstLine; y < lastLine; ++y) {
            Rgba* const line = pixels + y * stride;
            const Index row = rowOf_[static_cast<std::size_t>(y)];
            if (row < 0 || across == 0) {
                std::fill_n(line, columnOf_.size(), style_.background);
                continue;
            }
            if (plain && row == coloredRow) {
                std::copy_n(line - stride, columnOf_.size(), line);
                continue;
            }
            const std::size_t at = static_cast<std::size_t>(row - rows.begin) * across;
            if (row != coloredRow)
                lookup_.colors(values.data() + at, marks.data() + at, across, colors.data());
            coloredRow = row;
            spread(colors, line);
            if (patterned_ || notch_ > 0)
                decorate(values.data() + at, marks.data() + at, y, line);
        }
    }

    void spread(const std::vector<Rgba>& colors, Rgba* line) const {
        for (std::size_t x = 0; x < columnOf_.size(); ++x) {
            const Index column = columnOf_[x];
            line[x] = column < 0 ? style_.background : colors[static_cast<std::size_t>(column - columns_.begin)];
        }
    }

    template <class T>
    void decorate(const T* values, const Mark* marks, Index y, Rgba* line) const {
        const Index width = static_cast<Index>(columnOf_.size());
        for (Index x = 0; x < width;) {
            const Index column = columnOf_[static_cast<std::size_t>(x)];
            const Index begin = x;
            while (x < width && columnOf_[static_cast<std::size_t>(x)] == column)
                ++x;
            if (column < 0)
                continue;
            const Index at = column - columns_.begin;
            if (marks[at] != Mark::number && patterned_)
                fillPattern(marks[at], begin, x, y, line);
            else if (marks[at] == Mark::number && notch_ > 0)
                fillNotch(values[at], begin, x, y, line);
        }
    }

    // Pixels are counted from the edges of the cell, also where the view cuts it.
    void fillPattern(Mark mark, Index begin, Index end, Index y, Rgba* line) const {
        const bool runsOn = mark == Mark::masked;
        const Index left = firstPixelOfColumn(runsOn ? 0 : columnOf_[static_cast<std::size_t>(begin)]);
        const Index top = firstPixelOfRow(runsOn ? 0 : rowOf_[static_cast<std::size_t>(y)]);
        for (Index x = begin; x < end; ++x)
            line[x] = patternColor(mark, x - left, y - top, style_.dark);
    }

    template <class T>
    void fillNotch(T value, Index begin, Index end, Index y, Rgba* line) const {
        const Index row = rowOf_[static_cast<std::size_t>(y)];
        const Index column = columnOf_[static_cast<std::size_t>(begin)];
        Index first = 0;
        Index past = 0;
        if (lookup_.isAbove(value)) {
            past = firstPixelOfColumn(column + 1);
            first = past - (notch_ - (y - firstPixelOfRow(row)));
        } else if (lookup_.isBelow(value)) {
            first = firstPixelOfColumn(column);
            past = first + notch_ - (firstPixelOfRow(row + 1) - 1 - y);
        }
        for (Index x = std::max(begin, first); x < std::min(end, past); ++x)
            line[x] = markColors(style_.dark).clippedLine;
    }

    Index firstPixelOfColumn(Index column) const {
        return firstPixelOf(column, geometry_.origin.x, geometry_.cellWidth);
    }
    Index firstPixelOfRow(Index row) const { return firstPixelOf(row, geometry_.origin.y, geometry_.cellHeight); }

    const AlphaSource& source_;
    const CellGeometry& geometry_;
    const RasterStyle& style_;
    ColorLookup lookup_;
    std::vector<Index> columnOf_; // for each pixel of a line; −1 where there is no cell
    std::vector<Index> rowOf_;
    Columns columns_;
    bool patterned_;
    Index notch_;
};

template <class Raster>
void drawBands(const Raster& raster, Index height, Rgba* pixels, Index stride, const std::stop_token& stop) {
    const Index bands = (height + bandLines - 1) / bandLines;
    tbb::parallel_for(tbb::blocked_range<Index>(0, bands), [&](const tbb::blocked_range<Index>& range) {
        for (Index band = range.begin(); band < range.end() && !stop.stop_requested(); ++band)
            raster.draw(band * bandLines, std::min((band + 1) * bandLines, height), pixels, stride);
    });
}

} // namespace

int poolingLevel(const CellGeometry& geometry) {
    const double covered = 1 / std::max(geometry.cellWidth, geometry.cellHeight);
    if (!(covered >= 2))
        return 0;
    return std::min(std::ilogb(covered), levelsAbove(geometry.rows, geometry.columns));
}

void rasterize(const AlphaSource& source, const Pyramid* pyramid, const CellGeometry& geometry,
               const RasterStyle& style, std::span<Rgba> pixels, Index width, Index height, Index stride,
               std::stop_token stop) {
    HEEDMAP_EXPECTS(width >= 0 && height >= 0 && stride >= width);
    if (width == 0 || height == 0)
        return;
    HEEDMAP_EXPECTS(static_cast<Index>(pixels.size()) >= (height - 1) * stride + width);
    HEEDMAP_EXPECTS(geometry.rows == source.rows() && geometry.columns == source.columns());
    const bool atHand = style.detail == Detail::atHand && pyramid != nullptr && pyramid->levels() > 0;
    const StoppableSource read(source, stop);
    if (!atHand && std::min(geometry.cellWidth, geometry.cellHeight) >= 1)
        drawBands(MagnifiedRaster(read, geometry, style, width, height), height, pixels.data(), stride, stop);
    else if (source.exceedsFloat32())
        drawBands(PooledRaster<double>(read, pyramid, geometry, style, width, height), height, pixels.data(), stride,
                  stop);
    else
        drawBands(PooledRaster<float>(read, pyramid, geometry, style, width, height), height, pixels.data(), stride,
                  stop);
}

} // namespace heedmap::heatmap
