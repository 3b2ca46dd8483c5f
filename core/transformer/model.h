// A published model as its folder holds it, and forward passes through it.
#pragma once

#include "core/result.h"
#include "core/transformer/architecture.h"
#include "core/transformer/trace.h"
#include "core/transformer/weights.h"

#include <functional>
#include <memory>
#include <span>
#include <stop_token>
#include <string>

namespace heedmap::transformer {

inline constexpr ErrorKind notAFolder{HEEDMAP_MESSAGE(
    "Error", "this is not a folder; a model is a folder with config.json, model.safetensors and a tokenizer")};
inline constexpr ErrorKind textTooLong{
    HEEDMAP_MESSAGE("Error", "the text has %1 tokens, and the model takes at most %2")};
inline constexpr ErrorKind textEmpty{HEEDMAP_MESSAGE("Error", "the text has no tokens")};
inline constexpr ErrorKind tokenOutside{
    HEEDMAP_MESSAGE("Error", "the token %1 is none of the model's: its embedding has %2 rows, counted from 0")};
inline constexpr ErrorKind typeOutside{HEEDMAP_MESSAGE("Error", "the token type %1 is none of the model's %2")};
inline constexpr ErrorKind needsPicture{HEEDMAP_MESSAGE("Error", "this model looks at pictures, not at text")};
inline constexpr ErrorKind needsText{HEEDMAP_MESSAGE("Error", "this model reads text and does not look at pictures")};
inline constexpr ErrorKind statesNotFinite{
    HEEDMAP_MESSAGE("Error", "the numbers of the model grow beyond what float32 can hold")};
inline constexpr ErrorKind runStopped{HEEDMAP_MESSAGE("Error", "stopped before the model was through")};

class Model {
public:
    // Reads what describes the model; numbers stay in the files. Errors: notAFolder, those of readConfig() and of
    // TensorFolder.
    static Result<std::shared_ptr<const Model>> open(const std::string& folder);

    const std::string& folder() const { return folder_; }
    const Architecture& architecture() const { return architecture_; }
    const ModelWeights& weights() const { return weights_; }
    const TensorFolder& tensors() const { return tensors_; }
    bool hasLogits() const { return weights_.output.given(); }

private:
    Model() = default;

    std::string folder_;
    Architecture architecture_;
    TensorFolder tensors_;
    ModelWeights weights_;
};

// What an encoder or decoder reads.
struct Text {
    std::vector<TokenId> ids;
    std::vector<Index> types;       // empty: all 0
    std::vector<std::uint8_t> real; // 1, or 0 for padding, which no query sees; empty: all are
};

enum class LogitsOf : std::uint8_t { none, last, all };

struct RunOptions {
    LogitsOf logits = LogitsOf::last;
    Index layers = 0; // of each stack: only the first so many; 0: all. With fewer there are no logits
    std::stop_token stop;
    std::function<void(double)> progress; // the part that is done, from the calling thread
};

// One forward pass, which goes on as tokens are added: what was computed for those before is kept. T is float or
// double.
template <class T>
class Run {
public:
    explicit Run(std::shared_ptr<const Model> model, RunOptions options = {});

    // The text of an encoder, all at once and only once. Errors: those above, notEnoughMemory, notFinite, and problems
    // of the files; after an error the run is of no use.
    Result<void> encode(const Text& text);
    // A picture, channels × (height·width), normalized as the model wants it.
    Result<void> look(kernels::View<const T> pixels);
    // Further tokens of the decoder. Errors: the same.
    Result<void> decode(std::span<const TokenId> ids);

    const Model& model() const { return *model_; }
    const Trace<T>& trace() const { return *trace_; }
    // The same, to be kept. What is decoded afterwards would change it.
    std::shared_ptr<const Trace<T>> share() const { return trace_; }

private:
    Result<void> through(const Stack& stack, const StackWeights& weights, StackTrace<T>& trace, Matrix<T> x,
                         const attention::MaskSpec& mask);
    Result<void> putOut(const Stack& stack, kernels::View<const T> final);
    Result<void> checkMemory(Index encoded, Index decoded) const;
    Result<void> checkFinite(kernels::View<const T> states) const;
    StackTrace<T> emptyTrace(const Stack& stack) const;

    std::shared_ptr<const Model> model_;
    RunOptions options_;
    std::shared_ptr<Trace<T>> trace_;
};

// The largest of the last row of logits; the first of equals. Precondition: there are logits.
template <class T>
TokenId mostLikely(const Trace<T>& trace);

// Greedy continuation of a run whose last logits are known, until an end token, `most` tokens or the model's length.
// Each token is decoded but for the last.
template <class T>
Result<std::vector<TokenId>> generate(Run<T>& run, Index most);

} // namespace heedmap::transformer
