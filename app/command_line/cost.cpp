// heedmap cost: multiply–adds, bytes, path length.
#include "app/command_line/command.h"
#include "app/command_line/printing.h"
#include "app/command_line/words.h"
#include "core/analysis/model_cost.h"

#include <array>
#include <nlohmann/json.hpp>

namespace heedmap::command_line {

namespace {

using namespace heedmap::analysis;
using Json = nlohmann::ordered_json;

constexpr const char* costExamples =
    R"(Counts are exact; MAC is a multiplication and an addition. What no longer fits 64 bits is printed as "about ...", and is
null and named under "overflowed" with --json: {"preset", "sizes": {...}, "methods": {"full": {"pairs", "score_macs",
"exponentials", "tanhs", "context_macs", "other_macs", "macs", "projection_macs", "table_cost", "sequential_steps",
"longest_path", "edges", "alpha_bytes", "traffic_bytes", "forward_macs"}, "causal": ...}, "feed_forward_macs",
"dearer_than_lstm_from_n": {"scores", "layer"}, "parameters": {...}, "memory": {...}, "kv_cache": {"bytes_per_token",
"bytes"}, "overflowed": []}. A method is of one layer and one sequence, all heads; forward_macs is the whole model and
batch. A path that does not exist is null.

Examples:
  heedmap cost --preset gpt-3
  heedmap cost --n 8192 --d-model 512 --heads 8 --window 256
  heedmap cost --n 2048 --d-model 64 --heads 1 --json)";

struct SizeOption {
    const char* name;
    Index CostSizes::*size;
    Index least;
    const char* description;
};
constexpr std::array sizeOptions{
    SizeOption{"--queries", &CostSizes::queries, 1, "queries n_q, where they are not n"},
    SizeOption{"--keys", &CostSizes::keys, 1, "keys n_k, where they are not n"},
    SizeOption{"--d-model", &CostSizes::model, 1, "width of the model (512)"},
    SizeOption{"--heads", &CostSizes::heads, 1, "heads H (8)"},
    SizeOption{"--kv-heads", &CostSizes::keyValueHeads, 1, "heads of K and V (H); fewer are shared"},
    SizeOption{"--d-k", &CostSizes::keySize, 1, "width of a query and a key of a head (d-model / H)"},
    SizeOption{"--d-v", &CostSizes::valueSize, 1, "width of a value of a head (d-model / H)"},
    SizeOption{"--d-ff", &CostSizes::feedForward, 0, "hidden units of the feed-forward network (4 d-model)"},
    SizeOption{"--layers", &CostSizes::layers, 0, "layers with self-attention (6)"},
    SizeOption{"--decoder-layers", &CostSizes::decoderLayers, 0, "layers that also look at the encoder (0)"},
    SizeOption{"--batch", &CostSizes::batch, 1, "sequences at a time (1)"},
    SizeOption{"--bytes", &CostSizes::bytes, 1, "bytes a number (4)"},
    SizeOption{"--vocabulary", &CostSizes::vocabulary, 0, "rows of the token embedding (0)"},
    SizeOption{"--positions", &CostSizes::positions, 0, "rows of a learned position embedding (0)"},
    SizeOption{"--window", &CostSizes::window, 0, "keys on each side of a window (128)"},
    SizeOption{"--step", &CostSizes::step, 1, "from key to key of the dilated window (2)"},
    SizeOption{"--global", &CostSizes::global, 0, "global positions of BigBird (2)"},
    SizeOption{"--random", &CostSizes::random, 0, "random keys a row of BigBird (3)"},
    SizeOption{"--block", &CostSizes::block, 1, "positions a block (64)"},
    SizeOption{"--features", &CostSizes::features, 1, "features a head of linear attention (d-model / H)"},
    SizeOption{"--hidden", &CostSizes::hidden, 1, "hidden units of additive scores (64)"},
    SizeOption{"--width", &CostSizes::convolutionWidth, 2, "of the convolution (3)"},
    SizeOption{"--flash-rows", &CostSizes::flashRows, 1, "queries a fused kernel takes at a time (128)"},
};

constexpr Index largestSize = Index{1} << 40U;

Result<std::optional<Index>> parseSize(const std::string& text, Index least) {
    const std::string what = "a whole number of " + std::to_string(least) + " ... " + std::to_string(largestSize);
    const auto size = parseWhole(text, what.c_str(), least, largestSize);
    if (!size)
        return size.error();
    return std::optional<Index>(*size);
}

Result<const CostPreset*> parsePreset(const std::string& text) {
    std::vector<std::string> words;
    for (const CostPreset& preset : analysis::costPresets())
        words.emplace_back(preset.id);
    return parseWord<const CostPreset*>(text, words, [](const std::string& word) {
        const CostPreset* const preset = analysis::costPresetNamed(word);
        return preset != nullptr ? std::optional(preset) : std::nullopt;
    });
}

std::vector<LayerCost> layersOf(const CostSizes& sizes) {
    std::vector<LayerCost> layers;
    for (const Method method : allMethods)
        if (sizes.isOneSequence() || !needsOneSequence(method))
            layers.push_back(layerCost(sizes, method));
    return layers;
}

std::string countText(const std::optional<Count>& count) {
    return count ? count->text() : "-";
}

void printMethods(const std::vector<LayerCost>& layers) {
    Table table({"one layer", "pairs a head", "score MAC", "context MAC", "other MAC", "projection MAC", "alpha bytes",
                 "traffic bytes", "steps", "edges"});
    for (const LayerCost& c : layers)
        table.add({std::string(nameOf(c.method)), c.pairs.text(), c.scores.text(), c.context.text(), c.other.text(),
                   c.projections.text(), c.alphaBytes.text(), c.trafficBytes.text(), c.sequential.text(),
                   countText(c.edges)});
    table.print();
}

void printModel(const CostSizes& sizes, const CostPreset* preset) {
    const ParameterCounts parameters = parametersOf(sizes);
    const TrainingMemory memory = trainingMemory(sizes);
    const ActivationMemory activations = activationMemory(sizes);
    const KeyValueCache cache = keyValueCache(sizes);
    Table table({"whole model", "", ""});
    table.add({"parameters", parameters.total.text(),
               preset != nullptr && preset->published ? "the paper says " + std::to_string(*preset->published) : ""});
    table.add({"  of the layers", parameters.blocks.text(), "matrices, without biases and norms"});
    table.add({"  of the embedding", parameters.embedding.text(), ""});
    table.add({"  biases and norms", parameters.biasesAndNorms.text(), "not in the sum"});
    table.add({"weights", memory.weights.text(), "bytes"});
    table.add({"gradients", memory.gradients.text(), "bytes"});
    table.add({"SGD with momentum", memory.momentum.text(), "bytes"});
    table.add({"Adam, AdamW", memory.adam.text(), "bytes"});
    table.add({"AdamW with master weights", memory.adamWWithMasterWeights.text(), "bytes"});
    table.add({"activations", activations.all.text(), "bytes; fused " + activations.fused.text()});
    table.add({"KV cache", cache.bytes.text(), "bytes; a token " + cache.bytesPerToken.text()});
    table.add({"forward pass, full", forwardMultiplyAdds(sizes, Method::full).text(), "MAC"});
    table.print();
    printLine("");
    printLine("n*n*d of the scores passes an LSTM layer's 8*n*d*d at n = " + scoresCrossLstm(sizes).text() +
              "; the whole layer at n = " + layerCrossesLstm(sizes).text());
}

// Puts counts into JSON and remembers by name those that do not fit 64 bits.
class Counts {
public:
    void put(Json& object, const std::string& path, const char* name, const std::optional<Count>& count) {
        object[name] = count && count->exact() ? Json(*count->exact()) : Json();
        if (count && count->overflowed())
            overflowed_.push_back((path.empty() ? path : path + ".") + name);
    }
    const std::vector<std::string>& overflowed() const { return overflowed_; }

private:
    std::vector<std::string> overflowed_;
};

Json jsonOf(const CostSizes& sizes) {
    Json json;
    for (const CostSizeName& each : costSizeNames)
        json[each.name] = sizes.*each.size;
    return json;
}

Json methodsJson(const CostSizes& sizes, Counts& counts) {
    Json methods = Json::object();
    for (const LayerCost& c : layersOf(sizes)) {
        const std::string name(nameOf(c.method));
        const std::pair<const char*, std::optional<Count>> fields[] = {
            {"pairs", c.pairs},
            {"score_macs", c.scores},
            {"exponentials", c.exponentials},
            {"tanhs", c.tanhs},
            {"context_macs", c.context},
            {"other_macs", c.other},
            {"macs", c.multiplyAdds},
            {"projection_macs", c.projections},
            {"table_cost", c.tableCost},
            {"sequential_steps", c.sequential},
            {"longest_path", c.longestPath},
            {"edges", c.edges},
            {"alpha_bytes", c.alphaBytes},
            {"traffic_bytes", c.trafficBytes},
            {"forward_macs", forwardMultiplyAdds(sizes, c.method)}};
        for (const auto& [field, count] : fields)
            counts.put(methods[name], "methods." + name, field, count);
    }
    return methods;
}

Json parametersJson(const CostSizes& sizes, const CostPreset* preset, Counts& counts) {
    const ParameterCounts parameters = parametersOf(sizes);
    Json json;
    counts.put(json, "parameters", "attention", parameters.attention);
    counts.put(json, "parameters", "feed_forward", parameters.feedForward);
    counts.put(json, "parameters", "blocks", parameters.blocks);
    counts.put(json, "parameters", "embedding", parameters.embedding);
    counts.put(json, "parameters", "total", parameters.total);
    counts.put(json, "parameters", "biases_and_norms", parameters.biasesAndNorms);
    json["published"] = preset != nullptr && preset->published ? Json(*preset->published) : Json();
    return json;
}

Json memoryJson(const CostSizes& sizes, Counts& counts) {
    const TrainingMemory memory = trainingMemory(sizes);
    const ActivationMemory activations = activationMemory(sizes);
    Json json;
    counts.put(json, "memory", "weight_bytes", memory.weights);
    counts.put(json, "memory", "gradient_bytes", memory.gradients);
    Json& optimizer = json["optimizer_bytes"];
    const std::string path = "memory.optimizer_bytes";
    counts.put(optimizer, path, "sgd", memory.sgd);
    counts.put(optimizer, path, "momentum", memory.momentum);
    counts.put(optimizer, path, "adam", memory.adam);
    counts.put(optimizer, path, "adamw", memory.adamW);
    counts.put(optimizer, path, "adamw_master", memory.adamWWithMasterWeights);
    counts.put(json, "memory", "activation_bytes", activations.all);
    counts.put(json, "memory", "activation_alpha_bytes", activations.alpha);
    counts.put(json, "memory", "activation_fused_bytes", activations.fused);
    return json;
}

void printCost(const CostSizes& sizes, const CostPreset* preset) {
    printMethods(layersOf(sizes));
    printLine("");
    printModel(sizes, preset);
}

void printCostJson(const CostSizes& sizes, const CostPreset* preset) {
    Counts counts;
    Json json;
    json["preset"] = preset != nullptr ? Json(preset->id) : Json();
    json["sizes"] = jsonOf(sizes);
    json["methods"] = methodsJson(sizes, counts);
    counts.put(json, "", "feed_forward_macs", feedForwardMultiplyAdds(sizes));
    Json& crossing = json["dearer_than_lstm_from_n"];
    counts.put(crossing, "dearer_than_lstm_from_n", "scores", scoresCrossLstm(sizes));
    counts.put(crossing, "dearer_than_lstm_from_n", "layer", layerCrossesLstm(sizes));
    json["parameters"] = parametersJson(sizes, preset, counts);
    json["memory"] = memoryJson(sizes, counts);
    const KeyValueCache cache = keyValueCache(sizes);
    counts.put(json["kv_cache"], "kv_cache", "bytes_per_token", cache.bytesPerToken);
    counts.put(json["kv_cache"], "kv_cache", "bytes", cache.bytes);
    json["overflowed"] = counts.overflowed();
    print(json.dump(2) + "\n");
}

class Cost : public Command {
public:
    CLI::App* addTo(CLI::App& program) override {
        CLI::App* const command = program.add_subcommand("cost", "multiply-adds, bytes and path lengths of attention");
        addParsed(*command, "--preset", preset_, parsePreset, "NAME", "transformer-base, transformer-big or gpt-3");
        addParsed(
            *command, "--n", n_, [](const std::string& text) { return parseSize(text, 1); }, "N",
            "positions, queries and keys alike (1024)");
        for (std::size_t i = 0; i < sizeOptions.size(); ++i) {
            const SizeOption& option = sizeOptions[i];
            addParsed(
                *command, option.name, given_[i],
                [least = option.least](const std::string& text) { return parseSize(text, least); }, "N",
                option.description);
        }
        command->add_flag("--json", json_, "for machines");
        command->footer(costExamples);
        return command;
    }

