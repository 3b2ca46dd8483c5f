// Private to core: matrices as the kernels see them, over memory that somebody else keeps.
#pragma once

#include "core/tensor/matrix.h"

#include <algorithm>
#include <type_traits>

namespace heedmap::kernels {

// Row-major; consecutive rows are `stride` apart.
template <class T>
struct View {
    T* data = nullptr;
    Index rows = 0;
    Index columns = 0;
    Index stride = 0;

    View() = default;
    View(T* first, Index rowCount, Index columnCount)
        : View(first, rowCount, columnCount, columnCount) {}
    View(T* first, Index rowCount, Index columnCount, Index rowStride)
        : data(first)
        , rows(rowCount)
        , columns(columnCount)
        , stride(rowStride) {}
    // A view that may write is also one that reads.
    template <class U>
    requires std::is_same_v<const U, T> View(const View<U>& other)
        : View(other.data, other.rows, other.columns, other.stride) {}

    T* row(Index i) const { return data + i * stride; }
    View middleRows(Index first, Index count) const { return {row(first), count, columns, stride}; }
    View middleColumns(Index first, Index count) const { return {data + first, rows, count, stride}; }
    // Every `step`th row from `first` on.
    View everyRow(Index first, Index step, Index count) const { return {row(first), count, columns, stride * step}; }
};

template <class T>
View<T> viewOf(Matrix<T>& matrix) {
    return {matrix.data(), matrix.rows(), matrix.cols()};
}
template <class T>
View<const T> viewOf(const Matrix<T>& matrix) {
    return {matrix.data(), matrix.rows(), matrix.cols()};
}
// A copy.
template <class T>
Matrix<std::remove_const_t<T>> matrixOf(const View<T>& view) {
    Matrix<std::remove_const_t<T>> matrix(view.rows, view.columns);
    for (Index i = 0; i < view.rows; ++i)
        std::copy_n(view.row(i), view.columns, matrix.data() + i * view.columns);
    return matrix;
}

} // namespace heedmap::kernels
