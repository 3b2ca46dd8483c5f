#include "core/transformer/weights.h"

#include "core/files/mapped_file.h"
#include "core/files/safetensors_file.h"
#include "core/kernels/alignment.h"
#include "core/kernels/multiply.h"
#include "core/tensor/file_memory.h"
#include "core/tensor/large_array.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <set>
#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

namespace heedmap::transformer {

namespace {

using kernels::View;

template <class T>
constexpr DType dtypeOf = std::is_same_v<T, float> ? DType::float32 : DType::float64;

// From so many rows on, copying a block of the weights costs little beside the product, and leaves nothing of the file
// in memory.
constexpr Index manyRows = 8;
constexpr Index blockNumbers = Index{1} << 18;

// A block of whole rows of a weight as numbers of T: where it lies if it is just that, or a copy.
template <class T>
class WeightRows {
public:
    explicit WeightRows(const TensorView& weight, bool inPlace)
        : weight_(weight)
        , file_(FileMemory::holding(weight.data()))
        , inPlace_(inPlace && weight.dtype() == dtypeOf<T> && weight.isPlain() &&
                   reinterpret_cast<std::uintptr_t>(weight.data()) % alignof(T) == 0) {}

    bool inPlace() const { return inPlace_; }

    View<const T> rows(Rows rows, LargeArray<T>& numbers, std::vector<std::byte>& bytes) const {
        const Index columns = weight_.shape()[1];
        const TensorView part = weight_.narrow(0, rows.begin, rows.size());
        if (inPlace_)
            return {reinterpret_cast<const T*>(part.data()), rows.size(), columns};
        numbers.resize(static_cast<std::size_t>(rows.size() * columns));
        copy(part, numbers, bytes);
        return {numbers.data(), rows.size(), columns};
    }

private:
    void copy(const TensorView& part, std::span<T> out, std::vector<std::byte>& bytes) const {
        if (!file_ || !part.isPlain())
            return part.copyTo(out);
        if (part.dtype() == dtypeOf<T>) {
            if (!file_->read(part.data(), std::as_writable_bytes(out)))
                std::fill(out.begin(), out.end(), std::numeric_limits<T>::quiet_NaN());
            return;
        }
        bytes.resize(out.size() * sizeOf(part.dtype()));
        if (file_->read(part.data(), bytes))
            TensorView(bytes.data(), part.dtype(), part.shape()).copyTo(out);
        else
            std::fill(out.begin(), out.end(), std::numeric_limits<T>::quiet_NaN());
    }

