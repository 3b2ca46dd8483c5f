#include "app/command_line/options.h"

#include "app/command_line/words.h"

#include <limits>

namespace heedmap::command_line {

namespace {

template <class Values>
std::vector<std::string> namesOf(const Values& values) {
    std::vector<std::string> names;
    for (const auto value : values)
        names.emplace_back(nameOf(value));
    return names;
}

std::vector<std::string> colorMapWords() {
    std::vector<std::string> words;
    for (const heatmap::ColorMapName name : heatmap::allColorMaps) {
        words.push_back(heatmap::ColorMap{name, false}.text());
        words.push_back(heatmap::ColorMap{name, true}.text());
    }
    return words;
}

const std::vector<std::string> visibilityWords{"auto", "on", "off"};
const std::vector<std::string> readingWords{"bfloat16",         "magnitude",     "real",          "labels",
                                            "no-labels",        "row-labels",    "no-row-labels", "column-labels",
                                            "no-column-labels", "decimal-comma", "decimal-point", "utf-8",
                                            "utf-16",           "gb18030",       "windows-1252"};
const std::vector<std::string> themeWords{"light", "dark"};

Result<files::Visibility> parseVisibility(const std::string& text) {
    if (text == "auto")
        return files::Visibility::automatic;
    if (text == "on")
        return files::Visibility::on;
    if (text == "off")
        return files::Visibility::off;
    return unknown(text, visibilityWords);
}

Result<std::vector<attention::ScoreFunction>> parseScores(const std::string& text) {
    static const std::vector<std::string> words = namesOf(attention::allScoreFunctions);
    std::vector<attention::ScoreFunction> functions;
    for (const std::string& part : splitAtCommas(text)) {
        const auto function = parseWord<attention::ScoreFunction>(
            part, words, [](const std::string& word) { return attention::scoreFunctionNamed(word); });
        if (!function)
            return function.error();
        functions.push_back(*function);
    }
    if (functions.empty())
        return unknown(text, words);
    return functions;
}

Result<heatmap::Scale> parseScale(const std::string& text) {
    using heatmap::Scale;
    static const std::vector<std::string> words =
        namesOf(std::array{Scale::linear, Scale::log, Scale::sqrt, Scale::rank});
    return parseWord<Scale>(text, words, [](const std::string& word) { return heatmap::scaleNamed(word); });
}

Result<heatmap::Pooling> parsePooling(const std::string& text) {
    static const std::vector<std::string> words = namesOf(std::array{heatmap::Pooling::max, heatmap::Pooling::mean});
    return parseWord<heatmap::Pooling>(text, words,
                                       [](const std::string& word) { return heatmap::poolingNamed(word); });
}

Result<files::CellShape> parseCellShape(const std::string& text) {
    using files::CellShape;
    static const std::vector<std::string> words =
        namesOf(std::array{CellShape::automatic, CellShape::square, CellShape::stretched});
    return parseWord<CellShape>(text, words, [](const std::string& word) { return files::cellShapeNamed(word); });
}

Result<heatmap::ColorMap> parseColorMap(const std::string& text) {
    return parseWord<heatmap::ColorMap>(text, colorMapWords(),
                                        [](const std::string& word) { return heatmap::colorMapNamed(word); });
}

Result<attention::NormalizerKind> parseNormalizer(const std::string& text) {
    static const std::vector<std::string> words = namesOf(attention::allNormalizers);
    return parseWord<attention::NormalizerKind>(
        text, words, [](const std::string& word) { return attention::normalizerNamed(word); });
}

Result<PixelSize> parseSize(const std::string& text, const char* example, int largest) {
    const std::size_t cross = text.find('x');
    if (cross == std::string::npos)
        return makeError(badSize, {text, example});
    const auto width = parseWhole(text.substr(0, cross), "", 1, largest);
    const auto height = parseWhole(text.substr(cross + 1), "", 1, largest);
    if (!width || !height)
        return makeError(badSize, {text, example});
    return PixelSize{static_cast<int>(*width), static_cast<int>(*height)};
}

Result<files::ReadOptions> parseReading(const std::string& text) {
    using Complex = files::ReadOptions::Complex;
    using files::TextEncoding;
    files::ReadOptions reading;
    for (const std::string& word : splitAtCommas(text)) {
        if (word == "bfloat16")
            reading.voidAsBfloat16 = true;
        else if (word == "magnitude" || word == "real")
            reading.complex = word == "real" ? Complex::real : Complex::magnitude;
        else if (word == "decimal-comma" || word == "decimal-point")
            reading.text.decimal = word == "decimal-comma" ? files::DecimalSign::comma : files::DecimalSign::point;
        else if (word == "labels" || word == "no-labels")
            reading.text.rowLabels = reading.text.columnLabels = word == "labels";
        else if (word == "row-labels" || word == "no-row-labels")
            reading.text.rowLabels = word == "row-labels";
        else if (word == "column-labels" || word == "no-column-labels")
            reading.text.columnLabels = word == "column-labels";
        else if (word == "utf-8")
            reading.text.encoding = TextEncoding::utf8;
        else if (word == "utf-16")
            reading.text.encoding = TextEncoding::utf16LittleEndian;
        else if (word == "gb18030")
            reading.text.encoding = TextEncoding::gb18030;
        else if (word == "windows-1252")
            reading.text.encoding = TextEncoding::windows1252;
        else
            return unknown(word, readingWords);
    }
    return reading;
}

Result<bool> parseDark(const std::string& text) {
    if (text != "light" && text != "dark")
        return unknown(text, themeWords);
    return text == "dark";
}

} // namespace

void addReadingOption(CLI::App& command, files::ReadOptions& options) {
    addParsed(command, "--read-as", options, parseReading, "NAME,...",
              "raw two-byte entries as bfloat16; complex numbers as magnitude or real; text with labels or no-labels "
              "(row-, column-), decimal-comma or decimal-point, as utf-8, utf-16, gb18030 or windows-1252");
}

void addInputOptions(CLI::App& command, InputOptions& options) {
    const char* group = "Input";
    command.add_option("INPUT", options.inputs, "pair:NAME, PATH[#TENSOR[INDEX]], a session or an exported picture")
        ->type_name("");
    const auto add = [&](const char* name, std::string& target, const char* type, const char* description) {
        command.add_option(name, target, description)->type_name(type)->group(group);
    };
    add("--q", options.q, "PATH[#TENSOR[INDEX]]", "queries Q (n_q x d); alpha is computed from Q and K");
    add("--k", options.k, "PATH[#TENSOR[INDEX]]", "keys K (n_k x d)");
    add("--v", options.v, "PATH[#TENSOR[INDEX]]", "values V (n_k x d_v), for the context");
    add("--x", options.x, "PATH[#TENSOR[INDEX]]", "one sequence X (n x d): self-attention");
    add("--memory", options.memory, "PATH[#TENSOR[INDEX]]", "with --x: the sequence that keys and values come from");
    const auto addLabels = [&](const char* name, std::vector<std::string>& target, const char* description) {
        addParsed(
            command, name, target, [](const std::string& text) { return Result(splitAtCommas(text)); }, "a,b,c",
            description)
            ->group(group);
    };
    addLabels("--rows", options.rows, "tokens of the rows (queries)");
    addLabels("--columns", options.columns, "tokens of the columns (keys)");
    add("--tokens", options.tokens, "FILE.json", "tokens of both from a file");
    add("--gold", options.gold, "FILE", "gold alignment, source-target as in 0-0 1p2");
    addReadingOption(command, options.reading);
    command.get_option("--read-as")->group(group);
}

void addProblemOptions(CLI::App& command, ProblemOptions& options) {
    const char* group = "How alpha is computed";
    addParsed(command, "--score", options.scores, parseScores, "NAME,...",
              "additive, dot, general, scaled, cosine; several: panels side by side")
        ->group(group);
    command
        .add_option("--parameters", options.parameters,
                    "W, W_s, W_h, v, W_q, W_k, W_v by name; what is missing is seeded")
        ->type_name("FILE.npz")
        ->group(group);
    addParsed(
        command, "--seed", options.seed,
        [](const std::string& text) -> Result<std::optional<std::uint64_t>> {
            const auto seed = parseWhole(text, "a whole number from 0 up", 0, std::numeric_limits<std::int64_t>::max());
            if (!seed)
                return seed.error();
            return std::optional(static_cast<std::uint64_t>(*seed));
        },
        "N", "of the parameters, the random mask and performer's features (0)")
        ->group(group);
    addParsed(
        command, "--mask", options.mask,
        [&options](const std::string& text) -> Result<std::optional<attention::MaskSpec>> {
            auto mask = attention::parseMask(text, &options.customMask);
            if (!mask)
                return mask.error();
            return std::optional(std::move(*mask));
        },
        "NAME,...",
        "causal, padding:N, window:N, dilated:N,STEP, block:N, global:N, random:N, custom:FILE.npy (of 1 allowed and 0 "
        "forbidden, or of 0 allowed and -inf or the lowest number forbidden; of any rank that broadcasts)")
        ->group(group);
    addParsed(
        command, "--temperature", options.temperature,
        [](const std::string& text) {
            return parseNumber(text, "a temperature; it has to be a number above 0", [](double t) { return t > 0; });
        },
        "T", "scores are divided by it (1)")
        ->group(group);
    addParsed(command, "--normalizer", options.normalizer, parseNormalizer, "NAME",
              "softmax, sparsemax, entmax15, hardmax (softmax)")
        ->group(group);
    addParsed(
        command, "--method", options.method,
        [](const std::string& text) -> Result<std::optional<attention::Approximation>> {
            const auto method = attention::parseApproximation(text);
            if (!method)
                return method.error();
            return std::optional(*method);
        },
        "NAME", "exact, or what comes near softmax in linear time: linear, performer:FEATURES (exact)")
        ->group(group);
    addParsed(
        command, "--heads", options.heads,
        [](const std::string& text) {
            return parseWhole(text, "a number of heads; it has to be a whole number from 1 up", 1, 1 << 20);
        },
        "H", "Q, K and V are split into so many heads, a panel each")
        ->group(group);
}

void addPictureOptions(CLI::App& command, PictureOptions& options) {
    const char* group = "Picture";
    addParsed(
        command, "--size", options.size,
        [](const std::string& text) { return parseSize(text, "1200x800, at most 32000 pixels a side", 32000); }, "WxH",
        "pixels (what fits the cells)")
        ->group(group);
    addParsed(command, "--colormap", options.map, parseColorMap, "NAME",
              "viridis, cividis, magma, gray, RdBu; with _r reversed (viridis)")
        ->group(group);
    addParsed(
        command, "--range", options.range, [](const std::string& text) { return heatmap::parseRange(text); },
        "auto|A:B|P%:Q%", "values at the ends of the colors")
        ->group(group);
    command
        .add_flag("--range-without-first", options.rangeWithoutFirst,
                  "auto and percentiles leave the first key out, where it is a sink")
        ->group(group);
    addParsed(command, "--scale", options.scale, parseScale, "NAME", "linear, log, sqrt, rank (linear)")->group(group);
    addParsed(command, "--pool", options.pooling, parsePooling, "NAME", "max or mean of the cells below a pixel (max)")
        ->group(group);
    addParsed(command, "--values", options.values, parseVisibility, "auto|on|off", "numbers in the cells")
        ->group(group);
    addParsed(command, "--labels", options.labels, parseVisibility, "auto|on|off", "tokens")->group(group);
    addParsed(command, "--aspect", options.cells, parseCellShape, "auto|square|stretched",
              "of the cells: as high as wide, or filling the picture (auto: stretched only where it would be a strip)")
        ->group(group);
    addParsed(
        command, "--layout", options.layout,
        [](const std::string& text) { return parseSize(text, "4x3 (panels)", 10000); }, "WxH",
        "panels side by side x one above another")
        ->group(group);
    addParsed(command, "--theme", options.dark, parseDark, "light|dark", "what surrounds the cells (light)")
        ->group(group);
    addParsed(
        command, "--dpi", options.dpi,
        [](const std::string& text) {
            const auto dpi = parseWhole(text, "a resolution; it has to be 10 ... 2400", 10, 2400);
            return dpi ? Result<int>(static_cast<int>(*dpi)) : Result<int>(dpi.error());
        },
        "N", "pixels an inch (96)")
        ->group(group);
    addParsed(
        command, "--title", options.title, [](const std::string& text) { return Result(text); }, "TEXT",
        "above the picture")
        ->group(group);
    command.add_flag("--lines", options.lines, "a line for each weight, keys left, queries right, up to 60 tokens")
        ->group(group);
    command.add_flag("--bare", options.bare, "only cells, one pixel each unless --size is given (PNG)")->group(group);
}

Result<void> check(const InputOptions& input, const ProblemOptions& problem) {
    const auto error = [](const ErrorKind& kind, const char* option, const char* other) {
        return makeError(kind, {other}).in(option);
    };
    const bool computed = !input.q.empty() || !input.k.empty() || !input.v.empty();
    const bool sequence = !input.x.empty() || !input.memory.empty();
    if (!input.inputs.empty() && (computed || sequence))
        return error(optionsExclude, computed ? "--q, --k, --v" : "--x", "an INPUT");
    if (computed && sequence)
        return error(optionsExclude, "--x", "--q, --k or --v");
    if (computed && (input.q.empty() || input.k.empty()))
        return error(optionNeeds, input.q.empty() ? "--k" : "--q", input.q.empty() ? "--q" : "--k");
    if (sequence && input.x.empty())
        return error(optionNeeds, "--memory", "--x");
    if (!computed && !sequence && input.inputs.empty())
        return makeError(inputMissing);
    if (!input.tokens.empty() && !(input.rows.empty() && input.columns.empty()))
        return error(optionsExclude, "--tokens", "--rows or --columns");
    if (rowsOfLabels(input.rows)) // heedmap attend has taken it away before
        return makeError(rangeOfRows, {input.rows.front()}).in("--rows");
    if (problem.heads && problem.scores.size() > 1)
        return error(optionNeeds, "--heads", "a single score function");
    return {};
}

} // namespace heedmap::command_line
