#include "core/transformer/config.h"

#include "core/files/json_contents.h"
#include "core/files/json_scanner.h"
#include "core/files/mapped_file.h"
#include "core/number_text.h"

#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>

namespace heedmap::transformer {

namespace {

using Json = nlohmann::json;

constexpr Index largestSize = Index{1} << 24;
constexpr Index largestPositions = Index{1} << 30;
constexpr Index farthestDistance = Index{1} << 16;

std::string understoodFamilies() {
    std::string names;
    for (const Family& family : allFamilies())
        names += (names.empty() ? "" : ", ") + std::string(family.name);
    return names;
}

std::string textOf(const Json& value) {
    return shortened(value.dump(-1, ' ', false, Json::error_handler_t::replace));
}

// Reads keys and remembers the first thing that is wrong.
class Reader {
public:
    explicit Reader(const Json& json)
        : json_(json) {}

    // Neither left out nor null.
    bool has(const char* key) const { return key != nullptr && json_.contains(key) && !json_[key].is_null(); }
    bool isNull(const char* key) const { return json_.contains(key) && json_[key].is_null(); }
    const Json& at(const char* key) const { return json_[key]; }

    double number(const NumberKey& key, double least, double most) {
        if (!has(key.key))
            return key.otherwise;
        const Json& value = json_[key.key];
        if (!value.is_number() || !(value.get<double>() >= least && value.get<double>() <= most)) {
            fail(makeError(configNumber,
                           {std::string(key.key), shortestText(least), shortestText(most), textOf(value)}));
            return key.otherwise;
        }
        return value.get<double>();
    }

    Index size(const SizeKey& key, Index least = 1, Index most = largestSize) {
        if (!has(key.key))
            return key.otherwise;
        const Json& value = json_[key.key];
        const bool whole = value.is_number() && std::floor(value.get<double>()) == value.get<double>();
        if (!whole || value.get<double>() < static_cast<double>(least) ||
            value.get<double>() > static_cast<double>(most)) {
            fail(makeError(configNumber,
                           {std::string(key.key), std::to_string(least), std::to_string(most), textOf(value)}));
            return std::max<Index>(key.otherwise, 1);
        }
        return static_cast<Index>(value.get<double>());
    }

    bool flag(const FlagKey& key) {
        if (!has(key.key))
            return key.otherwise;
        const Json& value = json_[key.key];
        if (!value.is_boolean())
            fail(makeError(configKind, {std::string(key.key), "true / false", textOf(value)}));
        return value.is_boolean() ? value.get<bool>() : key.otherwise;
    }

    std::string word(const WordKey& key) {
        if (!has(key.key))
            return key.otherwise == nullptr ? "" : key.otherwise;
        const Json& value = json_[key.key];
        if (!value.is_string())
            fail(makeError(configKind, {std::string(key.key), "\"…\"", textOf(value)}));
        return value.is_string() ? value.get<std::string>() : "";
    }

    // "n_head 3", and where it is not in the file that it is a default.
    Phrase said(const char* key, Index value) const {
        if (has(key))
            return std::string(key) + " " + std::to_string(value);
        return {HEEDMAP_MESSAGE("Reason", "%1 %2 (the default, as the file does not say)"),
                {std::string(key), std::to_string(value)}};
    }

    // Only this value is understood.
    void only(const char* key, const Json& value) {
        if (has(key) && json_[key] != value)
            fail(makeError(configChoice, {std::string(key), textOf(json_[key]), textOf(value)}));
    }

