// Trained models as safetensors: a tensor for each parameter, everything else as metadata.
#pragma once

#include "core/files/safetensors_writer.h"
#include "core/seq2seq/model.h"

namespace heedmap::seq2seq {

inline constexpr ErrorKind notAModel{
    HEEDMAP_MESSAGE("Error", "this is no translation model: the metadata lack \"%1\"; heedmap align --out makes one")};
inline constexpr ErrorKind modelEntry{HEEDMAP_MESSAGE("Error", "the model's \"%1\" is damaged: \"%2\"")};
inline constexpr ErrorKind modelTensor{HEEDMAP_MESSAGE("Error", "the model's tensor %1 is %2, but it has to be %3")};

// Errors: cannotCreate, cannotWrite.
Result<void> writeModel(const std::string& path, const Model& model,
                        files::Precision precision = files::Precision::float32);
// Errors: those of open() and read(), and those above.
Result<Model> readModel(const std::string& path);
// The same of a safetensors file in memory; errors call it `name`.
Result<Model> readModel(const std::string& name, const files::Bytes& contents);

} // namespace heedmap::seq2seq
