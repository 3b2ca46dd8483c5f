// heedmap cost: multiply–adds, bytes, path length.
#include "app/command_line/command.h"
#include "app/command_line/cost_report.h"
#include "app/command_line/words.h"

#include <array>

namespace heedmap::command_line {

namespace {

using analysis::CostPreset;
using analysis::CostSizes;

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
