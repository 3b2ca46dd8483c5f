// Exact attention in blocks, for long sequences: nothing of the size n_q × n_k is kept beside what is asked for.
//   Q (n_q × d_q), K (n_k × d_k), V (n_k × d_v) → α (n_q × n_k), c (n_q × d_v), or figures of the rows only
// float32 in and out. Scores are summed in float32 where their bound (Cauchy–Schwarz) says that this is exact enough,
// else in float64; softmax needs no maximum where that bound keeps every power within float32. The relative error of α
// is at most 4·10⁻⁶ where α > 10⁻³⁰, and rows sum to 1 within 10⁻⁶, for any n.
#pragma once

#include "core/attention/mask_rows.h"
#include "core/attention/normalizer.h"
#include "core/attention/score.h"
#include "core/kernels/view.h"

#include <memory>
#include <span>
#include <stop_token>

namespace heedmap::attention {

// What the weights of a row are divided by: α = p / sum, p = 2^(s − reference), s = e log₂e / τ.
struct RowSum {
    double sum = 0; // 0: nothing is allowed in the row
    float reference = 0;
    friend bool operator==(const RowSum&, const RowSum&) = default;
};

struct RowFigures {
    double maximum = 0;     // of the allowed scores e; 0 where nothing is allowed
    double denominator = 0; // softmax: Σ_j exp((e_j − maximum)/τ) over the allowed keys; else 0
    double entropy = 0;     // −Σ α ln α, in nats
    double mass = 0;        // Σ α over the given set of keys
    float largest = 0;      // of α
    Index where = -1;       // the first key of the largest; −1 where nothing is allowed
};

// What is computed for some rows; whatever is left empty is not.
struct StreamingRequest {
    Rows rows;
    kernels::View<const float> values; // V (n_k × d_v): needed for the context
    kernels::View<float> alpha;        // rows × n_k; 0 where masked
    kernels::View<float> context;      // rows × d_v; 0 where nothing is allowed
    std::span<RowSum> sums;            // one a row
    std::span<RowFigures> figures;     // one a row
    std::span<const float> set;        // n_k numbers 1 or 0: the keys whose mass is summed
    int threads = 0;                   // 0: all processors
    std::stop_token stop;              // looked at every few tens of microseconds
};

class StreamingAttention {
public:
    StreamingAttention();
    StreamingAttention(StreamingAttention&&) noexcept;
    StreamingAttention& operator=(StreamingAttention&&) noexcept;
    ~StreamingAttention();

    // Lays Q and K out for the inner loops, in memory of O(n·d) that is kept for the next time; what is passed need not
    // live on. Errors: sizesOfQueryAndKeyDiffer, parameterDoesNotFit, customMaskDoesNotFit.
    Result<void> prepare(ScoreFunction function, kernels::View<const float> q, kernels::View<const float> k,
                         const Parameters& parameters = {}, const MaskSpec& mask = {},
                         const Normalizer& normalizer = {});
    // False where normalizer or numbers are nothing for the loops: whole rows in float64, one after another.
    bool inBlocks() const;
    Index queries() const;
    Index keys() const;
    const RowMask& mask() const;

    // False when stopped; what was asked for is then partly filled. The results do not depend on the threads, nor on
    // which rows are computed together, nor on what else is asked for. Not from several threads at once.
    bool run(const StreamingRequest& request);

    // The sums of some rows, as run() gives them, by the calling thread alone. From several threads at once if need be.
    void sumsOf(Rows rows, std::span<RowSum> sums) const;

    // α of a tile (rows × columns) into `alpha`, bit for bit what run() gives, from the sums of its rows that run()
    // gave (sums[0] is that of rows.begin). From several threads at once if need be. Costs about (rows + 11)·(columns +
    // 31)·d multiplications; where the normalizer is not softmax, or Q or K hold numbers that are not finite, whole
    // rows.
    void tile(std::span<const RowSum> sums, Rows rows, Columns columns, kernels::View<float> alpha) const;

private:
    struct State;
    std::unique_ptr<State> state_;
};

} // namespace heedmap::attention
