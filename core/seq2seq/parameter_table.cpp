#include "core/seq2seq/parameter_table.h"

namespace heedmap::seq2seq {

namespace {

// FNV-1a.
std::uint64_t hashOf(std::string_view text) {
    std::uint64_t hash = 0xCBF29CE484222325U;
    for (const char c : text)
        hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3U;
    return hash;
}

double drawn(const Start& start, attention::RandomStream& random) {
    if (start.normal != 0)
        return start.normal * random.normal();
    return start.uniform * (2.0 * random.uniform() - 1.0);
}

} // namespace

ParameterId ParameterTable::add(std::string name, Index rows, Index columns, Start start, double pace) {
    parameters_.push_back({std::move(name), rows, columns, size_, start, pace});
    size_ += rows * columns;
    return {parameters_.size() - 1};
}

template <class T>
std::vector<T> ParameterTable::seeded(std::uint64_t seed) const {
    std::vector<T> numbers;
    numbers.reserve(static_cast<std::size_t>(size_));
    for (const NamedParameter& parameter : parameters_) {
        attention::RandomStream random(hashOf(parameter.name) ^ attention::RandomStream(seed).next());
        for (Index i = 0; i < parameter.size(); ++i)
            numbers.push_back(static_cast<T>(drawn(parameter.start, random)));
    }
    return numbers;
}

template std::vector<float> ParameterTable::seeded<float>(std::uint64_t) const;
template std::vector<double> ParameterTable::seeded<double>(std::uint64_t) const;

} // namespace heedmap::seq2seq
