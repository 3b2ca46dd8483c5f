// α of long sequences from Q and K that float32 cannot hold exactly: numbers are computed in float64 when they are
// asked for, a few rows at a time, pictures in float32 as far as that carries. Memory of O(n·d), never of n².
#pragma once

#include "core/attention/computed_alpha.h"
#include "core/attention/mask_rows.h"

#include <mutex>

namespace heedmap::attention {

// Whether float32 holds every number of a matrix as it is: then ComputedAlpha is all that is needed.
bool isFloat32(const MatrixD& matrix);

class PreciseAlpha : public AlphaSource {
public:
    // Q (n_q × d_q) and K (n_k × d_k) as they enter the score function.
    // Errors: those of attend() and of StreamingAttention::prepare().
    static Result<std::shared_ptr<const PreciseAlpha>> make(ScoreFunction function, MatrixD q, MatrixD k,
                                                            const Parameters& parameters = {},
                                                            const MaskSpec& mask = {},
                                                            const Normalizer& normalizer = {});

    Index rows() const override { return q_.rows(); }
    Index columns() const override { return k_.rows(); }
    void tile(Rows rows, Columns columns, std::span<float> values, std::span<Mark> marks) const override;
    // Only where Q or K have numbers whose scores float32 may not hold: then tile() is computed in float64 as well.
    bool exceedsFloat32() const override { return picture_ == nullptr; }
    bool isFloat64() const override { return true; }
    void preciseTile(Rows rows, Columns columns, std::span<double> values, std::span<Mark> marks) const override;
    double value(Cell cell) const override;
    Mark mark(Cell cell) const override;
    Storage storage() const override { return Storage::computed; }
    TileShape bestTile() const override;

private:
    PreciseAlpha() = default;
    // What attend() gives for these rows in float64, but for the order of additions; where the mask forbids, allowed
    // is 0.
    struct Block {
        MatrixD alpha;
        BoolMatrix allowed; // empty: everything
    };
    Block blockOf(Rows rows) const;
    std::optional<double> allowedValue(Cell cell) const; // none: masked

    ScoreFunction function_ = ScoreFunction::dot;
    MatrixD q_, k_;
    MatrixD none_; // V without columns
    Parameters parameters_;
    MaskSpec mask_;
    Normalizer normalizer_;
    std::optional<MaskRows> maskRows_;
    std::shared_ptr<const ComputedAlpha> picture_;

    // The row asked for last: cells are mostly asked for along a row.
    mutable std::mutex guard_;
    mutable Index lastRow_ = -1;
    mutable Block last_;
};

} // namespace heedmap::attention
