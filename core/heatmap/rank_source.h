// What Scale::rank draws.
#pragma once

#include "core/attention/alpha_source.h"

#include <memory>
#include <mutex>
#include <span>
#include <vector>

namespace heedmap::heatmap {

// Each number replaced by its rank among the numbers of its row, 0 (smallest) … 1 (largest), equal numbers by their
// mean rank; the only number of a row has rank ½. tile() gives the ranks, value() and
// mark() stay those of the source. The ranks of a row are found when it is first asked for, and kept where the whole
// matrix has at most `mostKept` cells.
class RankSource : public attention::AlphaSource {
public:
    explicit RankSource(std::shared_ptr<const attention::AlphaSource> source, Index mostKept = Index{1} << 24);
    Index rows() const override;
    Index columns() const override;
    void tile(Rows rows, Columns columns, std::span<float> values, std::span<attention::Mark> marks) const override;
    double value(Cell cell) const override;
    attention::Mark mark(Cell cell) const override;
    attention::Storage storage() const override { return source_->storage(); }
    attention::TileShape bestTile() const override { return {8, columns()}; } // ranks are of whole rows
    std::optional<Error> problem() const override { return source_->problem(); }

private:
    struct RankedRow {
        std::vector<float> ranks;
        std::vector<attention::Mark> marks;
    };
    RankedRow ranked(Index row) const;
    const RankedRow& kept(Index row) const;

    std::shared_ptr<const attention::AlphaSource> source_;
    bool keeps_;
    std::unique_ptr<std::once_flag[]> isRanked_; // an entry for each of rows_
    std::unique_ptr<RankedRow[]> rows_;
};

} // namespace heedmap::heatmap
