// The matrices of a model as they lie in its files. Nothing is converted before it is used, so a model may be larger
// than the memory.
#pragma once

#include "core/files/tensor_file.h"
#include "core/kernels/view.h"
#include "core/result.h"
#include "core/tensor/tensor.h"

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace heedmap::transformer {

// y = x Wᵀ + b with W (out × in), or y = x W + b with W (in × out).
struct Linear {
    Tensor weight; // without a shape: not given, and y = x
    Tensor bias;   // out; without a shape: none
    bool inputsFirst = false;
    std::string name;

    bool given() const { return weight.view.data() != nullptr; }
    Index outputs() const { return weight.shape()[inputsFirst ? 1 : 0]; }
    Index inputs() const { return weight.shape()[inputsFirst ? 0 : 1]; }
};

// y (n × out) from x (n × in). Multi-threaded; no number of it depends on how many threads there are. Precondition: the
// weight is given.
template <class T>
void apply(const Linear& linear, kernels::View<const T> x, kernels::View<T> y);
// Only these outputs of it.
template <class T>
void apply(const Linear& linear, Rows outputs, kernels::View<const T> x, kernels::View<T> y);

struct Norm {
    Tensor weight;
    Tensor bias; // without a shape: none
    bool given() const { return weight.view.data() != nullptr; }
};

// W_Q, W_K and W_V each, or one matrix that holds all three side by side.
struct AttentionWeights {
    Linear q, k, v, qkv, o;
    Norm qNorm, kNorm; // of each head
    Norm norm;
};

struct LayerWeights {
    AttentionWeights self;
    AttentionWeights cross;
    Linear gate, up, down;
    Norm feedForwardNorm;
};

struct StackWeights {
    Tensor embedding;  // vocabulary × d
    Tensor positions;  // rows × d
    Tensor types;      // types × d
    Tensor bucketBias; // buckets × heads
    Norm embeddingNorm;
    std::vector<LayerWeights> layers;
    Norm finalNorm;
};

struct ModelWeights {
    StackWeights encoder;
    StackWeights decoder;
    Tensor classToken; // d
    Linear patches;    // d × channels·a·a
    Linear headDense;  // what BERT's output does before its matrix
    Norm headNorm;
    Linear output; // vocabulary (or labels) × d; not given: there are no logits
};

inline constexpr ErrorKind lacksTensor{
    HEEDMAP_MESSAGE("Error", "the weights have no tensor \"%1\", which has to be %2 by config.json")};
inline constexpr ErrorKind tensorDoesNotFit{
    HEEDMAP_MESSAGE("Error", "the tensor \"%1\" is %2, but by config.json it has to be %3")};
inline constexpr ErrorKind tensorNotFloating{HEEDMAP_MESSAGE(
    "Error", "the tensor \"%1\" is of type %2, but weights are read as float32, float16 or bfloat16 only")};
inline constexpr ErrorKind weightsMissing{HEEDMAP_MESSAGE(
    "Error", "the folder holds no weights: neither model.safetensors nor model.safetensors.index.json is there")};
inline constexpr ErrorKind weightsPickled{
    HEEDMAP_MESSAGE("Error", "the weights are in %1, a pickle, and reading it would run code; write them with "
                             "save_pretrained(…, safe_serialization=True)")};
inline constexpr ErrorKind notFinite{HEEDMAP_MESSAGE(
    "Error", "the tensor \"%1\" holds a number that is not finite, so that all that follows would be NaN")};

// The tensors of a folder by their names; files are only looked into here.
class TensorFolder {
public:
    // Errors: weightsMissing, weightsPickled, and those of the files.
    static Result<TensorFolder> open(const std::string& folder);

    bool has(const std::string& name) const;
    // The tensor of the first of these names that is there, of this shape. Errors: lacksTensor, tensorDoesNotFit.
    Result<Tensor> tensor(const std::vector<std::string>& names, const Shape& shape);
    const std::string& path() const { return file_->path(); }
    // Names that nobody has asked for so far.
    std::vector<std::string> unused() const;
    std::uint64_t parameters() const; // numbers in all tensors that were asked for
    std::uint64_t bytes() const;
    // The first tensor among those that were asked for that holds NaN or ±inf. Reads them all.
    std::optional<std::string> firstNotFinite() const;
    // What happened meanwhile to the files that these tensors are mapped from: they were cut short or changed.
    std::optional<Error> problem() const;

private:
    std::optional<std::size_t> find(const std::string& name) const;

    std::shared_ptr<const files::TensorFile> file_;
    std::vector<std::pair<std::string, std::size_t>> names_; // sorted
    std::vector<bool> used_;
    std::vector<std::pair<std::string, Tensor>> given_;
};

// All numbers of a tensor of rank ≤ 2, converted.
template <class T>
std::vector<T> numbersOf(const Tensor& tensor);
// One row of a matrix into `out`.
template <class T>
void copyRow(const Tensor& matrix, Index row, T* out);

} // namespace heedmap::transformer
