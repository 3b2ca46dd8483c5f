// A session seen as a file of tensors: its matrices, then q, k, v and x.
#pragma once

#include "core/files/tensor_file.h"

namespace heedmap::files {

// Errors: those of readSession().
Result<std::unique_ptr<TensorFile>> openSession(const std::string& path);

} // namespace heedmap::files
