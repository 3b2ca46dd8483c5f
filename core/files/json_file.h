// JSON of nested lists of numbers, or of an object of such lists and lists of tokens.
#pragma once

#include "core/files/mapped_file.h"
#include "core/files/tensor_file.h"

namespace heedmap::files {

inline constexpr ErrorKind noNumbersInJson{HEEDMAP_MESSAGE(
    "Error",
    "no list of numbers was found; write [[0.5, 0.5], [1, 0]] or {\"tokens\": [\"a\", \"b\"], \"attention\": …}")};

// The index of a sharded model is opened as what it is, and so is what Python printed, where the ending says nothing.
// Errors: those of decode() and of JSON, noNumbersInJson, holdsSession.
Result<std::unique_ptr<TensorFile>> openJson(std::shared_ptr<const MappedFile> file, const TextChoices& choices = {});

} // namespace heedmap::files
