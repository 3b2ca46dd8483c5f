// Files by the names that people give them: "dump.npz#attn[2,7]" says which tensor of a file, and which part of it.
#pragma once

#include "core/files/tensor_file.h"

#include <limits>

namespace heedmap::files {

// openTensors(), and sessions (`.heedmap`, exported pictures, manifests) as files of tensors: their matrices, then q,
// k, v and x. Errors: those of openTensors() and readSession().
Result<std::unique_ptr<TensorFile>> open(const std::string& path, const ReadOptions& options = {});

// Of an index: all entries of the axis, written as ":".
inline constexpr Index wholeAxis = std::numeric_limits<Index>::min();

// "dump.npz#attn[2,7]" → path, tensor, index; "dump.npz#attn[:,0]" leaves the first axis whole. A `#` or `[` that is
// part of an existing path is respected.
struct Reference {
    std::string path;
    std::string tensor;       // empty: the only one
    std::vector<Index> index; // of the leading axes; negative counts from the end, or wholeAxis
};
Result<Reference> parseReference(std::string_view text);
inline constexpr ErrorKind badIndex{
    HEEDMAP_MESSAGE("Error", "\"%1\" is not an index; write whole numbers as in [2,7], or : for a whole axis")};
// The tensor a reference names, with its leading axes taken at `index`; whole ones stay. `check` is of what is left.
// Errors: those of open(), find(), `check`, read(), and indexOutOfRange.
struct OpenedTensor {
    Tensor tensor;
    Labels labels;
    std::string name; // "attn[2,7]"; file name where the tensor has none
    std::vector<Phrase> remarks;
};
Result<OpenedTensor> openReference(const Reference& reference, const ReadOptions& options = {},
                                   const ShapeCheck& check = {});
inline constexpr ErrorKind indexOutOfRange{
    HEEDMAP_MESSAGE("Error", "index %1 is outside axis %2, which has %3 entries")};
inline constexpr ErrorKind tooManyIndices{
    HEEDMAP_MESSAGE("Error", "%1 indices are given, but the tensor has only %2 axes (%3)")};

} // namespace heedmap::files
