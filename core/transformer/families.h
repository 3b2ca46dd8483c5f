// The families of published models, as a table: the keys of their config.json with the values that hold where a key is
// left out (those of the library transformers), the names of their tensors, and the switches in which they differ.
#pragma once

#include "core/transformer/architecture.h"

#include <array>
#include <span>
#include <string_view>

namespace heedmap::transformer {

// A number in config.json. Without a key it always is `otherwise`.
struct SizeKey {
    const char* key = nullptr;
    Index otherwise = 0;
};
struct NumberKey {
    const char* key = nullptr;
    double otherwise = 0;
};
struct FlagKey {
    const char* key = nullptr;
    bool otherwise = false;
};
struct WordKey {
    const char* key = nullptr;
    const char* otherwise = nullptr;
};

// Names of tensors, without ".weight" and ".bias". In those of a layer's parts, # is the layer's number.
struct StackNames {
    std::array<const char*, 2> embedding{}; // the first that is there
    const char* positions = nullptr;
    const char* types = nullptr;
    const char* embeddingNorm = nullptr;
    const char* finalNorm = nullptr;
    const char* bucketBias = nullptr;
    const char* qkv = nullptr; // one matrix for the three that follow
    const char *q = nullptr, *k = nullptr, *v = nullptr, *o = nullptr;
    const char *qNorm = nullptr, *kNorm = nullptr;
    const char* norm = nullptr;
    const char *crossQ = nullptr, *crossK = nullptr, *crossV = nullptr, *crossO = nullptr, *crossNorm = nullptr;
    const char *gate = nullptr, *up = nullptr, *down = nullptr; // `up` alone where it is not gated
    const char* plainUp = nullptr;                              // T5: `up` where it is not gated
    const char* feedForwardNorm = nullptr;
};

// A stack's numbers in config.json.
struct StackKeys {
    SizeKey layers{};
    SizeKey heads{};
    SizeKey keyValueHeads{}; // without a key, or 0: as many as heads
    SizeKey headSize{};      // the same: width / heads
    SizeKey inner{};         // 0: 4 · width
    StackNames names{};
};

enum class Windows : std::uint8_t {
    none,
    all,    // sliding_window holds in every layer
    behind, // where use_sliding_window says so: from layer max_window_layers on, or as layer_types says
};

enum class OutputHead : std::uint8_t {
    words,      // the embedding, or `output`
    maskedWord, // dense, activation, norm, the embedding, a bias; where the file has them
    classes,    // a classifier of the first token; where the file has it
};

struct Family {
    std::string_view name; // model_type
    Kind kind = Kind::decoder;
    // Before the names of all but the output's tensors; the first under which the embedding is found.
    std::array<const char*, 2> prefixes{"", ""};

    SizeKey vocabulary{};
    SizeKey width{};
    SizeKey positions{};
    SizeKey types{};
    NumberKey epsilon{};
    WordKey activation{};
    StackKeys encoder{};
    StackKeys decoder{};

    Positions positionKind = Positions::table;
    Index positionOffset = 0;          // rows of the table before the first position
    bool offsetByPadding = false;      // RoBERTa: so many more as pad_token_id + 1
    bool sinusoidsUnlessGiven = false; // the table where the file has it, else sinusoids
    bool normBefore = true;
    NormKind norm = NormKind::layer;
    bool inputsFirst = false; // matrices are in × out (Conv1D)
    bool gated = false;
    bool gatedByProjection = false; // T5: feed_forward_proj says it, and the activation
    bool scaledScores = true;
    bool scaleByRoot = false;             // embeddings × √d
    const char* scaleKey = nullptr;       // the same where this key says so
    FlagKey attentionBias{nullptr, true}; // of W_Q, W_K and W_V
    FlagKey outputBias{nullptr, true};    // of W_O
    FlagKey feedForwardBias{nullptr, true};
    NumberKey theta{nullptr, 10000};
    Windows windows = Windows::none;
    FlagKey tied{"tie_word_embeddings", true};
    bool scaledWhenTied = false; // T5: final states × d^−½ before a tied output

    OutputHead head = OutputHead::words;
    const char* output = "lm_head";
    const char* outputAdds = nullptr; // a bias under a name of its own
    const char* headDense = nullptr;
    const char* headNorm = nullptr;
    bool headWithGelu = false; // whatever the layers' activation is

    TokenId padding = -1;
    TokenId start = -1; // decoder_start_token_id
    TokenId end = -1;
};

std::span<const Family> allFamilies();
const Family* familyNamed(std::string_view name); // null: there is none

} // namespace heedmap::transformer
