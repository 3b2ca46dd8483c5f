// Private to core/attention: e = v·tanh(W_s q + W_h k) for all queries and keys.
#pragma once

#include "core/attention/parameters.h"

namespace heedmap::attention {

// e (n_q × n_k); Q (n_q × d_q), K (n_k × d_k), W_s (a × d_q), W_h (a × d_k), v (a). Precondition: the sizes fit.
template <class T>
Matrix<T> additiveScores(const Matrix<T>& q, const Matrix<T>& k, const Parameters& parameters);

} // namespace heedmap::attention
