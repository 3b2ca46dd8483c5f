#include "app/command_line/rollout.h"

#include "app/command_line/words.h"

namespace heedmap::command_line {

namespace {

using analysis::HeadFusion;
using analysis::HeadStack;

// Matrices in the order of the axes before the last two.
struct Source {
    std::string name;
    std::vector<Index> leading;
    std::vector<MatrixD> matrices;
    Labels labels{};
};

Result<std::vector<Source>> sourcesOf(const Loaded& loaded) {
    std::vector<Source> sources;
    std::vector<AttentionSet> sets = loaded.sets;
    if (loaded.session.problem.heads > 1) {
        auto heads = attentionOf(loaded);
        if (!heads)
            return heads.error();
        sets = *std::move(heads);
    }
    for (const AttentionSet& set : sets) {
        sources.push_back({set.name, set.leading, {}, set.labels});
        for (const attention::Attention<double>& entry : set.entries)
            sources.back().matrices.push_back(entry.alpha);
    }
    if (!sources.empty())
        return sources;
    std::size_t next = 0;
    for (const MatrixGroup& group : loaded.groups) {
        const auto& labels = loaded.session.matrices[next].labels;
        sources.push_back({group.name, group.leading, {}, labels ? *labels : Labels()});
        for (std::size_t n = 0; n < group.count; ++n)
            sources.back().matrices.push_back(toMatrixD(loaded.session.matrices[next++].tensor.view));
    }
    return sources;
}

// [layer], [layer, head] or [layer, batch, head] → a stack for each of the batch.
std::vector<HeadStack> stacksOf(const Source& source) {
    const std::vector<Index>& sizes = source.leading;
    const Index layers = sizes.front();
    const Index batch = sizes.size() == 3 ? sizes[1] : 1;
    const Index heads = sizes.size() == 1 ? 1 : sizes.back();
    std::vector<HeadStack> stacks(static_cast<std::size_t>(batch), HeadStack(static_cast<std::size_t>(layers)));
    std::size_t next = 0;
    for (Index l = 0; l < layers; ++l)
        for (Index b = 0; b < batch; ++b)
            for (Index h = 0; h < heads; ++h)
                stacks[static_cast<std::size_t>(b)][static_cast<std::size_t>(l)].push_back(source.matrices[next++]);
    return stacks;
}

Result<void> addRolled(std::vector<Rolled>& results, const Source& source, const std::string& prefix,
                       const RolloutChoice& choice) {
    if (source.leading.empty() || source.leading.size() > 3)
        return makeError(needsStack, {source.name.empty() ? "the input" : source.name}).in("--rollout");
    const std::vector<HeadStack> stacks = stacksOf(source);
    std::vector<Index> leading;
    if (stacks.size() > 1)
        leading.push_back(static_cast<Index>(stacks.size()));
    Rolled rolled{prefix + "rollout", leading, {}, source.labels};
    Rolled flow{prefix + "flow", leading, {}, source.labels};
    for (const HeadStack& stack : stacks) {
        const auto layers = analysis::layersOf(stack, choice.options);
        if (!layers)
            return layers.error();
        if (choice.rollout)
            rolled.matrices.push_back(analysis::rollout(*layers));
        if (!choice.flow)
            continue;
        for (const MatrixD& layer : *layers)
            if (!layer.allFinite() || (layer.array() < 0).any())
                return makeError(flowNeedsWeights).in("--flow");
        flow.matrices.push_back(analysis::attentionFlow(*layers).value()); // never stopped
    }
    for (Rolled* const result : {&rolled, &flow})
        if (!result->matrices.empty())
            results.push_back(std::move(*result));
    return {};
}

// "mean", "max", or numbers of heads.
Result<analysis::RolloutOptions> parseHeads(const std::string& text, analysis::RolloutOptions options) {
    options.heads.clear();
    options.fusion = text == "max" ? HeadFusion::max : HeadFusion::mean;
    if (text == "mean" || text == "max")
        return options;
    for (const std::string& part : splitAtCommas(text)) {
        const auto head = parseWhole(part, "mean, max or numbers of heads as in 0,3", 0, 1 << 20);
        if (!head)
            return head.error();
        options.heads.push_back(*head);
    }
    return options;
}

} // namespace

void addRolloutOptions(CLI::App& command, RolloutChoice& choice) {
    const char* group = "Through a stack of layers";
    command
        .add_flag("--rollout", choice.rollout,
                  "how the outputs are made of the inputs: attention rollout (Abnar and Zuidema 2020)")
        ->group(group);
    command.add_flag("--flow", choice.flow, "the largest flow from each output to each input (the same paper)")
        ->group(group);
    addParsed(
        command, "--rollout-heads", choice.options,
        [&choice](const std::string& text) { return parseHeads(text, choice.options); }, "mean|max|0,3",
        "how the heads of a layer are taken together (mean)")
        ->group(group);
    addParsed(
        command, "--residual", choice.options.residual,
        [](const std::string& text) {
            return parseNumber(text, "a share; it has to be 0 ... 1", [](double r) { return r >= 0 && r <= 1; });
        },
        "R", "the share of the residual connection (0.5)")
        ->group(group);
}

Result<std::vector<Rolled>> rolledOf(const Loaded& loaded, const RolloutChoice& choice) {
    const auto sources = sourcesOf(loaded);
    if (!sources)
        return sources.error();
    if (sources->empty())
        return makeError(needsStack, {"the input"}).in("--rollout");
    std::vector<Rolled> results;
    for (const Source& source : *sources)
        if (const auto added = addRolled(results, source, sources->size() > 1 ? source.name + "_" : "", choice); !added)
            return added.error();
    return results;
}

} // namespace heedmap::command_line
