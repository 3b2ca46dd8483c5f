// Private to core/attention: Q, K and what belongs to them, laid out for the inner loops.
#pragma once

#include "core/attention/mask_rows.h"
#include "core/attention/score.h"
#include "core/attention/streaming.h"
#include "core/kernels/attention.h"
#include "core/tensor/large_array.h"

namespace heedmap::attention {

struct StreamingPlan {
    enum class Kind : std::uint8_t {
        single,   // scores summed in float32
        wide,     // scores summed in float64
        additive, // Σ v tanh(a + b) from powers of the hidden units
        tangents, // the same from the hidden units themselves, where powers would overflow
        byRows,   // whole rows in float64, by attend<double>: for what the loops do not do
    };
    Kind kind = Kind::single;
    Index queries = 0;
    Index keys = 0;
    Index depth = 0; // components, or hidden units
    kernels::TileSizes tile{};
    RowMask mask;
    double unit = 1; // e = s · unit

    // single and additive use the first two, wide and tangents the others
    LargeArray<float> queryGroups, keyPanels;
    LargeArray<double> wideQueryGroups, wideKeyPanels;
    std::vector<float> v; // additive
    double scale = 0;
    double total = 0;
    std::vector<float> references; // one a row of the groups; empty: all 0
    bool certain = true;           // with these references no sum of a row can vanish

    // byRows
    ScoreFunction function = ScoreFunction::dot;
    Parameters parameters;
    Normalizer normalizer;
    MatrixD q, k;

    Index groups() const { return (queries + tile.rows - 1) / tile.rows; }
};

// What a plan is made from.
struct StreamingInput {
    ScoreFunction function;
    kernels::View<const float> q, k;
    const Parameters& parameters;
    const MaskSpec& mask;
    const Normalizer& normalizer;
};

// Errors: those of StreamingAttention::prepare().
Result<void> makePlan(const StreamingInput& input, StreamingPlan& plan);

// For the loops: group `group` against the panels from `firstPanel` on.
void weigh(const StreamingPlan& plan, Index group, Index firstPanel, const kernels::WeightStep& step);
void findMaxima(const StreamingPlan& plan, Index group, Index firstPanel, const kernels::MaximumStep& step);

} // namespace heedmap::attention
