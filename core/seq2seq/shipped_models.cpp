#include "core/seq2seq/shipped_models.h"

#include "core/embedded_models.h"

#include <algorithm>

namespace heedmap::seq2seq {

namespace {

// A file is called CORPUS-SCORE.
ShippedModel shippedFrom(const EmbeddedFile& file) {
    const std::size_t dash = file.name.rfind('-');
    HEEDMAP_EXPECTS(dash != std::string_view::npos);
    return {file.name,
            file.name.substr(0, dash),
            attention::scoreFunctionNamed(file.name.substr(dash + 1)),
            {file.begin, file.end}};
}

std::vector<ShippedModel> allModels() {
    std::vector<ShippedModel> models;
    for (const EmbeddedFile& file : embedded::models)
        models.push_back(shippedFrom(file));
    return models;
}

} // namespace

std::span<const ShippedModel> shippedModels() {
    static const std::vector<ShippedModel> models = allModels();
    return models;
}

const ShippedModel* shippedModel(std::string_view name) {
    const auto models = shippedModels();
    const auto found = std::ranges::find(models, name, &ShippedModel::name);
    return found == models.end() ? nullptr : &*found;
}

const ShippedModel* shippedModel(std::string_view corpus, const std::optional<attention::ScoreFunction>& score) {
    for (const ShippedModel& model : shippedModels())
        if (model.corpus == corpus && model.score == score)
            return &model;
    return nullptr;
}

Result<Model> load(const ShippedModel& shipped) {
    return readModel(std::string(shipped.name) + ".safetensors", {shipped.contents, nullptr});
}

} // namespace heedmap::seq2seq
