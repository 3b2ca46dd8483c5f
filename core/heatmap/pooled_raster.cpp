#include "core/heatmap/pooled_raster.h"

#include "core/heatmap/axis.h"
#include "core/heatmap/block_pool.h"
#include "core/heatmap/farthest.h"
#include "core/heatmap/pooled_row.h"

#include <algorithm>
#include <limits>
#include <type_traits>

namespace heedmap::heatmap {

namespace {

constexpr MarkSet numberSet = setOf(Mark::number);

Mark prevailingMark(MarkSet set, Pooling pooling) {
    const auto has = [set](Mark mark) {
        return (set & setOf(mark)) != 0;
    };
    const bool mean = pooling != Pooling::max; // or farthest from 0: both signs count
    if (has(Mark::nan) || (mean && has(Mark::positiveInfinity) && has(Mark::negativeInfinity)))
        return Mark::nan;
    if (has(Mark::positiveInfinity))
        return Mark::positiveInfinity;
    if (has(Mark::negativeInfinity) && (mean || !has(Mark::number)))
        return Mark::negativeInfinity;
    return has(Mark::number) ? Mark::number : Mark::masked;
}

bool areNumbers(const MarkSet* marks, std::size_t count) {
    unsigned others = 0;
    for (std::size_t j = 0; j < count; ++j)
        others |= marks[j] ^ unsigned { numberSet };
    return others == 0;
}

// Pixel `pixel` covers [pixel, pixel + 1) where cells are smaller than pixels, else what is under its centre.
std::pair<Index, Index> cellsOfPixel(Index pixel, double origin, double size, Index cells) {
    if (size < 1)
        return indicesUnder(pixel, origin, size, cells);
    const Index cell = indexUnderCentre(pixel, origin, size, cells);
    return cell >= 0 && cell < cells ? std::pair{cell, cell + 1} : std::pair<Index, Index>{0, 0};
}

// The level to draw from: what is at hand may be coarser than what is wanted, but has to be there.
int levelToDraw(const Pyramid* pyramid, const CellGeometry& geometry, Detail detail) {
    const int wanted = poolingLevel(geometry);
    const bool atHand = detail == Detail::atHand && pyramid != nullptr && pyramid->levels() > 0;
    return atHand ? std::clamp(wanted, pyramid->firstLevel(), pyramid->levels()) : wanted;
}

Pooling poolingToDraw(const Pyramid* pyramid, int level, const RasterStyle& style) {
    const Pooling other = style.pooling == Pooling::max ? Pooling::mean : Pooling::max;
    const bool onlyOther = pyramid != nullptr && !pyramid->keeps(level, style.pooling) && pyramid->keeps(level, other);
    return style.detail == Detail::atHand && onlyOther ? other : style.pooling;
}

// The pyramid where it has what is wanted.
const Pyramid* usable(const Pyramid* pyramid, int level, Pooling pooling, Detail detail) {
    const bool good = pyramid != nullptr && (detail == Detail::atHand || !pyramid->isSample());
    return good && pyramid->keeps(level, pooling) ? pyramid : nullptr;
}

template <class T>
const LargeArray<T>& valuesAs(const LevelValues& values) {
    if constexpr (std::is_same_v<T, double>)
        return values.doubles;
    else
        return values.floats;
}

} // namespace

CoveredCells::CoveredCells(Index count, double origin, double size, Index cells, int level)
    : pixels(static_cast<std::size_t>(count)) {
    for (Index pixel = 0; pixel < count; ++pixel) {
        const auto [begin, end] = cellsOfPixel(pixel, origin, size, cells);
        if (begin == end)
            continue;
        Span& span = pixels[static_cast<std::size_t>(pixel)];
        span = {begin >> level, ((end - 1) >> level) + 1, shares.size()};
        for (Index cell = span.begin; cell < span.end; ++cell) {
            const double left = std::max(edgeOf(cell << level, origin, size), static_cast<double>(pixel));
            const double right =
                std::min(edgeOf(std::min((cell + 1) << level, cells), origin, size), static_cast<double>(pixel + 1));
            // A sliver that rounding makes empty still belongs to the pixel.
            shares.push_back(static_cast<float>(std::max(right - left, 1e-9)));
        }
    }
}

std::pair<Index, Index> CoveredCells::under(Index begin, Index end) const {
    std::pair<Index, Index> covered{0, 0};
    for (Index pixel = begin; pixel < end; ++pixel) {
        const Span& span = pixels[static_cast<std::size_t>(pixel)];
        if (span.begin == span.end)
            continue;
        covered = {covered.second == 0 ? span.begin : covered.first, span.end};
    }
    return covered;
}

template <class T>
PooledRaster<T>::PooledRaster(const AlphaSource& source, const Pyramid* pyramid, const CellGeometry& geometry,
                              const RasterStyle& style, Index width, Index height)
    : source_(source)
    , level_(levelToDraw(pyramid, geometry, style.detail))
    , pooling_(poolingToDraw(pyramid, level_, style))
    , pyramid_(usable(pyramid, level_, pooling_, style.detail))
    , base_(style.range.low == style.range.high ? static_cast<T>(style.range.low) : T(0))
    , background_(style.background)
    , lookup_(style)
    , across_(width, geometry.origin.x, geometry.cellWidth, geometry.columns, level_)
    , down_(height, geometry.origin.y, geometry.cellHeight, geometry.rows, level_) {
    const auto [begin, end] = across_.under(0, width);
    columns_ = {begin, end};
    const auto shows = [](const CoveredCells::Span& span) {
        return span.begin < span.end;
    };
    const auto first = std::find_if(across_.pixels.begin(), across_.pixels.end(), shows);
    firstPixel_ = first - across_.pixels.begin();
    pastPixel_ = std::find_if_not(first, across_.pixels.end(), shows) - across_.pixels.begin();
    for (std::size_t set = 0; set < prevailing_.size(); ++set)
        prevailing_[set] = prevailingMark(static_cast<MarkSet>(set), pooling_);
}

template <class T>
typename PooledRaster<T>::Strip PooledRaster<T>::strip(Rows rows) const {
    Strip strip;
    if (pyramid_ == nullptr) {
        strip = stripOfSource(rows);
    } else {
        const PyramidLevel& level = pyramid_->level(level_);
        const Index at = rows.begin * level.columns + columns_.begin;
        strip.values = valuesAs<T>(level.values(pooling_)).data() + at;
        strip.marks = level.marks.data() + at;
        strip.stride = level.columns;
    }
    strip.firstRow = rows.begin;
    for (Index row = 0; row < rows.size() && !strip.hasMarks; ++row)
        strip.hasMarks = !areNumbers(strip.marks + row * strip.stride, static_cast<std::size_t>(columns_.size()));
    return strip;
}

template <class T>
typename PooledRaster<T>::Strip PooledRaster<T>::stripOfSource(Rows rows) const {
    const Columns baseColumns{columns_.begin << level_, std::min(columns_.end << level_, source_.columns())};
    const Rows baseRows{rows.begin << level_, std::min(rows.end << level_, source_.rows())};
    Strip strip;
    strip.stride = columns_.size();
    strip.ownValues.resize(static_cast<std::size_t>(rows.size() * columns_.size()));
    strip.ownMarks.resize(strip.ownValues.size());
    if (level_ == 0) {
        std::vector<Mark> marks(strip.ownValues.size());
        readTile<T>(source_, baseRows, baseColumns, strip.ownValues, marks);
        constexpr MarkSet sets[] = {setOf(Mark::number), setOf(Mark::masked), setOf(Mark::nan),
                                    setOf(Mark::positiveInfinity), setOf(Mark::negativeInfinity)};
        std::transform(marks.begin(), marks.end(), strip.ownMarks.begin(),
                       [&](Mark mark) { return sets[static_cast<std::size_t>(mark)]; });
    } else {
        poolSource(strip, baseRows, baseColumns);
    }
    strip.values = strip.ownValues.data();
    strip.marks = strip.ownMarks.data();
    return strip;
}

template <class T>
void PooledRaster<T>::poolSource(Strip& strip, Rows baseRows, Columns baseColumns) const {
    const auto put = [&](Index row, Index column, const T* values, const MarkSet* marks, std::size_t count) {
        const Index at = row * strip.stride + column;
        std::copy_n(values, count, strip.ownValues.begin() + at);
        std::copy_n(marks, count, strip.ownMarks.begin() + at);
    };
    if (pooling_ == Pooling::max) {
        const Index firstRow = baseRows.begin >> level_;
        const Index firstColumn = baseColumns.begin >> level_;
        BlockPool<T>(source_, level_)
            .pool(baseRows, baseColumns, nullptr,
                  [&](Index row, Index column, const T* max, const MarkSet* marks, std::size_t count) {
                      put(row - firstRow, column - firstColumn, max, marks, count);
                  });
        return;
    }
    RowCascade<T> cascade(0, level_, [&](int level, Index row, const PooledRow<T>& pooled) {
        if (level == level_)
            put(row, 0, pooled.mean.data(), pooled.marks.data(), pooled.size());
    });
    const auto width = static_cast<std::size_t>(baseColumns.size());
    const Index rowsATile = std::clamp<Index>((Index{1} << 17) / baseColumns.size(), 8, baseRows.size());
    std::vector<T> values(static_cast<std::size_t>(rowsATile) * width);
    std::vector<Mark> marks(values.size());
    PooledRow<T> base;
    for (Rows part{baseRows.begin, baseRows.begin}; part.begin < baseRows.end; part.begin = part.end) {
        part.end = std::min(part.begin + rowsATile, baseRows.end);
        const std::size_t count = static_cast<std::size_t>(part.size()) * width;
        readTile<T>(source_, part, baseColumns, {values.data(), count}, {marks.data(), count});
        for (std::size_t at = 0; at < count; at += width) {
            setBase(base, values.data() + at, marks.data() + at, width);
            base.farthest = pooling_ == farthest;
            cascade.push(base);
        }
    }
    cascade.finish();
}

template <class T>
void PooledRaster<T>::gather(const Strip& strip, Index line, Gathered& gathered) const {
    const CoveredCells::Span& span = down_.pixels[static_cast<std::size_t>(line)];
    const auto count = static_cast<std::size_t>(columns_.size());
    gathered.values.assign(count, pooling_ == Pooling::max ? nothing<T> : T(0));
    gathered.weights.assign(pooling_ == Pooling::max ? 0 : count, T(0));
    gathered.marks.assign(strip.hasMarks ? count : 0, 0);
    MarkSet* const sets = gathered.marks.data();
    for (Index row = span.begin; row < span.end; ++row) {
        if (pooling_ == Pooling::max)
            gatherMax(strip, row, gathered);
        else if (pooling_ == farthest)
            gatherFarthest(strip, row, gathered);
        else
            gatherMean(strip, row, down_.shares[span.shares + static_cast<std::size_t>(row - span.begin)], gathered);
        const MarkSet* const marks = strip.marks + (row - strip.firstRow) * strip.stride;
        for (std::size_t j = 0; j < gathered.marks.size(); ++j)
            sets[j] = static_cast<MarkSet>(sets[j] | marks[j]);
    }
}

template <class T>
void PooledRaster<T>::gatherMax(const Strip& strip, Index row, Gathered& gathered) const {
    const T* const values = strip.values + (row - strip.firstRow) * strip.stride;
    const MarkSet* const marks = strip.marks + (row - strip.firstRow) * strip.stride;
    T* const largest = gathered.values.data();
    const std::size_t count = gathered.values.size();
    if (!strip.hasMarks) {
        for (std::size_t j = 0; j < count; ++j)
            largest[j] = std::max(largest[j], values[j]);
        return;
    }
    for (std::size_t j = 0; j < count; ++j)
        largest[j] = std::max(largest[j], (marks[j] & numberSet) != 0 ? values[j] : nothing<T>);
}

template <class T>
void PooledRaster<T>::gatherFarthest(const Strip& strip, Index row, Gathered& gathered) const {
    const T* const values = strip.values + (row - strip.firstRow) * strip.stride;
    const MarkSet* const marks = strip.marks + (row - strip.firstRow) * strip.stride;
    for (std::size_t j = 0; j < gathered.values.size(); ++j)
        gathered.values[j] = farther(gathered.values[j], (marks[j] & numberSet) != 0 ? values[j] : T(0));
}

template <class T>
void PooledRaster<T>::gatherMean(const Strip& strip, Index row, T share, Gathered& gathered) const {
    const T* const values = strip.values + (row - strip.firstRow) * strip.stride;
    const MarkSet* const marks = strip.marks + (row - strip.firstRow) * strip.stride;
    T* const sums = gathered.values.data();
    T* const weights = gathered.weights.data();
    for (std::size_t j = 0; j < gathered.values.size(); ++j) {
        const T weight = (marks[j] & numberSet) != 0 ? share : T(0);
        sums[j] += weight * (values[j] - base_);
        weights[j] += weight;
    }
}

template <class T>
void PooledRaster<T>::spreadMax(const Gathered& gathered, std::vector<T>& values) const {
    const CoveredCells::Span* const spans = across_.pixels.data() + firstPixel_;
    for (std::size_t x = 0; x < values.size(); ++x) {
        const T* const here = gathered.values.data() + (spans[x].begin - columns_.begin);
        const Index last = spans[x].end - spans[x].begin - 1;
        // Mostly there are two or three cells: what is taken twice does no harm to the largest.
        T largest = std::max(std::max(here[0], here[last / 2]), here[last]);
        for (Index j = 1; last > 2 && j < last; ++j)
            largest = std::max(largest, here[j]);
        values[x] = largest;
    }
}

template <class T>
void PooledRaster<T>::spreadFarthest(const Gathered& gathered, std::vector<T>& values) const {
    for (std::size_t x = 0; x < values.size(); ++x) {
        const CoveredCells::Span& span = across_.pixels[x + static_cast<std::size_t>(firstPixel_)];
        values[x] = 0;
        for (Index cell = span.begin; cell < span.end; ++cell)
            values[x] = farther(values[x], gathered.values[static_cast<std::size_t>(cell - columns_.begin)]);
    }
}

template <class T>
void PooledRaster<T>::spreadMean(const Gathered& gathered, std::vector<T>& values) const {
    for (std::size_t x = 0; x < values.size(); ++x) {
        const CoveredCells::Span& span = across_.pixels[x + static_cast<std::size_t>(firstPixel_)];
        const float* const shares = across_.shares.data() + span.shares;
        const std::size_t first = static_cast<std::size_t>(span.begin - columns_.begin);
        T sum = 0;
        T weight = 0;
        for (std::size_t j = 0; j < static_cast<std::size_t>(span.end - span.begin); ++j) {
            sum += shares[j] * gathered.values[first + j];
            weight += shares[j] * gathered.weights[first + j];
        }
        values[x] = base_ + sum / std::max(weight, std::numeric_limits<T>::min());
    }
}

template <class T>
void PooledRaster<T>::spreadMarks(const Gathered& gathered, std::vector<Mark>& marks) const {
    for (std::size_t x = 0; x < marks.size(); ++x) {
        const CoveredCells::Span& span = across_.pixels[x + static_cast<std::size_t>(firstPixel_)];
        unsigned set = 0;
        for (Index cell = span.begin; cell < span.end; ++cell)
            set |= gathered.marks[static_cast<std::size_t>(cell - columns_.begin)];
        marks[x] = prevailing_[set];
    }
}

template <class T>
void PooledRaster<T>::draw(Index firstLine, Index lastLine, Rgba* pixels, Index stride) const {
    const auto width = static_cast<Index>(across_.pixels.size());
    const auto [begin, end] = down_.under(firstLine, lastLine);
    const Rows rows{begin, end};
    const bool shows = rows.size() > 0 && columns_.size() > 0;
    const Strip shown = shows ? strip(rows) : Strip{};
    Gathered gathered;
    std::vector<T> values(static_cast<std::size_t>(pastPixel_ - firstPixel_));
    std::vector<Mark> marks(values.size(), Mark::number);
    for (Index y = firstLine; y < lastLine; ++y) {
        Rgba* const line = pixels + y * stride;
        const CoveredCells::Span& span = down_.pixels[static_cast<std::size_t>(y)];
        if (!shows || span.begin == span.end) {
            std::fill_n(line, width, background_);
            continue;
        }
        gather(shown, y, gathered);
        if (pooling_ == Pooling::max)
            spreadMax(gathered, values);
        else if (pooling_ == farthest)
            spreadFarthest(gathered, values);
        else
            spreadMean(gathered, values);
        if (shown.hasMarks)
            spreadMarks(gathered, marks);
        std::fill_n(line, firstPixel_, background_);
        lookup_.colors(values.data(), marks.data(), values.size(), line + firstPixel_);
        std::fill_n(line + pastPixel_, width - pastPixel_, background_);
    }
}

template class PooledRaster<float>;
template class PooledRaster<double>;

} // namespace heedmap::heatmap
