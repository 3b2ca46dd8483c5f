// A file of the cases that has to open, its tensors by name.
#pragma once

#include "core/files/tensor_file.h"

#include <memory>
#include <string>

namespace heedmap::test {

// A tensor that cannot be read fails the test and gives an empty one.
class CaseFile {
public:
    explicit CaseFile(const std::string& path);
    Tensor tensor(const std::string& name) const;
    MatrixD matrix(const std::string& name) const { return toMatrixD(tensor(name).view); }
    VectorD vector(const std::string& name) const { return toVectorD(tensor(name).view); }
    BoolMatrix mask(const std::string& name) const { return matrix(name).cast<std::uint8_t>(); }
    // The matrix at (first, second) of a tensor of rank 4.
    MatrixD matrix(const std::string& name, Index first, Index second) const;

private:
    std::unique_ptr<files::TensorFile> file_; // none where it could not be opened
};

} // namespace heedmap::test
