#include "core/attention/mask_rows.h"

#include <algorithm>
#include <cstdlib>

namespace heedmap::attention {

namespace {

// Sorted, within [0, end), without gaps of nothing between them.
void tidy(std::vector<Columns>& ranges, Index end) {
    std::sort(ranges.begin(), ranges.end(), [](const Columns& a, const Columns& b) { return a.begin < b.begin; });
    std::size_t kept = 0;
    for (Columns range : ranges) {
        range = {std::max<Index>(range.begin, 0), std::min(range.end, end)};
        if (range.begin >= range.end)
            continue;
        if (kept > 0 && range.begin <= ranges[kept - 1].end)
            ranges[kept - 1].end = std::max(ranges[kept - 1].end, range.end);
        else
            ranges[kept++] = range;
    }
    ranges.resize(kept);
}

// Only what the custom mask allows of them.
void keepCustom(const BoolMatrix& custom, Index query, std::vector<Columns>& ranges) {
    std::vector<Columns> kept;
    for (const Columns& range : ranges) {
        for (Index key = range.begin; key < range.end; ++key) {
            if (custom(query, key) == 0)
                continue;
            if (!kept.empty() && kept.back().end == key)
                ++kept.back().end;
            else
                kept.push_back({key, key + 1});
        }
    }
    ranges = std::move(kept);
}

// `count` of [0, size) (all of them, where there are fewer), ascending, each set of them equally likely (Floyd; Bentley
// and Floyd 1987).
std::vector<Index> drawnKeys(Index count, Index size, RandomStream& random) {
    count = std::min(count, size);
    std::vector<Index> chosen;
    chosen.reserve(static_cast<std::size_t>(count));
    const bool many = count > size / 32; // then a mark for each key is cheaper than a search
    std::vector<bool> marked(many ? static_cast<std::size_t>(size) : 0);
    const auto has = [&](Index key) {
        return many ? marked[static_cast<std::size_t>(key)] : std::binary_search(chosen.begin(), chosen.end(), key);
    };
    for (Index i = size - count; i < size; ++i) {
        const auto proposed = static_cast<Index>(random.below(static_cast<std::uint64_t>(i) + 1));
        const Index key = has(proposed) ? i : proposed;
        if (many)
            marked[static_cast<std::size_t>(key)] = true;
        else
            chosen.insert(std::lower_bound(chosen.begin(), chosen.end(), key), key);
    }
    for (Index key = 0; many && key < size; ++key)
        if (marked[static_cast<std::size_t>(key)])
            chosen.push_back(key);
    return chosen;
}

Result<void> checkCustomMask(const MaskSpec& spec, Index queries, Index keys) {
    if (spec.custom.size() == 0 || (spec.custom.rows() == queries && spec.custom.cols() == keys))
        return {};
    const auto sizes = [](Index rows, Index columns) {
        return std::to_string(rows) + "×" + std::to_string(columns);
    };
    return makeError(customMaskDoesNotFit, {sizes(spec.custom.rows(), spec.custom.cols()), sizes(queries, keys)});
}

} // namespace

MaskRows::MaskRows(const MaskSpec& spec, Index queries, Index keys)
    : spec_(&spec)
    , queries_(queries)
    , keys_(keys) {}

Result<MaskRows> MaskRows::of(const MaskSpec& spec, Index queries, Index keys) {
    if (auto fits = checkCustomMask(spec, queries, keys); !fits)
        return fits.error();
    MaskRows rows(spec, queries, keys);
    RandomStream random(spec.randomSeed);
    for (Index i = 0; spec.random && i < queries; ++i) {
        rows.streams_.push_back(random);
        drawnKeys(*spec.random, keys, random);
    }
    return rows;
}

void MaskRows::addDilated(Index query, std::vector<Columns>& ranges) const {
    const Index step = std::max<Index>(spec_->dilation, 1);
    const Index before = std::min(*spec_->dilated, query / step);
    const Index first = query - before * step;
    const Index count = before + 1 + std::min(*spec_->dilated, std::max<Index>(keys_ - 1 - query, 0) / step);
    for (Index n = 0; n < count && first + n * step < keys_; ++n)
        ranges.push_back({first + n * step, first + n * step + 1});
}

void MaskRows::addPatterns(Index query, std::vector<Columns>& ranges) const {
    if (spec_->global)
        ranges.push_back({0, query < *spec_->global ? keys_ : std::min(*spec_->global, keys_)});
    if (spec_->window) {
        const Index reach = std::min(*spec_->window, queries_ + keys_);
        ranges.push_back({query - reach, query + reach + 1});
    }
    if (spec_->dilated)
        addDilated(query, ranges);
    if (spec_->block && *spec_->block > 0) {
        const Index size = std::min(*spec_->block, queries_ + keys_);
        ranges.push_back({query / size * size, query / size * size + size});
    }
    if (spec_->random) {
        RandomStream random = streams_[static_cast<std::size_t>(query)];
        for (const Index key : drawnKeys(*spec_->random, keys_, random))
            ranges.push_back({key, key + 1});
    }
}

void MaskRows::row(Index query, std::vector<Columns>& ranges) const {
    ranges.clear();
    if (spec_->hasPattern())
        addPatterns(query, ranges);
    else
        ranges.push_back({0, keys_});
    Index end = keys_;
    if (spec_->causal)
        end = std::min(end, query + 1);
    if (spec_->padding)
        end = std::min(end, *spec_->padding);
    tidy(ranges, end);
    if (spec_->custom.size() != 0)
        keepCustom(spec_->custom, query, ranges);
}

void MaskRows::block(Rows queries, std::vector<Columns>& ranges) const {
    std::vector<Columns> one;
    ranges.clear();
    for (Index query = queries.begin; query < queries.end; ++query) {
        row(query, one);
        ranges.insert(ranges.end(), one.begin(), one.end());
    }
    tidy(ranges, keys_);
}

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
