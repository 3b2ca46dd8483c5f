#include "core/attention/mask_rows.h"

#include "core/attention/mask_parts.h"

#include <algorithm>

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

} // namespace

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

} // namespace heedmap::attention
