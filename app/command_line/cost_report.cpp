#include "app/command_line/cost_report.h"

#include "app/command_line/printing.h"
#include "app/command_line/table.h"
#include "core/analysis/model_cost.h"

#include <nlohmann/json.hpp>

namespace heedmap::command_line {

namespace {

using namespace heedmap::analysis;
using Json = nlohmann::ordered_json;

std::vector<LayerCost> layersOf(const CostSizes& sizes) {
    std::vector<LayerCost> layers;
    for (const Method method : allMethods)
        if (sizes.isOneSequence() || !needsOneSequence(method))
            layers.push_back(layerCost(sizes, method));
    return layers;
}

std::string textOf(const std::optional<Count>& count) {
    return count ? count->text() : "-";
}

void printMethods(const std::vector<LayerCost>& layers) {
    Table table({"one layer", "pairs a head", "score MAC", "context MAC", "other MAC", "projection MAC", "alpha bytes",
                 "traffic bytes", "steps", "edges"});
    for (const LayerCost& c : layers)
        table.add({std::string(nameOf(c.method)), c.pairs.text(), c.scores.text(), c.context.text(), c.other.text(),
                   c.projections.text(), c.alphaBytes.text(), c.trafficBytes.text(), c.sequential.text(),
                   textOf(c.edges)});
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

} // namespace

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

} // namespace heedmap::command_line
