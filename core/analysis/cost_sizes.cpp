#include "core/analysis/cost_sizes.h"

#include "core/attention/multi_head.h"

#include <algorithm>
#include <array>

namespace heedmap::analysis {

namespace {

struct Field {
    const char* name;
    Index CostSizes::*size;
    Index least;
};
constexpr std::array fields{
    Field{"n_q", &CostSizes::queries, 1},           Field{"n_k", &CostSizes::keys, 1},
    Field{"d_model", &CostSizes::model, 1},         Field{"H", &CostSizes::heads, 1},
    Field{"G", &CostSizes::keyValueHeads, 1},       Field{"d_k", &CostSizes::keySize, 1},
    Field{"d_v", &CostSizes::valueSize, 1},         Field{"d_ff", &CostSizes::feedForward, 0},
    Field{"layers", &CostSizes::layers, 0},         Field{"decoder layers", &CostSizes::decoderLayers, 0},
    Field{"batch", &CostSizes::batch, 1},           Field{"bytes", &CostSizes::bytes, 1},
    Field{"vocabulary", &CostSizes::vocabulary, 0}, Field{"positions", &CostSizes::positions, 0},
    Field{"window", &CostSizes::window, 0},         Field{"step", &CostSizes::step, 1},
    Field{"global", &CostSizes::global, 0},         Field{"random", &CostSizes::random, 0},
    Field{"block", &CostSizes::block, 1},           Field{"features", &CostSizes::features, 1},
    Field{"hidden", &CostSizes::hidden, 1},         Field{"convolution width", &CostSizes::convolutionWidth, 2},
    Field{"flash rows", &CostSizes::flashRows, 1},
};

CostSizes usual(Index model, Index heads) {
    CostSizes sizes;
    sizes.model = model;
    sizes.heads = heads;
    return withUsualSizes(sizes).value(); // the presets divide evenly
}

CostSizes transformer(Index model, Index heads) {
    CostSizes sizes = usual(model, heads);
    sizes.queries = sizes.keys = 512;
    sizes.layers = sizes.decoderLayers = 6;
    sizes.vocabulary = 37000;
    return sizes;
}

CostSizes gpt3() {
    CostSizes sizes = usual(12288, 96);
    sizes.queries = sizes.keys = 2048;
    sizes.layers = 96;
    sizes.bytes = 2;
    sizes.vocabulary = 50257;
    sizes.positions = 2048;
    return sizes;
}

} // namespace

Result<void> check(const CostSizes& sizes) {
    for (const Field& field : fields) {
        if (sizes.*field.size < field.least)
            return makeError(costSizeTooSmall,
                             {field.name, std::to_string(sizes.*field.size), std::to_string(field.least)});
    }
    if (sizes.heads % sizes.keyValueHeads != 0)
        return makeError(attention::groupsDoNotDivide,
                         {std::to_string(sizes.heads), std::to_string(sizes.keyValueHeads)});
    return {};
}

Result<CostSizes> withUsualSizes(CostSizes sizes) {
    HEEDMAP_EXPECTS(sizes.heads >= 1);
    if (sizes.model % sizes.heads != 0)
        return makeError(attention::headsDoNotDivide, {std::to_string(sizes.model), std::to_string(sizes.heads)});
    sizes.keyValueHeads = sizes.heads;
    sizes.keySize = sizes.valueSize = sizes.features = sizes.model / sizes.heads;
    sizes.feedForward = 4 * sizes.model;
    return sizes;
}

const std::vector<CostPreset>& costPresets() {
    static const std::vector<CostPreset> presets{
        {"transformer-base", "Transformer base (2017)", transformer(512, 8), 65'000'000},
        {"transformer-big", "Transformer big (2017)", transformer(1024, 16), 213'000'000},
        {"gpt-3", "GPT-3 175B", gpt3(), Index{175'000'000'000}},
    };
    return presets;
}

const CostPreset* costPresetNamed(std::string_view id) {
    const auto& presets = costPresets();
    const auto preset =
        std::find_if(presets.begin(), presets.end(), [&](const CostPreset& known) { return known.id == id; });
    return preset == presets.end() ? nullptr : &*preset;
}

} // namespace heedmap::analysis
