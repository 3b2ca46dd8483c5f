#include "tests/support/core/case_file.h"

#include "core/session/reference.h"

#include <gtest/gtest.h>

namespace heedmap::test {

CaseFile::CaseFile(const std::string& path) {
    auto file = files::open(path);
    if (file)
        file_ = *std::move(file);
    else
        ADD_FAILURE() << sentence(file.error());
}

Tensor CaseFile::tensor(const std::string& name) const {
    const auto read = [&]() -> Result<Tensor> {
        const auto position = file_->find(name);
        return position ? file_->read(*position) : position.error();
    };
    if (file_ != nullptr) {
        auto tensor = read();
        if (tensor)
            return *std::move(tensor);
        ADD_FAILURE() << sentence(tensor.error());
    }
    return makeTensor({0, 0}, std::vector<double>());
}

MatrixD CaseFile::matrix(const std::string& name, Index first, Index second) const {
    return toMatrixD(tensor(name).slice(0, first).slice(0, second).view);
}

} // namespace heedmap::test
