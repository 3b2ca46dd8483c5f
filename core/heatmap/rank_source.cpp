#include "core/heatmap/rank_source.h"

#include <algorithm>
#include <numeric>

namespace heedmap::heatmap {

using attention::Mark;

RankSource::RankSource(std::shared_ptr<const attention::AlphaSource> source, Index mostKept)
    : source_(std::move(source))
    , keeps_(source_->columns() == 0 || source_->rows() <= mostKept / source_->columns()) {
    if (!keeps_)
        return;
    const auto count = static_cast<std::size_t>(source_->rows());
    isRanked_ = std::make_unique<std::once_flag[]>(count);
    rows_ = std::make_unique<RankedRow[]>(count);
}

Index RankSource::rows() const {
    return source_->rows();
}

Index RankSource::columns() const {
    return source_->columns();
}

RankSource::RankedRow RankSource::ranked(Index row) const {
    const auto count = static_cast<std::size_t>(columns());
    RankedRow result{std::vector<float>(count), std::vector<Mark>(count)};
    std::vector<double> values(count);
    source_->preciseTile(Rows{row, row + 1}, Columns{0, columns()}, values, result.marks);

    std::vector<std::uint32_t> order;
    for (std::size_t j = 0; j < count; ++j) {
        if (result.marks[j] == Mark::number)
            order.push_back(static_cast<std::uint32_t>(j));
    }
    std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) { return values[a] < values[b]; });
    const double last = std::max(1.0, static_cast<double>(order.size()) - 1);
    for (std::size_t begin = 0; begin < order.size();) {
        std::size_t end = begin + 1;
        while (end < order.size() && values[order[end]] == values[order[begin]])
            ++end;
        const double mean = static_cast<double>(begin + end - 1) / 2;
        const float rank = order.size() == 1 ? 0.5F : static_cast<float>(mean / last);
        for (std::size_t k = begin; k < end; ++k)
            result.ranks[order[k]] = rank;
        begin = end;
    }
    return result;
}

const RankSource::RankedRow& RankSource::kept(Index row) const {
    const auto i = static_cast<std::size_t>(row);
    std::call_once(isRanked_[i], [&] { rows_[i] = ranked(row); });
    return rows_[i];
}

void RankSource::tile(Rows rows, Columns columns, std::span<float> values, std::span<Mark> marks) const {
    const auto width = static_cast<std::size_t>(columns.size());
    for (Index row = rows.begin; row < rows.end; ++row) {
        const RankedRow computed = keeps_ ? RankedRow{} : ranked(row);
        const RankedRow& ranks = keeps_ ? kept(row) : computed;
        const auto at = static_cast<std::size_t>(row - rows.begin) * width;
        std::copy_n(ranks.ranks.begin() + columns.begin, width, values.begin() + static_cast<std::ptrdiff_t>(at));
        std::copy_n(ranks.marks.begin() + columns.begin, width, marks.begin() + static_cast<std::ptrdiff_t>(at));
    }
}

double RankSource::value(Cell cell) const {
    return source_->value(cell);
}

Mark RankSource::mark(Cell cell) const {
    return source_->mark(cell);
}

} // namespace heedmap::heatmap
