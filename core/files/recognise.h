// Which kind of file this is: by its content first, by its ending where the content does not tell.
#pragma once

#include "core/files/mapped_file.h"
#include "core/files/tensor_file.h"
#include "core/files/zip_archive.h"

namespace heedmap::files {

inline constexpr ErrorKind fileIsEmpty{HEEDMAP_MESSAGE("Error", "the file is empty")};
inline constexpr ErrorKind unknownFormat{HEEDMAP_MESSAGE(
    "Error",
    "this is none of npy, npz, safetensors, pt, csv, tsv, json and heedmap; numpy.savez writes what can be read")};
inline constexpr ErrorKind foreignFormat{
    HEEDMAP_MESSAGE("Error", "%1 files are not read; save the arrays with numpy.savez as npz and open that")};
inline constexpr ErrorKind pythonPickle{HEEDMAP_MESSAGE(
    "Error", "this is a Python pickle, and reading it would run code; save its tensors with torch.save, numpy.savez or "
             "safetensors.torch.save_file and open that")};

struct Recognised {
    Format format;
    std::shared_ptr<const ZipArchive> archive; // where the file is a zip
    bool picture = false;                      // a PNG, SVG or PDF that may carry a session
};
// Errors: those above, and those of the zip.
Result<Recognised> recognise(const std::shared_ptr<const MappedFile>& file);

// ".npy" of "a/b.NPY"; "" where there is none.
std::string endingOf(std::string_view path);

} // namespace heedmap::files
