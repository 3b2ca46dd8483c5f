// Private to core/attention: products of whole matrices. A cell depends on its row and its column only, not on what
// else is computed beside it, so that a part of a product equals that part of the whole one bit for bit.
#pragma once

#include "core/kernels/multiply.h"
#include "core/tensor/huge_pages.h"

namespace heedmap::attention {

// A (m × d), B (d × n) → A B (m × n)
template <class T>
Matrix<T> product(const Matrix<T>& a, const Matrix<T>& b) {
    Matrix<T> c(a.rows(), b.cols());
    adviseHugePages(c.data(), static_cast<std::size_t>(c.size()) * sizeof(T));
    kernels::multiply(kernels::viewOf(c), kernels::viewOf(a), kernels::viewOf(b));
    return c;
}

// A (m × d), B (n × d) → A Bᵀ (m × n)
template <class T>
Matrix<T> dotProducts(const Matrix<T>& a, const Matrix<T>& b) {
    return product<T>(a, b.transpose());
}

} // namespace heedmap::attention
