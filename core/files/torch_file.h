// Archives of torch.save: the zip that it writes since PyTorch 1.6, the file of pickles and storages before that, and
// the tar before 0.1.10. Numbers are mapped where they are, as they are in the file; nothing is executed.
#pragma once

#include "core/files/tensor_file.h"
#include "core/files/zip_archive.h"

namespace heedmap::files {

inline constexpr ErrorKind torchLegacy{
    HEEDMAP_MESSAGE("Error", "the PyTorch archive of the old form is damaged: %1; save it again with torch.save")};
inline constexpr ErrorKind torchByteOrder{
    HEEDMAP_MESSAGE("Error", "the PyTorch archive says its byte order is \"%1\"; it can be little or big")};

bool isTorchZip(const ZipArchive& archive);
// Of the beginning of a file, some hundred bytes.
bool isLegacyTorch(std::string_view start);
bool isTorchTar(std::string_view start);

// `archive` where the file is a zip. Errors: those above, of the zip, of the pickle and of its contents.
Result<std::unique_ptr<TensorFile>> openTorch(std::shared_ptr<const MappedFile> file,
                                              std::shared_ptr<const ZipArchive> archive, const ReadOptions& options);

} // namespace heedmap::files
