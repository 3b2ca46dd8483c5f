// Comma-, semicolon-, tab- and blank-separated text.
#pragma once

#include "core/files/mapped_file.h"
#include "core/files/tensor_file.h"

namespace heedmap::files {

inline constexpr ErrorKind fieldNotANumber{HEEDMAP_MESSAGE("Error", "\"%1\" is not a number")};
inline constexpr ErrorKind notText{HEEDMAP_MESSAGE("Error", "this is not a text file: byte %1 is zero")};
inline constexpr ErrorKind tableWithoutNumbers{HEEDMAP_MESSAGE("Error", "the file holds no row of numbers")};

Result<std::unique_ptr<TensorFile>> openTable(std::shared_ptr<const MappedFile> file, Format format);

} // namespace heedmap::files
