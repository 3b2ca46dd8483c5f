// Dense matrices of the arithmetic: row-major, rows are queries, columns are keys (or components).
#pragma once

#include "core/index.h"

#include <Eigen/Core>
#include <cstdint>

namespace heedmap {

template <class T>
using Matrix = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
template <class T>
using Vector = Eigen::Matrix<T, Eigen::Dynamic, 1>;

using MatrixD = Matrix<double>;
using MatrixF = Matrix<float>;
using VectorD = Vector<double>;
using VectorF = Vector<float>;
// 1 is allowed (or true), 0 is not.
using BoolMatrix = Matrix<std::uint8_t>;

} // namespace heedmap
