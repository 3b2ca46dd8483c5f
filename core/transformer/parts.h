// The small parts of a layer: norms, activations, positions. All work on rows, each for itself.
#pragma once

#include "core/kernels/view.h"
#include "core/transformer/trace.h"
#include "core/transformer/weights.h"

namespace heedmap::transformer {

// y (n × d) from x (n × d), which may be the same. Precondition: the norm is given, of d weights.
template <class T>
void normalize(const Norm& norm, NormKind kind, double epsilon, kernels::View<const T> x, kernels::View<T> y);
// The same within each run of `size` columns: the norms of Q and K by head.
template <class T>
void normalizeHeads(const Norm& norm, NormKind kind, double epsilon, Index size, kernels::View<T> x);

template <class T>
void activate(Activation activation, kernels::View<T> x);

// Turns every head (`size` columns) of row i by its position first + i: dimension c together with c + size/2, by the
// angle position · θ^(−2c/size) (Su et al. 2021, in the half-split order of the published weights).
template <class T>
void rotate(const Rotary& rotary, Index size, Index first, kernels::View<T> x);

// x + sin in the first half of the columns and cos in the second, angle position · 10000^(−2c/d).
template <class T>
void addSinusoids(Index first, kernels::View<T> x);

// Which of `buckets` a distance j − i belongs to: half of them one by one, the others on a logarithmic scale up to
// `farthest` (Raffel et al. 2020); for a causal stack only the past has any.
Index bucketOf(Index distance, bool causal, Index buckets, Index farthest);

// The numbers of a table (buckets × heads) by distance.
template <class T>
std::shared_ptr<const DistanceBias<T>> distanceBias(const Tensor& table, bool causal, Index farthest);

} // namespace heedmap::transformer
