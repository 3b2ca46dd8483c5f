// Touching fresh memory for the first time costs more than copying into it; on huge pages it hardly does.
#pragma once

#include "core/index.h"

#include <cstddef>

namespace heedmap {

// To be called before memory is touched, on as much of it as was allocated at once: asks the system for huge pages
// where there are enough of them in it. Only advice: without it the memory is as good, but slower to fill.
void adviseHugePages(void* memory, std::size_t bytes) noexcept;

// The same, and touches all of it with all processors, where it is so much that one of them would take long. For memory
// that is written as a whole next; it is not set to anything.
void touchFresh(void* memory, std::size_t bytes);

// A matrix of this size that is not set to anything, for whoever fills it next.
template <class Matrix>
Matrix unfilled(Index rows, Index columns) {
    Matrix matrix(rows, columns);
    touchFresh(matrix.data(), static_cast<std::size_t>(matrix.size()) * sizeof(typename Matrix::Scalar));
    return matrix;
}
template <class Matrix>
Matrix largeCopy(const Matrix& from) {
    Matrix copy = unfilled<Matrix>(from.rows(), from.cols());
    copy = from; // stays where it is
    return copy;
}

} // namespace heedmap
