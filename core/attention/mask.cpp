#include "core/attention/mask.h"

#include "core/attention/mask_rows.h"
#include "core/nearest_word.h"
#include "core/number_text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <vector>

namespace heedmap::attention {

namespace {

constexpr ErrorKind noMaskMeant{HEEDMAP_MESSAGE(
    "Error",
    "there is no mask \"%1\"; there are causal, padding:N, window:N, dilated:N,STEP, block:N, global:N, random:N "
    "and custom:FILE")};

struct NumberedMask {
    std::string_view word;
    std::optional<Index> MaskSpec::*number;
};
constexpr std::array numberedMasks{NumberedMask{"padding", &MaskSpec::padding},
                                   NumberedMask{"window", &MaskSpec::window}, NumberedMask{"block", &MaskSpec::block},
                                   NumberedMask{"global", &MaskSpec::global},
                                   NumberedMask{"random", &MaskSpec::random}};

std::optional<Index> wholeNumber(std::string_view text) {
    Index number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool whole = error == std::errc() && end == text.data() + text.size() && number >= 0;
    return whole ? std::optional(number) : std::nullopt;
}

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && text.front() == ' ')
        text.remove_prefix(1);
    while (!text.empty() && text.back() == ' ')
        text.remove_suffix(1);
    return text;
}

Error unknown(std::string_view item, std::string_view word) {
    static const std::vector<std::string> words{"causal", "padding", "window", "dilated", "block",
                                                "global", "random",  "custom", "none"};
    const std::string meant = meantWord(word, words);
    if (meant.empty())
        return makeError(noMaskMeant, {std::string(item)});
    return makeError(unknownMask, {std::string(item), meant});
}

// "W,D"
Result<void> parseDilated(std::string_view argument, MaskSpec& spec) {
    const auto comma = argument.find(',');
    const auto window = wholeNumber(trimmed(argument.substr(0, comma)));
    const auto step = comma == std::string_view::npos ? std::nullopt : wholeNumber(trimmed(argument.substr(comma + 1)));
    if (!window || !step || *step == 0)
        return makeError(dilatedNeedsNumbers, {std::string(argument)});
    spec.dilated = window;
    spec.dilation = *step;
    return {};
}

// "custom:mask.npy[0,0],causal": a comma inside brackets is of an index.
std::size_t commaOutsideBrackets(std::string_view text) {
    int depth = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        depth += text[i] == '[' ? 1 : text[i] == ']' ? -1 : 0;
        if (text[i] == ',' && depth <= 0)
            return i;
    }
    return std::string_view::npos;
}

Result<void> parseItem(std::string_view item, MaskSpec& spec, std::string* customPath) {
    const auto colon = item.find(':');
    const std::string_view word = item.substr(0, colon);
    const std::string_view argument = colon == std::string_view::npos ? std::string_view() : item.substr(colon + 1);
    if (item == "causal") {
        spec.causal = true;
        return {};
    }
    if (word == "custom") {
        if (customPath == nullptr || argument.empty())
            return makeError(customPath == nullptr ? customMaskNotHere : customMaskNeedsFile);
        *customPath = argument;
        return {};
    }
    if (word == "dilated")
        return parseDilated(argument, spec);
    const auto mask = std::find_if(numberedMasks.begin(), numberedMasks.end(),
                                   [&](const NumberedMask& numbered) { return numbered.word == word; });
    if (mask == numberedMasks.end())
        return unknown(item, word);
    const auto number = wholeNumber(argument);
    if (!number)
        return makeError(maskNeedsNumber, {std::string(word), std::string(argument)});
    spec.*mask->number = number;
    return {};
}

} // namespace

bool MaskSpec::allowsEverything() const {
    return !causal && !padding && !hasPattern() && custom.size() == 0;
}

std::string MaskSpec::text() const {
    std::string text;
    const auto add = [&](const std::string& part) {
        text += (text.empty() ? "" : ", ") + part;
    };
    if (causal)
        add("causal");
    for (const NumberedMask& mask : numberedMasks) {
        if (const auto& number = this->*mask.number)
            add(std::string(mask.word) + " " + std::to_string(*number));
        if (mask.number == &MaskSpec::window && dilated)
            add("dilated " + std::to_string(*dilated) + " by " + std::to_string(dilation));
    }
    if (random)
        text += " (seed " + std::to_string(randomSeed) + ")";
    if (custom.size() != 0)
        add("custom");
    return text.empty() ? "none" : text;
}

bool operator==(const MaskSpec& a, const MaskSpec& b) {
    const bool sameSize = a.custom.rows() == b.custom.rows() && a.custom.cols() == b.custom.cols();
    return a.causal == b.causal && a.padding == b.padding && a.window == b.window && a.dilated == b.dilated &&
           a.dilation == b.dilation && a.block == b.block && a.global == b.global && a.random == b.random &&
           a.randomSeed == b.randomSeed && sameSize && a.custom == b.custom;
}

Result<MaskSpec> parseMask(std::string_view text, std::string* customPath) {
    MaskSpec spec;
    text = trimmed(text);
    if (text.empty() || text == "none")
        return spec;
    while (true) {
        auto comma = text.find(',');
        if (comma != std::string_view::npos && trimmed(text).starts_with("dilated:"))
            comma = text.find(',', comma + 1); // its two numbers belong together
        else if (trimmed(text).starts_with("custom:"))
            comma = commaOutsideBrackets(text);
        if (auto parsed = parseItem(trimmed(text.substr(0, comma)), spec, customPath); !parsed)
            return parsed.error();
        if (comma == std::string_view::npos)
            return spec;
        text.remove_prefix(comma + 1);
    }
}

Result<BoolMatrix> customMask(const TensorView& tensor) {
    // Models add 0 and -inf, the lowest finite number of float32, float16 or bfloat16, -1e9 or -10000 (which is -9984
    // in bfloat16): beside scores of any usual size, all of them leave nothing of a weight.
    constexpr double forbidden = -9984;
    const MatrixD numbers = toMatrixD(tensor);
    const bool added = (numbers.array() <= forbidden).any();
    const auto isOf = [added](double number) {
        return number == 0 || (added ? number <= forbidden : number == 1);
    };
    for (Index i = 0; i < numbers.rows(); ++i)
        for (Index j = 0; j < numbers.cols(); ++j)
            if (!isOf(numbers(i, j)))
                return makeError(notAMask, {shortestText(numbers(i, j)), std::to_string(i), std::to_string(j)});
    return BoolMatrix((numbers.array() == (added ? 0.0 : 1.0)).cast<std::uint8_t>());
}

Result<BoolMatrix> buildMask(const MaskSpec& spec, Index queries, Index keys) {
    const auto rows = MaskRows::of(spec, queries, keys);
    if (!rows)
        return rows.error();
    BoolMatrix allowed = BoolMatrix::Zero(queries, keys);
    std::vector<Columns> ranges;
    for (Index i = 0; i < queries; ++i) {
        rows->row(i, ranges);
        for (const Columns& range : ranges)
            allowed.row(i).segment(range.begin, range.size()).setOnes();
    }
    return allowed;
}

} // namespace heedmap::attention
