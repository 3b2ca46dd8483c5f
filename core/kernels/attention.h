// Private to core: the inner loops of attention. They take a group of queries and a run of keys at a time, laid out so
// that what is read together lies side by side: a group as depth × rows, the keys as panels of depth × keys, values as
// panels of keys × values. How many these are depends on the processor and is asked with tileSizes().
//
// Scores are in units of log₂: s = e · log₂e / τ, so that a weight before it is divided by the sum of its row is
// p = 2^(s − reference). The reference of a row is a whole number, so another one changes p by a power of two exactly.
// What a weight is depends only on its query and its key, not on the group or panel where it is computed.
#pragma once

#include "core/kernels/view.h"

namespace heedmap::kernels {

enum class ScoreKind : std::uint8_t {
    single,   // s = q·k summed in float32, |s| ≤ 63; references are 0
    wide,     // s = q·k summed in float64
    additive, // s = v·tanh(a + b) from e^2a and e^2b, or from a and b
};

struct TileSizes {
    Index rows;   // queries of a group
    Index keys;   // keys of a panel
    Index values; // components of a panel of values
};
TileSizes tileSizes(ScoreKind kind);
inline constexpr Index largestTileRows = 12;
inline constexpr Index largestTileKeys = 32;

// Panels of `width` rows of `from` as columns × width, multiplied by `factor`; the last is filled up with zeros.
void packPanels(const View<const float>& from, Index width, double factor, float* panels);
void packPanels(const View<const float>& from, Index width, double factor, double* panels);
void packPanels(const View<const double>& from, Index width, double factor, float* panels);
void packPanels(const View<const double>& from, Index width, double factor, double* panels);

// The largest Σ x² of a row; not finite where a number is not, or where the squares overflow.
double largestSquare(const View<const float>& rows);

bool allFinite(const View<const float>& rows);

// out = 2^s for |s| ≤ 126.
void powersOfTwo(const double* s, Index count, float* out);

// What scores are made from: one group of queries and a run of panels of keys.
template <class T>
struct Operands {
    const T* queries;
    const T* keys;
    Index depth; // d_k, or the number of hidden units
};

// s = total + scale Σ_u v_u / (x_u y_u + 1), x = e^2a of the query and y = e^2b of the key: with total = Σ v and
// scale = −2, both times log₂e / τ, this is v·tanh(a + b) in units of log₂. The depth is a multiple of 4.
// Precondition: no product x_u y_u is NaN.
struct AdditiveOperands {
    Operands<float> operands;
    const float* v;
    double scale;
    double total;
};

// s = scale v·tanh(a + b), from a and b as they are: for those whose powers float32 cannot hold.
struct TangentOperands {
    Operands<double> operands;
    const float* v;
    double scale;
};

struct WeightStep {
    Index panels;
    const float* keep;       // rows × keys, 1 where allowed and 0 where not, as far apart as `weights`; null: all are
    const float* references; // one a row; null: 0
    float* weights;          // rows × (panels · keys)
    Index stride;            // of `weights`, a multiple of 16
    float* sums;             // rows × 16 partial sums that are added to
};
void dotWeights(const Operands<float>& operands, const WeightStep& step);
void dotWeights(const Operands<double>& operands, const WeightStep& step);
void additiveWeights(const AdditiveOperands& operands, const WeightStep& step);
void additiveWeights(const TangentOperands& operands, const WeightStep& step);

// largest[row] = max(largest[row], s) over the kept cells.
struct MaximumStep {
    Index panels;
    const float* keep;
    Index stride; // of `keep`
    double* largest;
};
void dotMaxima(const Operands<double>& operands, const MaximumStep& step);
void additiveMaxima(const AdditiveOperands& operands, const MaximumStep& step);
void additiveMaxima(const TangentOperands& operands, const MaximumStep& step);

// context (rows × values) += weights (rows × keys) · values (keys × values), for one panel of values.
struct ValueStep {
    const float* weights;
    Index stride;
    const float* values;
    Index valueStride; // between keys
    Index keys;
    float* context;
    Index contextStride;
};
void addValues(const ValueStep& step);

// out = factor · in. `past` the caches: written around them, for what is not read again soon.
enum class Stores : std::uint8_t { cached, past };
void scaleTo(const float* in, float factor, Index count, float* out, Stores stores);

// The same for part of some rows, each with its own factor.
struct ScaledRows {
    const float* in;
    Index stride;
    const float* factors; // one a row
    Index rows, columns;
    float* out;
    Index outStride;
    Stores stores;
};
void scaleRows(const ScaledRows& rows);

// Of some weights of one row: what its figures follow from.
struct FigureSums {
    float largest = 0;
    Index where = 0;              // the first place of the largest
    double weightedLogarithm = 0; // Σ p log₂ p
    double chosen = 0;            // Σ p over a set
};
// Weights of the keys from `first` on; `set` holds 1 or 0 for each of them, or is null.
void addFigures(const float* weights, Index count, Index first, const float* set, FigureSums& sums);

} // namespace heedmap::kernels