    void fail(Error error) {
        if (!error_)
            error_ = std::move(error);
    }
    const std::optional<Error>& error() const { return error_; }

private:
    const Json& json_;
    std::optional<Error> error_;
};

Activation activationNamed(const char* key, const std::string& name, Reader& reader) {
    if (name == "relu")
        return Activation::relu;
    if (name == "gelu")
        return Activation::gelu;
    if (name == "gelu_new" || name == "gelu_pytorch_tanh" || name == "gelu_fast")
        return Activation::geluTanh;
    if (name == "silu" || name == "swish")
        return Activation::silu;
    reader.fail(makeError(configChoice, {std::string(key), shortened(name),
                                         "relu, gelu, gelu_new, gelu_pytorch_tanh, gelu_fast, silu, swish"}));
    return Activation::gelu;
}

void readFeedForward(const Family& family, Reader& reader, Stack& stack) {
    std::string name = reader.word(family.activation);
    stack.gated = family.gated;
    if (family.gatedByProjection && name.starts_with("gated-")) {
        stack.gated = true;
        name = name == "gated-gelu" ? "gelu_new" : name.substr(6);
    }
    // Gemma's older files say gelu and mean its form by tanh.
    if (family.norm == NormKind::rmsAroundOne && !reader.has("hidden_activation") && reader.has("hidden_act")) {
        name = reader.word({"hidden_act", ""});
        if (name == "gelu")
            name = "gelu_pytorch_tanh";
    }
    stack.activation = activationNamed(family.activation.key, name, reader);
}

RotaryScaling readScaling(const Json& json, Reader& reader) {
    RotaryScaling scaling;
    Reader own(json);
    const std::string kind = own.word({own.has("rope_type") ? "rope_type" : "type", "default"});
    if (kind == "linear" || kind == "llama3") {
        scaling.kind = kind == "linear" ? RotaryScaling::Kind::linear : RotaryScaling::Kind::llama3;
        scaling.factor = own.number({"factor", 1}, 1, 1e6);
        scaling.lowFrequencyFactor = own.number({"low_freq_factor", 1}, 1e-6, 1e6);
        scaling.highFrequencyFactor = own.number({"high_freq_factor", 4}, 1e-6, 1e6);
        scaling.originalPositions = own.number({"original_max_position_embeddings", 8192}, 1, 1e9);
        if (scaling.highFrequencyFactor <= scaling.lowFrequencyFactor)
            reader.fail(makeError(configNumber, {"high_freq_factor", shortestText(scaling.lowFrequencyFactor), "1e6",
                                                 shortestText(scaling.highFrequencyFactor)}));
    } else if (kind != "default" && kind != "dynamic") { // dynamic changes nothing within the model's own length
        reader.fail(makeError(configChoice, {"rope_type", shortened(kind), "default, linear, dynamic, llama3"}));
    }
    if (own.error())
        reader.fail(*own.error());
    return scaling;
}

void readRotary(const Family& family, Reader& reader, Stack& stack) {
    constexpr double largestTheta = 1e12;
    stack.rotary.theta = reader.number(family.theta, 1, largestTheta);
    reader.only("partial_rotary_factor", 1.0);
    for (const char* key : {"rope_parameters", "rope_scaling"}) {
        if (!reader.has(key))
            continue;
        if (!reader.at(key).is_object()) {
            reader.fail(makeError(configKind, {std::string(key), "{…}", textOf(reader.at(key))}));
            return;
        }
        Reader own(reader.at(key));
        stack.rotary.theta = own.number({"rope_theta", stack.rotary.theta}, 1, largestTheta);
        if (own.error())
            reader.fail(*own.error());
        stack.rotary.scaling = readScaling(reader.at(key), reader);
        return;
    }
}

void readWindows(const Family& family, Reader& reader, Stack& stack) {
    constexpr Index defaultWindow = 4096;
    if (family.windows == Windows::none || reader.isNull("sliding_window"))
        return;
    const Index window = reader.size({"sliding_window", defaultWindow}, 1, largestPositions);
    if (family.windows == Windows::all) {
        stack.windows.assign(static_cast<std::size_t>(stack.layers), window - 1);
        return;
    }
    if (!reader.flag({"use_sliding_window", false}))
        return;
    const Index full = reader.size({"max_window_layers", 28}, 0);
    stack.windows.resize(static_cast<std::size_t>(stack.layers));
    for (Index i = full; i < stack.layers; ++i)
        stack.windows[static_cast<std::size_t>(i)] = window - 1;
    if (!reader.has("layer_types"))
        return;
    const Json& types = reader.at("layer_types");
    if (!types.is_array() || static_cast<Index>(types.size()) != stack.layers)
        return reader.fail(
            makeError(configKind, {"layer_types", std::to_string(stack.layers) + " × \"…\"", textOf(types)}));
    for (std::size_t i = 0; i < types.size(); ++i) {
        if (types[i] != "sliding_attention" && types[i] != "full_attention")
            return reader.fail(
                makeError(configChoice, {"layer_types", textOf(types[i]), "full_attention, sliding_attention"}));
        stack.windows[i] = types[i] == "sliding_attention" ? std::optional(window - 1) : std::nullopt;
    }
}

// How many layers a file may speak of before anything is allocated for each.
constexpr Index mostLayers = 4096;

void readHeads(const Family& family, const StackKeys& keys, Reader& reader, Stack& stack) {
    stack.heads = reader.size(keys.heads);
    stack.headSize = reader.size(keys.headSize);
    if (stack.headSize == 0) {
        if (stack.width % stack.heads != 0)
            return reader.fail(makeError(
                configSplit, {reader.said(family.width.key, stack.width), reader.said(keys.heads.key, stack.heads)}));
        stack.headSize = stack.width / stack.heads;
    }
    stack.keyValueHeads = reader.isNull(keys.keyValueHeads.key == nullptr ? "" : keys.keyValueHeads.key)
                              ? 0
                              : reader.size(keys.keyValueHeads);
    if (stack.keyValueHeads == 0)
        stack.keyValueHeads = stack.heads;
    if (stack.heads % stack.keyValueHeads != 0)
        return reader.fail(makeError(configSplit, {reader.said(keys.heads.key, stack.heads),
                                                   reader.said(keys.keyValueHeads.key, stack.keyValueHeads)}));
    if (family.positionKind == Positions::rotary && stack.headSize % 2 != 0)
        reader.fail(makeError(configSplit, {reader.said(keys.headSize.key, stack.headSize), "2"}));
    if (stack.heads * stack.headSize > largestSize)
        reader.fail(
            makeError(configNumber, {std::string(keys.heads.key), "1", std::to_string(largestSize / stack.headSize),
                                     std::to_string(stack.heads)}));
}

Stack readStack(const Family& family, const StackKeys& keys, Reader& reader) {
    Stack stack;
    stack.vocabulary = reader.size(family.vocabulary);
    stack.width = reader.size(family.width);
    stack.layers = reader.size(keys.layers, 1, mostLayers);
    stack.inner = reader.size(keys.inner);
    if (stack.inner == 0)
        stack.inner = 4 * stack.width;
    readHeads(family, keys, reader, stack);
    readFeedForward(family, reader, stack);
    stack.attentionBias = reader.flag(family.attentionBias);
    stack.outputBias = reader.flag(family.outputBias);
    stack.feedForwardBias = reader.flag(family.feedForwardBias);
    stack.norm = family.norm;
    stack.epsilon = reader.number(family.epsilon, 0, 1);
    stack.normBefore = family.normBefore;
    stack.scaledScores = family.scaledScores;
    stack.positions = family.positionKind;
    stack.positionOffset = family.positionOffset;
    stack.mostPositions = reader.size(family.positions, 1, largestPositions);
    if (family.scaleByRoot || (family.scaleKey != nullptr && reader.flag({family.scaleKey, false})))
        stack.embeddingScale = std::sqrt(static_cast<double>(stack.width));
    if (stack.positions == Positions::rotary)
        readRotary(family, reader, stack);
    readWindows(family, reader, stack);
    if (stack.positions == Positions::buckets) {
        stack.buckets = reader.size({"relative_attention_num_buckets", 32}, 4, farthestDistance);
        stack.farthest = reader.size({"relative_attention_max_distance", 128}, 1, farthestDistance);
        if (stack.farthest <= stack.buckets / 2)
            reader.fail(
                makeError(configNumber, {"relative_attention_max_distance", std::to_string(stack.buckets / 2 + 1),
                                         std::to_string(farthestDistance), std::to_string(stack.farthest)}));
    }
    return stack;
}

TokenId readToken(const char* key, TokenId otherwise, Reader& reader) {
    if (reader.isNull(key))
        return -1;
    return reader.size({key, otherwise}, 0, largestSize);
}

void readTokens(const Family& family, const Json& json, Reader& reader, Architecture& model) {
    model.padding = readToken("pad_token_id", family.padding, reader);
    model.start = readToken("decoder_start_token_id", family.start, reader);
    if (model.start < 0 && model.kind == Kind::encoderDecoder)
        model.start = model.padding;
    const auto eos = json.find("eos_token_id");
    if (eos == json.end()) {
        if (family.end >= 0)
            model.ends.push_back(family.end);
    } else if (eos->is_array()) {
        for (const Json& id : *eos)
            if (id.is_number_integer())
                model.ends.push_back(id.get<TokenId>());
    } else if (const TokenId end = readToken("eos_token_id", -1, reader); end >= 0) {
        model.ends.push_back(end);
    }
}

void readPatches(const Json& json, Reader& reader, Architecture& model) {
    constexpr std::uint64_t largestSide = 1 << 16;
    Patches patches;
    const auto pair = [&](const char* key, Index otherwise, Index& height, Index& width) {
        if (reader.has(key) && json[key].is_array() && json[key].size() == 2 && json[key][0].is_number_unsigned() &&
            json[key][1].is_number_unsigned()) {
            height = static_cast<Index>(std::min(json[key][0].get<std::uint64_t>(), largestSide));
            width = static_cast<Index>(std::min(json[key][1].get<std::uint64_t>(), largestSide));
        } else {
            height = width = reader.size({key, otherwise}, 1, largestSide);
        }
    };
    Index patchWidth = 0;
    pair("image_size", 224, patches.imageHeight, patches.imageWidth);
    pair("patch_size", 16, patches.size, patchWidth);
    patches.channels = reader.size({"num_channels", 3}, 1, 4);
    if (patches.size < 1 || patchWidth != patches.size || patches.imageHeight % patches.size != 0 ||
        patches.imageWidth % patches.size != 0)
        return reader.fail(makeError(
            configSplit, {reader.said("image_size", patches.imageHeight), reader.said("patch_size", patches.size)}));
    model.encoder.vocabulary = 0;
    model.encoder.mostPositions = patches.rows() * patches.columns() + 1;
    model.patches = patches;
    if (reader.has("id2label") && json["id2label"].is_object()) {
        model.labels = static_cast<Index>(json["id2label"].size());
        for (Index i = 0; i < model.labels; ++i) {
            const auto name = json["id2label"].find(std::to_string(i));
            const bool given = name != json["id2label"].end() && name->is_string();
            model.labelNames.push_back(given ? name->get<std::string>() : std::to_string(i));
        }
    } else {
        model.labels = reader.size({"num_labels", 2}, 1);
    }
}

Architecture architectureOf(const Family& family, const Json& json, Reader& reader) {
    Architecture model;
    model.family = family.name;
    model.kind = family.kind;
    if (family.kind != Kind::decoder)
        model.encoder = readStack(family, family.encoder, reader);
    if (family.kind != Kind::encoder) {
        StackKeys keys = family.decoder;
        if (keys.layers.otherwise == 0) // T5: as many as the encoder's
            keys.layers.otherwise = model.encoder.layers;
        model.decoder = readStack(family, keys, reader);
        model.decoder.causal = true;
        model.decoder.cross = family.kind == Kind::encoderDecoder;
        if (model.decoder.cross && !reader.flag({"share_encoder_decoder_embeddings", true}))
            model.decoder.vocabulary = reader.size({"decoder_vocab_size", model.encoder.vocabulary});
    }
    model.tied = reader.flag(family.tied);
    if (model.tied && family.scaledWhenTied)
        model.finalScale = 1 / std::sqrt(static_cast<double>(model.main().width));
    if (family.head == OutputHead::maskedWord)
        model.headActivation = family.headWithGelu ? Activation::gelu : model.encoder.activation;
    model.types = reader.size(family.types, 0);
    readTokens(family, json, reader, model);
    if (family.offsetByPadding) {
        model.positionsSkipPadding = true;
        model.encoder.positionOffset = std::max<TokenId>(model.padding, 0) + 1;
        model.encoder.mostPositions -= model.encoder.positionOffset;
    }
    if (family.head == OutputHead::classes)
        readPatches(json, reader, model);
    if (family.inputsFirst)
        model.decoder.scaledScores = reader.flag({"scale_attn_weights", true});
    return model;
}

} // namespace

Result<Architecture> parseConfig(std::string_view text) {
    files::JsonScanner scanner(text);
    files::JsonScanner::Token token = scanner.next();
    const bool object = token == files::JsonScanner::Token::beginObject;
    while (token != files::JsonScanner::Token::end && token != files::JsonScanner::Token::error)
        token = scanner.next();
    if (token == files::JsonScanner::Token::error)
        return scanner.error();
    const Json json = Json::parse(text, nullptr, false);
    if (!object || !json.is_object())
        return makeError(familyMissing, {understoodFamilies()});
    Reader reader(json);
    if (reader.has("auto_map"))
        return makeError(ownCode, {"auto_map", understoodFamilies()});
    if (!reader.has("model_type"))
        return makeError(familyMissing, {understoodFamilies()});
    const std::string name = reader.word({"model_type", ""});
    if (reader.error())
        return *reader.error();
    const Family* family = familyNamed(name);
    if (family == nullptr)
        return makeError(familyUnknown, {shortened(name), understoodFamilies()});
    reader.only("quantization_config", nullptr);
    reader.only("scale_attn_by_inverse_layer_idx", false);
    reader.only("position_embedding_type", "absolute");
    if (family->kind == Kind::encoder)
        reader.only("is_decoder", false);
    if (family->kind != Kind::encoderDecoder)
        reader.only("add_cross_attention", false);
    Architecture model = architectureOf(*family, json, reader);
    if (reader.error())
        return *reader.error();
    return model;
}

Result<Architecture> readConfig(const std::string& folder) {
    constexpr std::uint64_t most = std::uint64_t{1} << 24;
    const std::string path = (std::filesystem::path(folder) / "config.json").string();
    const auto file = files::MappedFile::open(path);
    if (!file)
        return file.error();
    if ((*file)->size() > most)
        return makeError(configTooLarge, {std::to_string((*file)->size()), std::to_string(most)}).in(path);
    const auto bytes = (*file)->bytes();
    if (!bytes)
        return bytes.error();
    auto model = parseConfig(files::withoutByteOrderMark(bytes->text()));
    return model ? std::move(model) : Result<Architecture>(Error(model.error()).in(path));
}

} // namespace heedmap::transformer
