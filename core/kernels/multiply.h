// Private to core: products of matrices, for any size from 1 up, with the widest vectors the processor has.
#pragma once

#include "core/kernels/view.h"

#include <utility>

namespace heedmap::kernels {

// The left factor of a product: as it is, or transposed.
template <class T>
struct LeftFactor {
    const T* data;
    Index rows, columns;
    Index rowStride, columnStride;

    LeftFactor(const View<const T>& view)
        : data(view.data)
        , rows(view.rows)
        , columns(view.columns)
        , rowStride(view.stride)
        , columnStride(1) {}
    LeftFactor(const View<T>& view)
        : LeftFactor(View<const T>(view)) {}
    LeftFactor transposed() const {
        LeftFactor other = *this;
        std::swap(other.rows, other.columns);
        std::swap(other.rowStride, other.columnStride);
        return other;
    }
};

enum class Into : std::uint8_t { replace, add };

// C (m × n) = A B or C += A B; A (m × k), B (k × n). No cell of C depends on how the work is spread over threads.
void multiply(View<float> c, const LeftFactor<float>& a, const View<const float>& b, Into into = Into::replace);
void multiply(View<double> c, const LeftFactor<double>& a, const View<const double>& b, Into into = Into::replace);

// Aᵀ as a left factor.
template <class T>
LeftFactor<T> transposed(const View<T>& view) {
    return LeftFactor<std::remove_const_t<T>>(view).transposed();
}
template <class T>
LeftFactor<T> transposed(const View<const T>& view) {
    return LeftFactor<T>(view).transposed();
}

} // namespace heedmap::kernels
