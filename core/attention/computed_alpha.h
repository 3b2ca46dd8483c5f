// α of long sequences as a source of tiles, computed when they are asked for: memory of O(n·d), never of n².
#pragma once

#include "core/attention/alpha_source.h"
#include "core/attention/streaming.h"

#include <atomic>

namespace heedmap::attention {

class ComputedAlpha : public AlphaSource {
public:
    // Q (n_q × d_q) and K (n_k × d_k) as they enter the score function; what is passed need not live on.
    // Errors: those of StreamingAttention::prepare().
    static Result<std::shared_ptr<const ComputedAlpha>>
    make(ScoreFunction function, kernels::View<const float> q, kernels::View<const float> k,
         const Parameters& parameters = {}, const MaskSpec& mask = {}, const Normalizer& normalizer = {});

    Index rows() const override { return attention_.queries(); }
    Index columns() const override { return attention_.keys(); }
    // Bit for bit what StreamingAttention::run() gives for the whole matrix, whatever the tile.
    void tile(Rows rows, Columns columns, std::span<float> values, std::span<Mark> marks) const override;
    double value(Cell cell) const override;
    Mark mark(Cell cell) const override;
    Storage storage() const override { return Storage::computed; }
    TileShape bestTile() const override;

private:
    ComputedAlpha() = default;
    // The sums of these rows, found when they are first asked for and kept.
    std::span<const RowSum> sumsOf(Rows rows) const;

    StreamingAttention attention_;
    bool byRows_ = false;
    mutable std::vector<RowSum> sums_;
    mutable std::vector<std::atomic<std::uint8_t>> known_; // one a group of rows
};

} // namespace heedmap::attention
