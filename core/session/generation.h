// Steps of a generation as generate(output_attentions=True) gives them, one tensor a step: of the prompt q = k, then
// q = 1 and one key more at each step; of attention to an encoder q = 1 and always the same keys. They are put together
// to one matrix a head: the queries of all steps below each other, what a step had no key for yet masked.
#pragma once

#include "core/files/tensor_file.h"
#include "core/tensor/matrix.h"

#include <span>

namespace heedmap::files {

inline constexpr ErrorKind notSteps{HEEDMAP_MESSAGE("Error", "the tensors are no steps of one generation")};

// Shapes [..., query, key], in the order of the steps: at least two, equal but for the last two axes, and each but the
// first of one query. Either every step has one key more than the one before, or all have the same keys, of heads at
// least: matrices of a model may have such shapes by chance.
bool areSteps(std::span<const Shape> shapes);

struct Generation {
    Tensor tensor;           // [..., query, key]; float32, or float64 where a step holds what that alone can
    BoolMatrix allowed;      // [query, key], 0 = masked; empty: nothing is
    std::vector<Rows> steps; // which queries each step added
};
// What is masked: keys that come after a query, where the step has none or exactly 0 for every head.
// Errors: notSteps, notEnoughMemory.
Result<Generation> stitched(std::span<const Tensor> steps);

// Which tensors of a file are the steps, and in which order.
struct StepsOfFile {
    std::string name;               // "attentions", "cross"; "generation" where their names have no more in common
    std::vector<std::size_t> steps; // step after step; where `layers` > 0, of every step layer after layer
    std::size_t layers = 0;         // > 0: a tensor for each step and layer, and the layers become the first axis
    Shape shape;                    // of what they are put together to
    std::size_t count = 0;          // steps
};
// By their names and shapes: "attentions.0", "attentions.1" … (or s0, s1 …) with all layers in each, or STEP_LAYER.
std::vector<StepsOfFile> stepsOf(const std::vector<TensorInfo>& tensors);

// `file` with a tensor for every generation in it, listed before the steps that it is put together of; these count as
// its items, and allowed() says what is masked. The file itself where it has none.
std::unique_ptr<TensorFile> withGenerations(std::unique_ptr<TensorFile> file);

// Files that hold a step each ("s0.npy", "s1.npy" …), in any order, as one whose first tensor is the generation. Null
// where they are something else; of fewer than three files that cannot be told.
std::shared_ptr<const TensorFile> generationOf(const std::vector<std::shared_ptr<const TensorFile>>& files);

} // namespace heedmap::files
