// safetensors, as strict as its reference reader: tensors follow each other without a gap and end with the file.
#pragma once

#include "core/files/mapped_file.h"
#include "core/files/tensor_file.h"

namespace heedmap::files {

inline constexpr ErrorKind safetensorsHeaderSize{HEEDMAP_MESSAGE(
    "Error",
    "the safetensors header claims %1 bytes, but the file has %2 after the size and at most 100000000 are allowed")};
inline constexpr ErrorKind safetensorsTooShort{
    HEEDMAP_MESSAGE("Error", "a safetensors file has at least 10 bytes, this one has %1")};
inline constexpr ErrorKind safetensorsHeader{HEEDMAP_MESSAGE("Error", "the safetensors header is damaged: %1")};
inline constexpr ErrorKind safetensorsGap{HEEDMAP_MESSAGE(
    "Error", "the tensor begins at byte %1 of the data, but the one before ends at %2: bytes are shared or left out")};
inline constexpr ErrorKind safetensorsSize{
    HEEDMAP_MESSAGE("Error", "shape %1 of type %2 needs %3 bytes, but %4 are given to the tensor")};
inline constexpr ErrorKind safetensorsEnd{
    HEEDMAP_MESSAGE("Error", "the tensors end at byte %1 of the data, but the file has %2 bytes of data")};
inline constexpr ErrorKind safetensorsType{
    HEEDMAP_MESSAGE("Error", "the type %1 is not read; save the tensor as F32, BF16 or F16")};

Result<std::unique_ptr<TensorFile>> openSafetensors(std::shared_ptr<const MappedFile> file);

inline constexpr ErrorKind shardPath{HEEDMAP_MESSAGE(
    "Error", "the index points to \"%1\"; a shard has to be a file in the same folder, named without a path")};
inline constexpr ErrorKind shardLacksTensor{
    HEEDMAP_MESSAGE("Error", "the index says that \"%1\" is in %2, but that file does not hold it")};
inline constexpr ErrorKind badShardIndex{HEEDMAP_MESSAGE("Error", "weight_map has to be an object of texts")};

// A sharded model's `*.index.json`, whose text is `json`: all tensors of all its shards.
Result<std::unique_ptr<TensorFile>> openShardIndex(const std::string& path, std::string_view json);

} // namespace heedmap::files
