#include "core/heatmap/pooled_raster.h"

#include "core/heatmap/axis.h"
#include "core/heatmap/pooled_row.h"

#include <algorithm>
#include <limits>

namespace heedmap::heatmap {

namespace {

constexpr float nothing = -std::numeric_limits<float>::infinity();
constexpr MarkSet numberSet = setOf(Mark::number);

Mark prevailingMark(MarkSet set, Pooling pooling) {
    const auto has = [set](Mark mark) {
        return (set & setOf(mark)) != 0;
    };
    const bool mean = pooling == Pooling::mean;
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

PooledRaster::PooledRaster(const AlphaSource& source, const Pyramid* pyramid, const CellGeometry& geometry,
                           const RasterStyle& style, Index width, Index height)
    : source_(source)
    , pyramid_(pyramid)
    , level_(poolingLevel(geometry))
    , pooling_(style.pooling)
    , base_(style.range.low == style.range.high ? static_cast<float>(style.range.low) : 0.0F)
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

PooledRaster::Strip PooledRaster::strip(Rows rows) const {
    Strip strip;
    if (pyramid_ == nullptr || level_ == 0) {
        strip = stripOfSource(rows);
    } else {
        const PyramidLevel& level = pyramid_->level(level_);
        const Index at = rows.begin * level.columns + columns_.begin;
        strip.values = (pooling_ == Pooling::max ? level.max : level.mean).data() + at;
        strip.marks = level.marks.data() + at;
        strip.stride = level.columns;
    }
    strip.firstRow = rows.begin;
    for (Index row = 0; row < rows.size() && !strip.hasMarks; ++row)
        strip.hasMarks = !areNumbers(strip.marks + row * strip.stride, static_cast<std::size_t>(columns_.size()));
    return strip;
}

PooledRaster::Strip PooledRaster::stripOfSource(Rows rows) const {
    const Columns baseColumns{columns_.begin << level_, std::min(columns_.end << level_, source_.columns())};
    const Rows baseRows{rows.begin << level_, std::min(rows.end << level_, source_.rows())};
    Strip strip;
    strip.stride = columns_.size();
    strip.ownValues.resize(static_cast<std::size_t>(rows.size() * columns_.size()));
    strip.ownMarks.resize(strip.ownValues.size());
    if (level_ == 0) {
        std::vector<Mark> marks(strip.ownValues.size());
        source_.tile(baseRows, baseColumns, strip.ownValues, marks);
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

void PooledRaster::poolSource(Strip& strip, Rows baseRows, Columns baseColumns) const {
    RowCascade cascade(0, level_, [&](int level, Index row, const PooledRow& pooled) {
        if (level != level_)
            return;
        const std::vector<float>& values = pooling_ == Pooling::max ? pooled.max : pooled.mean;
        std::copy(values.begin(), values.end(), strip.ownValues.begin() + row * strip.stride);
        std::copy(pooled.marks.begin(), pooled.marks.end(), strip.ownMarks.begin() + row * strip.stride);
    });
    const auto width = static_cast<std::size_t>(baseColumns.size());
    const Index rowsATile = std::clamp<Index>((Index{1} << 15) / baseColumns.size(), 1, baseRows.size());
    std::vector<float> values(static_cast<std::size_t>(rowsATile) * width);
    std::vector<Mark> marks(values.size());
    PooledRow base;
    for (Index first = baseRows.begin; first < baseRows.end; first += rowsATile) {
        const Rows part{first, std::min(first + rowsATile, baseRows.end)};
        const std::size_t count = static_cast<std::size_t>(part.size()) * width;
        source_.tile(part, baseColumns, {values.data(), count}, {marks.data(), count});
        for (std::size_t at = 0; at < count; at += width) {
            setBase(base, values.data() + at, marks.data() + at, width);
            cascade.push(base);
        }
    }
    cascade.finish();
}

void PooledRaster::gather(const Strip& strip, Index line, Gathered& gathered) const {
    const CoveredCells::Span& span = down_.pixels[static_cast<std::size_t>(line)];
    const auto count = static_cast<std::size_t>(columns_.size());
    gathered.values.assign(count, pooling_ == Pooling::max ? nothing : 0.0F);
    gathered.weights.assign(pooling_ == Pooling::max ? 0 : count, 0.0F);
    gathered.marks.assign(strip.hasMarks ? count : 0, 0);
    MarkSet* const sets = gathered.marks.data();
    for (Index row = span.begin; row < span.end; ++row) {
        if (pooling_ == Pooling::max)
            gatherMax(strip, row, gathered);
        else
            gatherMean(strip, row, down_.shares[span.shares + static_cast<std::size_t>(row - span.begin)], gathered);
        const MarkSet* const marks = strip.marks + (row - strip.firstRow) * strip.stride;
        for (std::size_t j = 0; j < gathered.marks.size(); ++j)
            sets[j] = static_cast<MarkSet>(sets[j] | marks[j]);
    }
}

void PooledRaster::gatherMax(const Strip& strip, Index row, Gathered& gathered) const {
    const float* const values = strip.values + (row - strip.firstRow) * strip.stride;
    const MarkSet* const marks = strip.marks + (row - strip.firstRow) * strip.stride;
    float* const largest = gathered.values.data();
    const std::size_t count = gathered.values.size();
    if (!strip.hasMarks) {
        for (std::size_t j = 0; j < count; ++j)
            largest[j] = std::max(largest[j], values[j]);
        return;
    }
    for (std::size_t j = 0; j < count; ++j)
        largest[j] = std::max(largest[j], (marks[j] & numberSet) != 0 ? values[j] : nothing);
}

void PooledRaster::gatherMean(const Strip& strip, Index row, float share, Gathered& gathered) const {
    const float* const values = strip.values + (row - strip.firstRow) * strip.stride;
    const MarkSet* const marks = strip.marks + (row - strip.firstRow) * strip.stride;
    float* const sums = gathered.values.data();
    float* const weights = gathered.weights.data();
    for (std::size_t j = 0; j < gathered.values.size(); ++j) {
        const float weight = (marks[j] & numberSet) != 0 ? share : 0.0F;
        sums[j] += weight * (values[j] - base_);
        weights[j] += weight;
    }
}

void PooledRaster::spreadMax(const Gathered& gathered, std::vector<float>& values) const {
    const CoveredCells::Span* const spans = across_.pixels.data() + firstPixel_;
    for (std::size_t x = 0; x < values.size(); ++x) {
        const float* const here = gathered.values.data() + (spans[x].begin - columns_.begin);
        const Index last = spans[x].end - spans[x].begin - 1;
        // Mostly there are two or three cells: what is taken twice does no harm to the largest.
        float largest = std::max(std::max(here[0], here[last / 2]), here[last]);
        for (Index j = 1; last > 2 && j < last; ++j)
            largest = std::max(largest, here[j]);
        values[x] = largest;
    }
}

void PooledRaster::spreadMean(const Gathered& gathered, std::vector<float>& values) const {
    for (std::size_t x = 0; x < values.size(); ++x) {
        const CoveredCells::Span& span = across_.pixels[x + static_cast<std::size_t>(firstPixel_)];
        const float* const shares = across_.shares.data() + span.shares;
        const std::size_t first = static_cast<std::size_t>(span.begin - columns_.begin);
        float sum = 0;
        float weight = 0;
        for (std::size_t j = 0; j < static_cast<std::size_t>(span.end - span.begin); ++j) {
            sum += shares[j] * gathered.values[first + j];
            weight += shares[j] * gathered.weights[first + j];
        }
        values[x] = base_ + sum / std::max(weight, std::numeric_limits<float>::min());
    }
}

void PooledRaster::spreadMarks(const Gathered& gathered, std::vector<Mark>& marks) const {
    for (std::size_t x = 0; x < marks.size(); ++x) {
        const CoveredCells::Span& span = across_.pixels[x + static_cast<std::size_t>(firstPixel_)];
        unsigned set = 0;
        for (Index cell = span.begin; cell < span.end; ++cell)
            set |= gathered.marks[static_cast<std::size_t>(cell - columns_.begin)];
        marks[x] = prevailing_[set];
    }
}

void PooledRaster::draw(Index firstLine, Index lastLine, Rgba* pixels, Index stride) const {
    const auto width = static_cast<Index>(across_.pixels.size());
    const auto [begin, end] = down_.under(firstLine, lastLine);
    const Rows rows{begin, end};
    const bool shows = rows.size() > 0 && columns_.size() > 0;
    const Strip shown = shows ? strip(rows) : Strip{};
    Gathered gathered;
    std::vector<float> values(static_cast<std::size_t>(pastPixel_ - firstPixel_));
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
        else
            spreadMean(gathered, values);
        if (shown.hasMarks)
            spreadMarks(gathered, marks);
        std::fill_n(line, firstPixel_, background_);
        lookup_.colors(values.data(), marks.data(), values.size(), line + firstPixel_);
        std::fill_n(line + pastPixel_, width - pastPixel_, background_);
    }
}

} // namespace heedmap::heatmap
