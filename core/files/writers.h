// Numbers out: npy, npz, csv, tsv, json. Numbers in text have a point and as many digits as it takes to read the same
// number back, whatever the locale.
#pragma once

#include "core/attention/alpha_source.h"
#include "core/files/labels.h"
#include "core/files/output_file.h"
#include "core/tensor/tensor.h"

#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace heedmap::files {

struct NamedTensor {
    std::string name;
    Tensor tensor;
    std::shared_ptr<const attention::AlphaSource> source{}; // where there is one, its numbers, read row by row
};

// A matrix with its labels and what it is called; masked cells are written as empty fields (csv, tsv) or null (json).
struct NamedMatrix {
    std::string name;
    std::shared_ptr<const attention::AlphaSource> source;
    Labels labels;
    std::string note{}; // what was done to the numbers; JSON keeps it
};

// Errors of all: cannotCreate, cannotWrite, writingStopped, and what went wrong in reading a source; nothing is left
// behind then. `stop` is looked at with every row, or every 65 536 numbers. bfloat16 and float8 are written as float32,
// which holds them exactly; so are sources that do not exceed it. Masked cells are 0.
Result<void> writeNpy(const std::string& path, const TensorView& tensor, std::stop_token stop = {});
Result<void> writeNpz(const std::string& path, const std::vector<NamedTensor>& tensors, std::stop_token stop = {});
// One matrix, or several of the same size as one array of three axes in float64.
Result<void> writeNpy(const std::string& path,
                      const std::vector<std::shared_ptr<const attention::AlphaSource>>& sources,
                      std::stop_token stop = {});
// One table after another, each headed by a line "# name" where there are several. `separator` is ',' or '\t'.
Result<void> writeCsv(const std::string& path, const std::vector<NamedMatrix>& matrices, char separator,
                      std::stop_token stop = {});
// {"matrices": [{"name": …, "note": …, "rows": […], "columns": […], "values": [[…]]}, …]}; without a note there is
// none.
Result<void> writeJson(const std::string& path, const std::vector<NamedMatrix>& matrices, std::stop_token stop = {});

// Bytes of a complete .npy file, for npz members and for tests.
std::string npyBytes(const TensorView& tensor);

} // namespace heedmap::files
