// What torch.save put into an archive, whichever of its three forms that has: the tensors of its pickle with their
// paths ("encoder.layers.3.q"), each a view of a storage, and the tokens beside them.
#pragma once

#include "core/files/pickle.h"
#include "core/files/tensor_file.h"

#include <map>
#include <span>

namespace heedmap::files {

inline constexpr ErrorKind torchNoTensors{
    HEEDMAP_MESSAGE("Error", "the PyTorch archive holds no tensors and no lists of numbers")};
inline constexpr ErrorKind torchTooDeep{
    HEEDMAP_MESSAGE("Error", "lists and dictionaries are nested more than %1 deep, or within themselves")};
inline constexpr ErrorKind torchTooMany{
    HEEDMAP_MESSAGE("Error", "the PyTorch archive lists more than %1 values, or the same ones again and again")};
inline constexpr ErrorKind torchStorageCut{
    HEEDMAP_MESSAGE("Error", "the storage \"%1\" of the PyTorch archive should have %2 bytes, but %3 are there")};
inline constexpr ErrorKind torchStorageMissing{
    HEEDMAP_MESSAGE("Error", "the storage \"%1\" is missing in the PyTorch archive")};
inline constexpr ErrorKind torchOutside{
    HEEDMAP_MESSAGE("Error", "a tensor of shape %1 reaches beyond the %2 numbers of its storage")};
inline constexpr ErrorKind torchRepeated{HEEDMAP_MESSAGE(
    "Error", "a tensor of shape %1 repeats the %2 numbers of its storage too often; save only the part that differs")};
inline constexpr ErrorKind torchType{
    HEEDMAP_MESSAGE("Error", "the type %1 is not read; save the tensor as float32, as tensor.float() does")};

// The type of a storage's numbers.
struct TorchType {
    std::string_view name; // "torch.bfloat16"
    std::optional<DType> dtype;
    std::size_t size = 1; // bytes of a number
    bool complex = false; // dtype is then that of the two parts
};

// One of the archive's storages: its bytes are somebody else's business.
struct TorchStorage {
    std::string key;
    TorchType type;                     // of the first tensor that uses it
    std::uint64_t count = 0;            // numbers, as the pickle says
    std::optional<std::uint64_t> bytes; // that are really there; none where it is missing
};

struct TorchView {
    std::size_t storage = 0;
    std::uint64_t begin = 0;                     // byte of the storage
    std::array<Index, Shape::maxRank> strides{}; // in bytes, none negative
};

struct TorchEntry {
    TensorInfo info;
    TorchType type;
    Shape each;                   // of every view; info.shape has the axes of the lists before it
    std::vector<TorchView> views; // one, or those of a stack in C order
    std::vector<double> numbers;  // of a list of numbers, which has no views
};

struct TorchContents {
    std::vector<TorchEntry> entries;
    Labels labels;
};

// Names that a pickle of tensors may use.
bool isTorchName(std::string_view name);

// The storages that a pickle refers to, each once. Errors: pickleDamaged.
Result<std::vector<TorchStorage>> torchStorages(const Pickle& pickle);

// The type that a name of the pickle stands for: "torch.FloatStorage", "torch.cuda.HalfTensor", "torch.float8_e5m2".
std::optional<TorchType> torchTypeNamed(std::string_view name);

// `entry` as a view of numbers of a storage, from number `offset` on, with strides in numbers; what does not fit
// becomes its refusal. Sizes, offset and strides are as they stand in the file.
void placeTensor(TorchEntry& entry, std::size_t storage, const TorchStorage& in, std::uint64_t countOfStorage,
                 std::int64_t offset, std::span<const std::int64_t> sizes, std::span<const std::int64_t> strides);

// All tensors in the order of the pickle. A list (or tuple) of tensors of one type and shape is listed as the stack
// that they make, [item, …], followed by its items; so are dictionaries whose keys count from 0. Nested lists of
// numbers are tensors, lists of texts are tokens. `placed`: tensors that are kept outside of the pickle, by their key.
// Errors: pickleDamaged, torchTooDeep, torchTooMany, torchNoTensors.
Result<TorchContents> torchContents(const Pickle& pickle, const std::vector<TorchStorage>& storages,
                                    const std::map<std::string, TorchEntry>& placed = {});

} // namespace heedmap::files
