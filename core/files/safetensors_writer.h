// safetensors out, so that the reference reader takes it.
#pragma once

#include "core/files/mapped_file.h"
#include "core/files/writers.h"

#include <map>

namespace heedmap::files {

enum class Precision : std::uint8_t { float32, float16 };

// Tensors in the order given, under the metadata. What float16 cannot hold becomes ±inf there. Names have to differ.
// Errors: cannotCreate, cannotWrite.
Result<void> writeSafetensors(const std::string& path, const std::vector<NamedTensor>& tensors,
                              const std::map<std::string, std::string>& metadata = {},
                              Precision precision = Precision::float32);

// The nearest float16, of two equally near ones the even one.
std::uint16_t toFloat16(float value);

// The metadata of a file that openSafetensors() has taken; empty where it has none. Errors: those of reading.
Result<std::map<std::string, std::string>> readSafetensorsMetadata(const MappedFile& file);

} // namespace heedmap::files
