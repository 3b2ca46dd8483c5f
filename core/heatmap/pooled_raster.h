// Private to the raster: the part of a picture where a cell is less than a pixel on some axis.
#pragma once

#include "core/heatmap/color_lookup.h"
#include "core/heatmap/raster.h"

#include <array>
#include <vector>

namespace heedmap::heatmap {

// The cells of a level that the pixels along one axis cover, and what part of a pixel each of them fills.
struct CoveredCells {
    struct Span {
        Index begin = 0;
        Index end = 0;
        std::size_t shares = 0; // place of the first share
    };
    std::vector<Span> pixels;
    std::vector<float> shares;

    CoveredCells(Index count, double origin, double size, Index cells, int level);
    // The level's cells under the pixels [begin, end); empty where there are none.
    std::pair<Index, Index> under(Index begin, Index end) const;
};

// T: double where the source exceeds float32, else float.
template <class T>
class PooledRaster {
public:
    PooledRaster(const AlphaSource& source, const Pyramid* pyramid, const CellGeometry& geometry,
                 const RasterStyle& style, Index width, Index height);
    void draw(Index firstLine, Index lastLine, Rgba* pixels, Index stride) const;

private:
    // Rows of the level, as far as they show.
    struct Strip {
        const T* values = nullptr;
        const MarkSet* marks = nullptr;
        Index stride = 0;
        Index firstRow = 0;
        bool hasMarks = false; // else all of it is numbers
        std::vector<T> ownValues;
        std::vector<MarkSet> ownMarks;
    };
    // What has been gathered down a column of level cells for one line.
    struct Gathered {
        std::vector<T> values; // max: the largest, −∞ where there is none; mean: the weighted sum
        std::vector<T> weights;
        std::vector<MarkSet> marks;
    };
    Strip strip(Rows rows) const;
    Strip stripOfSource(Rows rows) const;
    void poolSource(Strip& strip, Rows baseRows, Columns baseColumns) const;
    void gather(const Strip& strip, Index line, Gathered& gathered) const;
    void gatherMax(const Strip& strip, Index row, Gathered& gathered) const;
    void gatherFarthest(const Strip& strip, Index row, Gathered& gathered) const;
    void gatherMean(const Strip& strip, Index row, T share, Gathered& gathered) const;
    void spreadMax(const Gathered& gathered, std::vector<T>& values) const;
    void spreadFarthest(const Gathered& gathered, std::vector<T>& values) const;
    void spreadMean(const Gathered& gathered, std::vector<T>& values) const;
    void spreadMarks(const Gathered& gathered, std::vector<Mark>& marks) const;

    const AlphaSource& source_;
    int level_;
    Pooling pooling_;
    const Pyramid* pyramid_; // null: the source is pooled
    T base_;                 // means are taken above it: those of equal numbers stay exactly equal to the limits
    Rgba background_;
    ColorLookup lookup_;
    CoveredCells across_;
    CoveredCells down_;
    Columns columns_;      // of the level, that show
    Index firstPixel_ = 0; // of a line, that shows any
    Index pastPixel_ = 0;
    std::array<Mark, 32> prevailing_; // by MarkSet
};

} // namespace heedmap::heatmap
