// --rollout and --flow: what of each input reaches each output through a stack of layers.
#pragma once

#include "app/command_line/load.h"
#include "core/analysis/rollout.h"
#include "core/files/writers.h"

namespace heedmap::command_line {

struct RolloutChoice {
    bool rollout = false;
    bool flow = false;
    analysis::RolloutOptions options;

    bool wanted() const { return rollout || flow; }
};

void addRolloutOptions(CLI::App& command, RolloutChoice& choice);

// One stack a sentence of the batch: [layer, head], [layer, batch, head], or [layer] alone.
struct Rolled {
    std::string name;           // "rollout", "flow"; of several stacks "NAME_rollout"
    std::vector<Index> leading; // [batch], or empty
    std::vector<MatrixD> matrices;
    Labels labels{};
};
// Of the computed sets, else of the matrices of the input. Errors: needsStack, flowNeedsWeights, those of layersOf().
Result<std::vector<Rolled>> rolledOf(const Loaded& loaded, const RolloutChoice& choice);

inline constexpr ErrorKind needsStack{
    "%1 is no stack of layers; it has to be [layer, head, query, key], [layer, batch, head, query, key] or "
    "[layer, query, key]"};
inline constexpr ErrorKind flowNeedsWeights{"a flow needs weights that are finite and not negative"};

} // namespace heedmap::command_line
