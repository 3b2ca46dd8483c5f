// Numbers out: npy, npz, csv, tsv, json. Numbers in text have a point and as many digits as it takes to read the same
// number back, whatever the locale.
#pragma once

#include "core/attention/alpha_source.h"
#include "core/files/labels.h"
#include "core/files/output_file.h"
#include "core/tensor/tensor.h"

#include <string>
#include <utility>
#include <vector>

namespace heedmap::files {

// Shortest text that reads back as the same number: "0.4011120926797834", "1e-30", "nan", "inf", "-inf".
std::string numberText(double value);

struct NamedTensor {
    std::string name;
    Tensor tensor;
};

// A matrix with its labels and what it is called; masked cells are written as empty fields (csv, tsv) or null (json).
struct NamedMatrix {
    std::string name;
    std::shared_ptr<const attention::AlphaSource> source;
    Labels labels;
};

// Errors of all: cannotCreate, cannotWrite. bfloat16 and float8 are written as float32, which holds them exactly.
Result<void> writeNpy(const std::string& path, const TensorView& tensor);
Result<void> writeNpz(const std::string& path, const std::vector<NamedTensor>& tensors);
// One table after another, each headed by a line "# name" where there are several. `separator` is ',' or '\t'.
Result<void> writeCsv(const std::string& path, const std::vector<NamedMatrix>& matrices, char separator);
// {"matrices": [{"name": …, "rows": […], "columns": […], "values": [[…]]}, …]}
Result<void> writeJson(const std::string& path, const std::vector<NamedMatrix>& matrices);

// Bytes of a complete .npy file, for npz members and for tests.
std::string npyBytes(const TensorView& tensor);

} // namespace heedmap::files
