// What the commands share: where the numbers come from, what determines α, and how the picture looks. Plain structs,
// filled by the options of the same words everywhere.
#pragma once

#include "core/attention/approximation.h"
#include "core/attention/mask.h"
#include "core/attention/normalizer.h"
#include "core/attention/score.h"
#include "core/files/tensor_file.h"
#include "core/session/import.h"

#include <CLI/CLI.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace heedmap::command_line {

// Where the matrices come from. Empty strings: not given.
struct InputOptions {
    std::vector<std::string> inputs; // "pair:NAME", "PATH[#TENSOR[INDEX]]", a session or an exported picture
    std::string q, k, v;             // references to matrices of a file
    std::string x, memory;
    std::vector<std::string> rows, columns; // token labels
    std::string tokens;                     // file of token labels
    std::string gold;                       // file of links
    files::ReadOptions reading;             // of all files of numbers
};

// What determines α.
using ProblemOptions = files::ProblemRequest;

struct PixelSize {
    int width = 0;
    int height = 0;
};

struct PictureOptions {
    std::optional<PixelSize> size;
    std::optional<heatmap::ColorMap> map;
    std::optional<heatmap::RangeSpec> range;
    bool rangeWithoutFirst = false;
    std::optional<heatmap::Scale> scale;
    std::optional<heatmap::Pooling> pooling;
    std::optional<files::Visibility> values;
    std::optional<files::Visibility> labels;
    std::optional<files::CellShape> cells;
    std::optional<PixelSize> layout; // panels
    std::optional<std::string> title;
    bool dark = false;
    std::optional<int> dpi;
    bool bare = false;
    bool lines = false;
};

void addReadingOption(CLI::App& command, files::ReadOptions& options);
void addInputOptions(CLI::App& command, InputOptions& options);
void addProblemOptions(CLI::App& command, ProblemOptions& options);
void addPictureOptions(CLI::App& command, PictureOptions& options);

// Errors: inputMissing, optionsExclude, optionNeeds, rangeOfRows.
Result<void> check(const InputOptions& input, const ProblemOptions& problem);

} // namespace heedmap::command_line
