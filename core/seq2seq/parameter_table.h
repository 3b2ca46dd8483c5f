// The parameters of a network: their names and sizes, and where each lies in one long row of numbers. Weights,
// gradients and the optimizer's moments are such rows, so that what is done to every parameter is done at once.
#pragma once

#include "core/attention/parameters.h"
#include "core/kernels/view.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace heedmap::seq2seq {

// How a parameter starts.
struct Start {
    double uniform = 0; // in ±uniform
    double normal = 0;  // or normal with this deviation
};

struct NamedParameter {
    std::string name;
    Index rows = 0;
    Index columns = 0;
    Index offset = 0;
    Start start;
    double pace = 1; // the learning rate is multiplied by it
    Index size() const { return rows * columns; }
};

// Stands for a parameter of the table.
struct ParameterId {
    std::size_t value = 0;
};

class ParameterTable {
public:
    ParameterId add(std::string name, Index rows, Index columns, Start start, double pace = 1);
    const std::vector<NamedParameter>& all() const { return parameters_; }
    // How many numbers all parameters together are.
    Index size() const { return size_; }

    template <class T>
    kernels::View<T> view(ParameterId id, std::span<T> numbers) const {
        const NamedParameter& p = parameters_[id.value];
        return {numbers.data() + p.offset, p.rows, p.columns};
    }

    // The numbers that the parameters start from; a parameter's depend on `seed` and its own name only.
    template <class T>
    std::vector<T> seeded(std::uint64_t seed) const;

private:
    std::vector<NamedParameter> parameters_;
    Index size_ = 0;
};

} // namespace heedmap::seq2seq
