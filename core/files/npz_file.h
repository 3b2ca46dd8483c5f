// A zip of .npy arrays, NumPy's .npz.
#pragma once

#include "core/files/tensor_file.h"
#include "core/files/zip_archive.h"

namespace heedmap::files {

inline constexpr ErrorKind noArraysInZip{
    HEEDMAP_MESSAGE("Error", "the zip archive holds no .npy array; numpy.savez writes archives that can be read")};

Result<std::unique_ptr<TensorFile>> openNpz(std::shared_ptr<const ZipArchive> archive, const ReadOptions& options);

// The array in a member. Errors: those of the zip and of npy, with the member's name as the place.
Result<Tensor> readNpyMember(const ZipArchive& archive, const ZipMember& member, const ReadOptions& options,
                             const ShapeCheck& check = {});

} // namespace heedmap::files
