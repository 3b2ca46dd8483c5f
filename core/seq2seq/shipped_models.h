// The trained models that come with the program, from resources/weights, where the command line of each is kept.
#pragma once

#include "core/seq2seq/model.h"
#include "core/seq2seq/model_file.h"

#include <span>

namespace heedmap::seq2seq {

struct ShippedModel {
    std::string_view name;                         // "english-chinese-additive"
    std::string_view corpus;                       // the name of a shipped one
    std::optional<attention::ScoreFunction> score; // none: without attention
    std::span<const std::byte> contents;           // of the safetensors file
};

// In the order of their names.
std::span<const ShippedModel> shippedModels();
// Null where no such model is shipped.
const ShippedModel* shippedModel(std::string_view name);
const ShippedModel* shippedModel(std::string_view corpus, const std::optional<attention::ScoreFunction>& score);
// Errors: those of readModel(); none for a program that was built well.
Result<Model> load(const ShippedModel& shipped);

} // namespace heedmap::seq2seq
