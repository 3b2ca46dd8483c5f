// Matrices of a file that has more than two axes: one for each entry of the leading axes, in order.
#pragma once

#include "core/session/reference.h"

#include <functional>
#include <string>
#include <vector>

namespace heedmap::command_line {

inline constexpr ErrorKind tooManyMatrices{"the tensor %1 holds %2 matrices, and at most %3 can be shown at once; take "
                                           "some of them, as in %4"};

inline constexpr ErrorKind noMatrix{"the tensor %1 holds no matrix"};

struct Stack {
    std::string name;             // as openReference() gives it
    std::string origin;           // as the user gave it
    std::vector<Index> leading;   // sizes of the axes before the last two
    std::vector<Tensor> matrices; // rank 2 each
    Labels labels;

    Index rows() const { return matrices.empty() ? 0 : matrices.front().shape()[0]; }
    Index columns() const { return matrices.empty() ? 0 : matrices.front().shape()[1]; }
};

// What a reference names; rank 0 and 1 become one row. Errors: those of openReference(), tooManyMatrices.
// What the file has to say besides is printed as a remark.
Result<Stack> openStack(const std::string& reference, const files::ReadOptions& reading);
// The same where only one matrix makes sense. Errors: also oneMatrixNeeded.
Result<Tensor> openMatrix(const std::string& reference, const files::ReadOptions& reading);

inline constexpr ErrorKind oneMatrixNeeded{"one matrix is needed here, but there are %1; take one, as in %2"};

// "attn" and {2, 7} → "attn[2,7]"; "attn[2]" and {7} → "attn[2,7]".
std::string indexedName(const std::string& name, const std::vector<Index>& index);
// The index of the n-th entry of axes of these sizes.
std::vector<Index> indexOf(Index n, const std::vector<Index>& sizes);

} // namespace heedmap::command_line
