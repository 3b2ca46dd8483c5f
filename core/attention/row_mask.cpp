#include "core/attention/row_mask.h"

#include "core/attention/mask_parts.h"

#include <algorithm>
#include <cstdlib>

namespace heedmap::attention {

Result<RowMask> RowMask::make(MaskSpec spec, Index queries, Index keys) {
    if (auto fits = checkCustomMask(spec, queries, keys); !fits)
        return fits.error();
    RowMask mask;
    mask.queries_ = queries;
    mask.keys_ = keys;
    mask.everything_ = spec.allowsEverything();
    mask.pattern_ = spec.hasPattern();
    if (spec.random) {
        mask.drawnARow_ = std::min(*spec.random, keys);
        mask.drawn_.reserve(static_cast<std::size_t>(queries * mask.drawnARow_));
        RandomStream random(spec.randomSeed);
        for (Index i = 0; i < queries; ++i)
            for (const Index key : drawnKeys(*spec.random, keys, random))
                mask.drawn_.push_back(static_cast<std::uint32_t>(key));
    }
    mask.spec_ = std::move(spec);
    return mask;
}

Index RowMask::end(Index row) const {
    Index end = keys_;
    if (spec_.causal)
        end = std::min(end, row + 1);
    if (spec_.padding)
        end = std::min(end, *spec_.padding);
    return end;
}

bool RowMask::drawn(Index row, Columns columns) const {
    const auto first = drawn_.begin() + row * drawnARow_;
    const auto past = first + drawnARow_;
    const auto found = std::lower_bound(first, past, static_cast<std::uint32_t>(columns.begin));
    return found != past && static_cast<Index>(*found) < columns.end;
}

// By the differences j − i that there are in the block.
RowMask::Reach RowMask::dilatedReach(Rows rows, Columns columns) const {
    const Index step = std::max<Index>(spec_.dilation, 1);
    const Index farthest = std::min(*spec_.dilated, (queries_ + keys_) / step) * step;
    const Index low = std::max(columns.begin - (rows.end - 1), -farthest);
    const Index high = std::min(columns.end - 1 - rows.begin, farthest);
    if (low > high)
        return Reach::none;
    const bool whole = low == columns.begin - (rows.end - 1) && high == columns.end - 1 - rows.begin;
    const Index multiple = low >= 0 ? (low + step - 1) / step * step : -(-low / step * step); // the first from low up
    if (multiple > high)
        return Reach::none;
    return whole && (step == 1 || (low == high && low == multiple)) ? Reach::all : Reach::some;
}

RowMask::Reach RowMask::patternReach(Rows rows, Columns columns) const {
    bool some = false;
    if (spec_.window) {
        const Index farthest = std::max(std::abs(rows.end - 1 - columns.begin), std::abs(columns.end - 1 - rows.begin));
        if (farthest <= *spec_.window)
            return Reach::all;
        some |= columns.begin - (rows.end - 1) <= *spec_.window && rows.begin - (columns.end - 1) <= *spec_.window;
    }
    if (spec_.dilated) {
        const Reach dilated = dilatedReach(rows, columns);
        if (dilated == Reach::all)
            return dilated;
        some |= dilated == Reach::some;
    }
    if (spec_.block && *spec_.block > 0) {
        const Index size = *spec_.block;
        const Index firstRow = rows.begin / size;
        const Index lastRow = (rows.end - 1) / size;
        const Index firstColumn = columns.begin / size;
        const Index lastColumn = (columns.end - 1) / size;
        if (firstRow == lastRow && firstColumn == lastColumn && firstRow == firstColumn)
            return Reach::all;
        some |= firstRow <= lastColumn && firstColumn <= lastRow;
    }
    if (spec_.global) {
        if (rows.end <= *spec_.global || columns.end <= *spec_.global)
            return Reach::all;
        some |= rows.begin < *spec_.global || columns.begin < *spec_.global;
    }
    for (Index i = rows.begin; spec_.random && !some && i < rows.end; ++i)
        some = drawn(i, columns);
    return some ? Reach::some : Reach::none;
}

RowMask::Reach RowMask::reach(Rows rows, Columns columns) const {
    if (everything_)
        return Reach::all;
    if (rows.size() == 0 || columns.size() == 0 || columns.begin >= end(rows.end - 1))
        return Reach::none;
    const Reach pattern = pattern_ ? patternReach(rows, columns) : Reach::all;
    if (pattern == Reach::none)
        return pattern;
    if (spec_.custom.size() != 0) {
        const auto block = spec_.custom.block(rows.begin, columns.begin, rows.size(), columns.size());
        return (block.array() != 0).any() ? Reach::some : Reach::none;
    }
    return pattern == Reach::all && columns.end <= end(rows.begin) ? Reach::all : Reach::some;
}

Columns RowMask::span(Rows rows) const {
    if (rows.size() == 0)
        return {0, 0};
    Columns span{0, end(rows.end - 1)};
    const bool windowOnly = spec_.window && !spec_.dilated && !spec_.block && !spec_.global && !spec_.random;
    if (windowOnly && *spec_.window < keys_) {
        span.begin = std::clamp<Index>(rows.begin - *spec_.window, 0, span.end);
        span.end = std::min(span.end, std::max(span.begin, rows.end + *spec_.window));
    }
    return span;
}

bool RowMask::allows(Cell cell) const {
    const Columns one{cell.column, cell.column + 1};
    return reach(Rows{cell.row, cell.row + 1}, one) != Reach::none;
}

void RowMask::allowed(Index row, Columns columns, std::uint8_t* out) const {
    const Rows one{row, row + 1};
    const Reach whole = spec_.custom.size() == 0 ? reach(one, columns) : Reach::some;
    if (whole != Reach::some) {
        std::fill_n(out, columns.size(), std::uint8_t{whole == Reach::all});
        return;
    }
    const Index past = end(row);
    for (Index j = columns.begin; j < columns.end; ++j) {
        const bool chosen = !pattern_ || (spec_.window && std::abs(row - j) <= *spec_.window) ||
                            (spec_.dilated && dilatedReach({row, row + 1}, {j, j + 1}) == Reach::all) ||
                            (spec_.block && *spec_.block > 0 && row / *spec_.block == j / *spec_.block) ||
                            (spec_.global && (row < *spec_.global || j < *spec_.global));
        out[j - columns.begin] = chosen && j < past ? 1 : 0;
    }
    if (spec_.random) {
        const auto first = drawn_.begin() + row * drawnARow_;
        for (auto key = std::lower_bound(first, first + drawnARow_, static_cast<std::uint32_t>(columns.begin));
             key != first + drawnARow_ && static_cast<Index>(*key) < std::min(columns.end, past); ++key)
            out[static_cast<Index>(*key) - columns.begin] = 1;
    }
    for (Index j = columns.begin; spec_.custom.size() != 0 && j < columns.end; ++j)
        if (spec_.custom(row, j) == 0)
            out[j - columns.begin] = 0;
}

} // namespace heedmap::attention
