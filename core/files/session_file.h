// A session seen as a file of tensors: its matrices, then q, k, v and x.
#pragma once

#include "core/files/mapped_file.h"
#include "core/files/tensor_file.h"
#include "core/files/zip_archive.h"

namespace heedmap::files {

Result<std::unique_ptr<TensorFile>> openSessionArchive(std::shared_ptr<const ZipArchive> archive);
Result<std::unique_ptr<TensorFile>> openManifest(const std::string& path, std::string_view manifest);
Result<std::unique_ptr<TensorFile>> openPicture(std::shared_ptr<const MappedFile> file);

} // namespace heedmap::files