    const TensorView& weight_;
    std::shared_ptr<const FileMemory> file_;
    bool inPlace_;
};

// Blocks of rows of a weight, on all processors.
template <class Work>
void forBlocks(Rows rows, Index columns, const Work& work) {
    const Index block = std::clamp<Index>(blockNumbers / std::max<Index>(columns, 1) / 16 * 16, 16, 512);
    tbb::parallel_for(Index{0}, (rows.size() + block - 1) / block, [&](Index i) {
        work(Rows{rows.begin + i * block, std::min(rows.end, rows.begin + (i + 1) * block)});
    });
}

// y = x Wᵀ as (W xᵀ)ᵀ: what is turned is x, and rows of W are read as they lie.
template <class T>
void applyOutputsFirst(const Linear& linear, Rows outputs, View<const T> x, View<T> y) {
    const bool few = x.rows < manyRows;
    const WeightRows<T> weight(linear.weight.view, few);
    Matrix<T> turned;
    if (!few)
        turned = Eigen::Map<const Matrix<T>, 0, Eigen::OuterStride<>>(x.data, x.rows, x.columns,
                                                                      Eigen::OuterStride<>(x.stride))
                     .transpose();
    forBlocks(outputs, x.columns, [&](Rows rows) {
        LargeArray<T> numbers;
        std::vector<std::byte> bytes;
        const View<const T> w = weight.rows(rows, numbers, bytes);
        const Index first = rows.begin - outputs.begin;
        if (few) {
            for (Index i = 0; i < x.rows; ++i)
                kernels::dotProducts(w, x.row(i), y.row(i) + first);
            return;
        }
        Matrix<T> product(rows.size(), x.rows);
        kernels::multiply(kernels::viewOf(product), w, View<const T>(turned.data(), turned.rows(), turned.cols()));
        Eigen::Map<Matrix<T>, 0, Eigen::OuterStride<>>(y.data + first, y.rows, rows.size(),
                                                       Eigen::OuterStride<>(y.stride)) = product.transpose();
    });
}

// y = x W, a block of inputs after another.
template <class T>
void applyInputsFirst(const Linear& linear, Rows outputs, View<const T> x, View<T> y) {
    const WeightRows<T> weight(linear.weight.view, x.rows < manyRows);
    const Index columns = linear.weight.shape()[1];
    const Index block = weight.inPlace() ? x.columns : std::max<Index>(16 * blockNumbers / columns, 16);
    LargeArray<T> numbers;
    std::vector<std::byte> bytes;
    for (Index first = 0; first < x.columns; first += block) {
        const Rows rows{first, std::min(first + block, x.columns)};
        const View<const T> w = weight.rows(rows, numbers, bytes).middleColumns(outputs.begin, outputs.size());
        kernels::multiply(y, View<const T>(x.middleColumns(first, rows.size())), w,
                          first == 0 ? kernels::Into::replace : kernels::Into::add);
    }
}

} // namespace

template <class T>
void apply(const Linear& linear, Rows outputs, View<const T> x, View<T> y) {
    HEEDMAP_EXPECTS(x.columns == linear.inputs() && y.columns == outputs.size() && x.rows == y.rows);
    if (x.rows == 0 || y.columns == 0)
        return;
    linear.inputsFirst ? applyInputsFirst(linear, outputs, x, y) : applyOutputsFirst(linear, outputs, x, y);
    if (linear.bias.view.data() == nullptr)
        return;
    const std::vector<T> bias = numbersOf<T>(linear.bias);
    for (Index i = 0; i < y.rows; ++i)
        for (Index j = 0; j < y.columns; ++j)
            y.row(i)[j] += bias[static_cast<std::size_t>(outputs.begin + j)];
}

template <class T>
void apply(const Linear& linear, View<const T> x, View<T> y) {
    apply<T>(linear, Rows{0, linear.outputs()}, x, y);
}

template <class T>
std::vector<T> numbersOf(const Tensor& tensor) {
    std::vector<T> numbers(static_cast<std::size_t>(tensor.shape().count()));
    tensor.view.copyTo(numbers);
    return numbers;
}

template <class T>
void copyRow(const Tensor& matrix, Index row, T* out) {
    matrix.view.slice(0, row).copyTo(std::span(out, static_cast<std::size_t>(matrix.shape()[1])));
}

template void apply(const Linear&, Rows, View<const float>, View<float>);
template void apply(const Linear&, Rows, View<const double>, View<double>);
template void apply(const Linear&, View<const float>, View<float>);
template void apply(const Linear&, View<const double>, View<double>);
template std::vector<float> numbersOf(const Tensor&);
template std::vector<double> numbersOf(const Tensor&);
template void copyRow(const Tensor&, Index, float*);
template void copyRow(const Tensor&, Index, double*);

Result<TensorFolder> TensorFolder::open(const std::string& folder) {
    namespace fs = std::filesystem;
    const fs::path root(folder);
    std::error_code error;
    TensorFolder tensors;
    if (const fs::path index = root / "model.safetensors.index.json"; fs::exists(index, error)) {
        const auto file = files::MappedFile::open(index.string());
        if (!file)
            return file.error();
        const auto text = (*file)->bytes();
        if (!text)
            return text.error();
        auto opened = files::openShardIndex(index.string(), text->text());
        if (!opened)
            return opened.error();
        tensors.file_ = *std::move(opened);
    } else if (const fs::path single = root / "model.safetensors"; fs::exists(single, error)) {
        auto file = files::MappedFile::open(single.string());
        if (!file)
            return file.error();
        auto opened = files::openSafetensors(*std::move(file));
        if (!opened)
            return opened.error();
        tensors.file_ = *std::move(opened);
    } else {
        for (const char* pickle : {"pytorch_model.bin", "pytorch_model.bin.index.json", "model.pt", "pytorch_model.pt"})
            if (fs::exists(root / pickle, error))
                return makeError(weightsPickled, {std::string(pickle)}).in(folder);
        return makeError(weightsMissing).in(folder);
    }
    const auto& infos = tensors.file_->tensors();
    tensors.used_.resize(infos.size());
    for (std::size_t i = 0; i < infos.size(); ++i)
        tensors.names_.emplace_back(infos[i].name, i);
    std::ranges::sort(tensors.names_);
    return tensors;
}

std::optional<std::size_t> TensorFolder::find(const std::string& name) const {
    const auto place = std::ranges::lower_bound(names_, name, {}, &std::pair<std::string, std::size_t>::first);
    return place != names_.end() && place->first == name ? std::optional(place->second) : std::nullopt;
}

bool TensorFolder::has(const std::string& name) const {
    return find(name).has_value();
}

Result<Tensor> TensorFolder::tensor(const std::vector<std::string>& names, const Shape& shape) {
    for (const std::string& name : names) {
        const auto place = find(name);
        if (!place)
            continue;
        const files::TensorInfo& info = file_->tensors()[*place];
        if (info.shape != shape)
            return makeError(tensorDoesNotFit, {name, info.shape.text(), shape.text()}).in(path());
        if (info.dtype && *info.dtype != DType::float32 && *info.dtype != DType::float16 &&
            *info.dtype != DType::bfloat16 && *info.dtype != DType::float64)
            return makeError(tensorNotFloating, {name, std::string(nameOf(*info.dtype))}).in(path());
        auto tensor = file_->read(*place);
        if (tensor) {
            used_[*place] = true;
            given_.emplace_back(name, *tensor);
        }
        return tensor;
    }
    return makeError(lacksTensor, {names.front(), shape.text()}).in(path());
}

std::vector<std::string> TensorFolder::unused() const {
    std::vector<std::string> names;
    for (const auto& [name, place] : names_)
        if (!used_[place])
            names.push_back(name);
    return names;
}

std::uint64_t TensorFolder::parameters() const {
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < used_.size(); ++i)
        if (used_[i])
            sum += static_cast<std::uint64_t>(file_->tensors()[i].shape.count());
    return sum;
}

std::uint64_t TensorFolder::bytes() const {
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < used_.size(); ++i)
        if (used_[i])
            sum += static_cast<std::uint64_t>(file_->tensors()[i].shape.count()) * sizeOf(*file_->tensors()[i].dtype);
    return sum;
}

std::optional<Error> TensorFolder::problem() const {
    for (const auto& [name, tensor] : given_) {
        const auto memory = FileMemory::holding(tensor.view.data());
        if (auto happened = memory ? memory->problem() : std::nullopt)
            return happened;
    }
    return std::nullopt;
}

std::optional<std::string> TensorFolder::firstNotFinite() const {
    std::vector<float> row;
    for (const auto& [name, tensor] : given_) {
        for (Index i = 0; i < tensor.shape()[0]; ++i) {
            const TensorView part = tensor.view.slice(0, i);
            row.resize(static_cast<std::size_t>(part.shape().count()));
            part.copyTo(row);
            if (!std::ranges::all_of(row, [](float x) { return std::isfinite(x); }))
                return name;
        }
    }
    return std::nullopt;
}

} // namespace heedmap::transformer
