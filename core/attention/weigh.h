// Private to core/attention: weights and contexts from scores, of some rows or of all.
#pragma once

#include "core/attention/attention.h"

namespace heedmap::attention {

// 0 … count − 1
std::vector<Index> allIndices(Index count);

// α of these rows from their e, and which of them allow nothing. The rows ascend.
template <class T>
void setWeights(Attention<T>& attention, const Normalizer& normalizer, const std::vector<Index>& rows);

// c of these rows from their α; emptyRows has to be as these rows are.
template <class T>
void setContexts(Attention<T>& attention, const Matrix<T>& v, const std::vector<Index>& rows);

// These columns of c, of all rows. Precondition: mayMixAll().
template <class T>
void setContextColumns(Attention<T>& attention, const Matrix<T>& v, const std::vector<Index>& columns);

// Forbidden values may enter a context, with weight 0: none of them is infinite or NaN.
template <class T>
bool mayMixAll(const Attention<T>& attention, const Matrix<T>& v) {
    return attention.allowed.size() == 0 || v.allFinite();
}

} // namespace heedmap::attention
