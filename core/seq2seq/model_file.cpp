#include "core/seq2seq/model_file.h"

#include "core/files/safetensors_file.h"

#include <charconv>
#include <nlohmann/json.hpp>

namespace heedmap::seq2seq {

namespace {

using Metadata = std::map<std::string, std::string>;

constexpr const char* notePrefix = "note.";
constexpr Index largestSize = 1 << 16; // of a layer: no honest model is wider

struct SizeEntry {
    const char* name;
    Index ModelSizes::*size;
};
constexpr SizeEntry sizeEntries[] = {{"embedding", &ModelSizes::embedding},
                                     {"encoder", &ModelSizes::encoder},
                                     {"decoder", &ModelSizes::decoder},
                                     {"alignment", &ModelSizes::alignment}};

Result<std::string> entry(const Metadata& metadata, const std::string& name) {
    const auto found = metadata.find(name);
    if (found == metadata.end())
        return makeError(notAModel, {name});
    return found->second;
}

Result<Vocabulary> readWords(const Metadata& metadata, const std::string& name) {
    const auto text = entry(metadata, name);
    if (!text)
        return text.error();
    const auto damaged = makeError(modelEntry, {name, text->substr(0, 40)});
    const auto list = nlohmann::json::parse(*text, nullptr, false);
    if (!list.is_array())
        return damaged;
    std::vector<std::string> words;
    for (const auto& word : list) {
        if (!word.is_string())
            return damaged;
        words.push_back(word.get<std::string>());
    }
    const std::size_t count = words.size();
    if (count < 2 || words[unknownId] != unknownWord || words[endId] != endWord)
        return damaged;
    Vocabulary vocabulary = Vocabulary::ofWords(std::move(words));
    if (vocabulary.size() != static_cast<Index>(count)) // a word that is there twice
        return damaged;
    return vocabulary;
}

Result<void> readSizes(const Metadata& metadata, Model& model) {
    const auto score = entry(metadata, "score");
    if (!score)
        return score.error();
    model.sizes.score = attention::scoreFunctionNamed(*score);
    if ((!model.sizes.score && *score != "none") || model.sizes.score == attention::ScoreFunction::cosine)
        return makeError(modelEntry, {"score", *score});
    for (const SizeEntry& size : sizeEntries) {
        const auto text = entry(metadata, size.name);
        if (!text)
            return text.error();
        Index number = 0;
        const auto [end, error] = std::from_chars(text->data(), text->data() + text->size(), number);
        if (error != std::errc() || end != text->data() + text->size() || number < 1 || number > largestSize)
            return makeError(modelEntry, {size.name, *text});
        model.sizes.*size.size = number;
    }
    return {};
}

Result<Model> modelFrom(const Metadata& metadata) {
    Model model;
    if (auto read = readSizes(metadata, model); !read)
        return read.error();
    const auto tokens = entry(metadata, "tokens");
    if (!tokens)
        return tokens.error();
    const auto kind = tokensNamed(*tokens);
    if (!kind)
        return makeError(modelEntry, {"tokens", *tokens});
    model.tokens = *kind;
    auto source = readWords(metadata, "source words");
    auto target = readWords(metadata, "target words");
    if (!source || !target)
        return source ? target.error() : source.error();
    model.source = std::move(*source);
    model.target = std::move(*target);
    model.sizes.sourceWords = model.source.size();
    model.sizes.targetWords = model.target.size();
    for (const auto& [key, value] : metadata)
        if (key.starts_with(notePrefix))
            model.notes[key.substr(std::string_view(notePrefix).size())] = value;
    return model;
}

// Nothing is allocated before every tensor is known to be there in its size.
Result<void> readWeights(const files::TensorFile& file, Model& model) {
    const ModelShape shape(model.sizes);
    std::vector<std::size_t> positions;
    for (const NamedParameter& parameter : shape.table().all()) {
        const auto position = file.find(parameter.name);
        if (!position)
            return position.error();
        const Shape wanted{parameter.rows, parameter.columns};
        const Shape& found = file.tensors()[*position].shape;
        if (found != wanted)
            return makeError(modelTensor, {parameter.name, found.text(), wanted.text()});
        positions.push_back(*position);
    }
    model.weights.resize(static_cast<std::size_t>(shape.table().size()));
    for (std::size_t i = 0; i < positions.size(); ++i) {
        const auto tensor = file.read(positions[i]);
        if (!tensor)
            return tensor.error();
        const NamedParameter& parameter = shape.table().all()[i];
        tensor->view.copyTo(
            std::span(model.weights)
                .subspan(static_cast<std::size_t>(parameter.offset), static_cast<std::size_t>(parameter.size())));
    }
    return {};
}

Result<Model> modelOf(const files::TensorFile& file, const Metadata& metadata) {
    auto model = modelFrom(metadata);
    if (!model)
        return Error(model.error()).in(file.path());
    if (auto read = readWeights(file, *model); !read)
        return Error(read.error()).in(file.path());
    return model;
}

} // namespace

Result<void> writeModel(const std::string& path, const Model& model, files::Precision precision) {
    Metadata metadata{{"format", "heedmap translation model 1"},
                      {"score", nameOfScore(model.sizes.score)},
                      {"tokens", std::string(nameOf(model.tokens))},
                      {"source words", nlohmann::json(model.source.words()).dump()},
                      {"target words", nlohmann::json(model.target.words()).dump()}};
    for (const SizeEntry& size : sizeEntries)
        metadata[size.name] = std::to_string(model.sizes.*size.size);
    for (const auto& [key, value] : model.notes)
        metadata[notePrefix + key] = value;
    const ModelShape shape(model.sizes);
    std::vector<files::NamedTensor> tensors;
    for (const NamedParameter& parameter : shape.table().all()) {
        const auto first = model.weights.begin() + parameter.offset;
        tensors.push_back({parameter.name, makeTensor(Shape{parameter.rows, parameter.columns},
                                                      std::vector<float>(first, first + parameter.size()))});
    }
    return files::writeSafetensors(path, tensors, metadata, precision);
}

Result<Model> readModel(const std::string& path) {
    const auto file = files::openTensors(path);
    if (!file)
        return file.error();
    if ((*file)->format() != files::Format::safetensors)
        return modelOf(**file, {});
    const auto bytes = files::MappedFile::open(path);
    if (!bytes)
        return bytes.error();
    const auto metadata = files::readSafetensorsMetadata(**bytes);
    return metadata ? modelOf(**file, *metadata) : metadata.error();
}

Result<Model> readModel(const std::string& name, const files::Bytes& contents) {
    const auto bytes = files::MappedFile::ofBytes(name, contents);
    const auto file = files::openSafetensors(bytes);
    if (!file)
        return file.error();
    const auto metadata = files::readSafetensorsMetadata(*bytes);
    return metadata ? modelOf(**file, *metadata) : metadata.error();
}

} // namespace heedmap::seq2seq
