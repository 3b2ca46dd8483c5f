// The sizes that decide what attention costs, and some well-known models as presets.
#pragma once

#include "core/index.h"
#include "core/result.h"

#include <array>
#include <optional>
#include <string_view>
#include <vector>

namespace heedmap::analysis {

struct CostSizes {
    Index queries = 1024;    // n_q
    Index keys = 1024;       // n_k
    Index model = 512;       // d_model
    Index heads = 8;         // H
    Index keyValueHeads = 8; // G; fewer than H: grouped heads (Ainslie et al. 2023)
    Index keySize = 64;      // d_k = d_q of a head
    Index valueSize = 64;    // d_v of a head
    Index feedForward = 2048;
    Index layers = 6;        // with self-attention
    Index decoderLayers = 0; // with self-attention and attention to the encoder
    Index batch = 1;
    Index bytes = 4;      // a number
    Index vocabulary = 0; // rows of the token embedding
    Index positions = 0;  // rows of a learned position embedding
    // Of single methods:
    Index window = 128;         // keys on each side
    Index step = 2;             // between the keys of the dilated window
    Index global = 2;           // BigBird's global positions
    Index random = 3;           // and its random keys a row
    Index block = 64;           // positions of a block
    Index features = 64;        // f of linear attention, a head
    Index hidden = 64;          // a of additive scores
    Index convolutionWidth = 3; // k
    Index flashRows = 128;      // queries that a fused kernel takes at a time

    bool isOneSequence() const { return queries == keys; }
    friend bool operator==(const CostSizes&, const CostSizes&) = default;
};

// The names that `heedmap cost --json` and the settings use.
struct CostSizeName {
    const char* name; // "d_model"
    Index CostSizes::*size;
};
inline constexpr std::array costSizeNames{
    CostSizeName{"queries", &CostSizes::queries},
    CostSizeName{"keys", &CostSizes::keys},
    CostSizeName{"d_model", &CostSizes::model},
    CostSizeName{"heads", &CostSizes::heads},
    CostSizeName{"kv_heads", &CostSizes::keyValueHeads},
    CostSizeName{"d_k", &CostSizes::keySize},
    CostSizeName{"d_v", &CostSizes::valueSize},
    CostSizeName{"d_ff", &CostSizes::feedForward},
    CostSizeName{"layers", &CostSizes::layers},
    CostSizeName{"decoder_layers", &CostSizes::decoderLayers},
    CostSizeName{"batch", &CostSizes::batch},
    CostSizeName{"bytes", &CostSizes::bytes},
    CostSizeName{"vocabulary", &CostSizes::vocabulary},
    CostSizeName{"positions", &CostSizes::positions},
    CostSizeName{"window", &CostSizes::window},
    CostSizeName{"step", &CostSizes::step},
    CostSizeName{"global", &CostSizes::global},
    CostSizeName{"random", &CostSizes::random},
    CostSizeName{"block", &CostSizes::block},
    CostSizeName{"features", &CostSizes::features},
    CostSizeName{"hidden", &CostSizes::hidden},
    CostSizeName{"width", &CostSizes::convolutionWidth},
    CostSizeName{"flash_rows", &CostSizes::flashRows},
};

inline constexpr ErrorKind costSizeTooSmall{HEEDMAP_MESSAGE("Error", "%1 is %2, but it has to be at least %3")};

// Errors: costSizeTooSmall, groupsDoNotDivide (of attention). Nothing is too large: counts that no longer fit say so.
Result<void> check(const CostSizes& sizes);

// d_k = d_v = f = d_model / H, G = H and d_ff = 4·d_model, as every preset has it. Errors: headsDoNotDivide.
Result<CostSizes> withUsualSizes(CostSizes sizes);

struct CostPreset {
    std::string_view id;    // "transformer-base"
    std::string_view title; // "Transformer base (2017)"
    CostSizes sizes;
    std::optional<Index> published; // parameters, as the paper states them
};

// Transformer base and big (Vaswani et al. 2017, table 3, with 37 000 shared tokens) and GPT-3 175B (Brown et al.
// 2020).
const std::vector<CostPreset>& costPresets();
const CostPreset* costPresetNamed(std::string_view id);

} // namespace heedmap::analysis
