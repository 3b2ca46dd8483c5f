// A third pooling, for values of either sign such as differences, where the largest value would hide every negative
// one: the number farthest from 0, with its sign. It is what Pooling::max means for them and cannot be chosen by
// itself.
#pragma once

#include "core/heatmap/pyramid.h"

#include <cmath>

namespace heedmap::heatmap {

// A pyramid keeps it where it would keep means (PyramidLevel::values() says so), never beside them.
inline constexpr Pooling farthest = static_cast<Pooling>(2);

inline Pooling poolingFor(Pooling chosen, bool isSigned) {
    return isSigned && chosen == Pooling::max ? farthest : chosen;
}

// Of two as far from 0 the positive one; 0 stands for no number too.
template <class T>
T farther(T a, T b) {
    const T x = std::abs(a);
    const T y = std::abs(b);
    return x > y || (x == y && a > b) ? a : b;
}

} // namespace heedmap::heatmap