    Result<void> run() override {
        const auto sizes = chosenSizes();
        if (!sizes)
            return sizes.error();
        json_ ? printCostJson(*sizes, preset_) : printCost(*sizes, preset_);
        return {};
    }

private:
    // The preset's sizes; what follows from the given width and heads; what is given.
    Result<CostSizes> chosenSizes() const {
        CostSizes sizes = preset_ != nullptr ? preset_->sizes : CostSizes();
        if (n_)
            sizes.queries = sizes.keys = *n_;
        bool reshaped = false;
        for (std::size_t i = 0; i < sizeOptions.size(); ++i) {
            if (!given_[i])
                continue;
            sizes.*sizeOptions[i].size = *given_[i];
            reshaped |= sizeOptions[i].size == &CostSizes::model || sizeOptions[i].size == &CostSizes::heads;
        }
        if (reshaped) {
            const auto usual = analysis::withUsualSizes(sizes);
            if (!usual && !(given(&CostSizes::keySize) && given(&CostSizes::valueSize)))
                return usual.error();
            sizes = usual ? *usual : sizes;
            for (std::size_t i = 0; i < sizeOptions.size(); ++i)
                if (given_[i])
                    sizes.*sizeOptions[i].size = *given_[i];
        }
        if (const auto checked = analysis::check(sizes); !checked)
            return checked.error();
        return sizes;
    }

    bool given(Index CostSizes::*size) const {
        for (std::size_t i = 0; i < sizeOptions.size(); ++i)
            if (sizeOptions[i].size == size)
                return given_[i].has_value();
        return false;
    }

    const CostPreset* preset_ = nullptr;
    std::optional<Index> n_;
    std::array<std::optional<Index>, sizeOptions.size()> given_;
    bool json_ = false;
};

} // namespace

std::unique_ptr<Command> costCommand() {
    return std::make_unique<Cost>();
}

} // namespace heedmap::command_line
