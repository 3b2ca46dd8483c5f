#include "core/attention/mask.h"

#include "core/attention/mask_parts.h"
#include "core/nearest_word.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>
#include <limits>
#include <vector>

namespace heedmap::attention {

namespace {

constexpr ErrorKind noMaskMeant{HEEDMAP_MESSAGE(
    "Error", "there is no mask \"%1\"; there are causal, padding:N, window:N, global:N, random:N and custom:FILE")};

struct NumberedMask {
    std::string_view word;
    std::optional<Index> MaskSpec::*number;
};
constexpr std::array numberedMasks{NumberedMask{"padding", &MaskSpec::padding},
                                   NumberedMask{"window", &MaskSpec::window}, NumberedMask{"global", &MaskSpec::global},
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
    static const std::vector<std::string> words{"causal", "padding", "window", "global", "random", "custom", "none"};
    const std::string meant = meantWord(word, words);
    if (meant.empty())
        return makeError(noMaskMeant, {std::string(item)});
    return makeError(unknownMask, {std::string(item), meant});
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

std::string numberText(double value) {
    char buffer[32];
    return {buffer, std::to_chars(buffer, buffer + sizeof buffer, value).ptr};
}

// What causal, padding and custom allow.
bool admits(const MaskSpec& spec, Index i, Index j) {
    return (!spec.causal || j <= i) && (!spec.padding || j < *spec.padding) &&
           (spec.custom.size() == 0 || spec.custom(i, j) != 0);
}

} // namespace

bool MaskSpec::allowsEverything() const {
    return !causal && !padding && !window && !global && !random && custom.size() == 0;
}

std::string MaskSpec::text() const {
    std::string text;
    const auto add = [&](const std::string& part) {
        text += (text.empty() ? "" : ", ") + part;
    };
    if (causal)
        add("causal");
    for (const NumberedMask& mask : numberedMasks)
        if (const auto& number = this->*mask.number)
            add(std::string(mask.word) + " " + std::to_string(*number));
    if (random)
        text += " (seed " + std::to_string(randomSeed) + ")";
    if (custom.size() != 0)
        add("custom");
    return text.empty() ? "none" : text;
}

bool operator==(const MaskSpec& a, const MaskSpec& b) {
    const bool sameSize = a.custom.rows() == b.custom.rows() && a.custom.cols() == b.custom.cols();
    return a.causal == b.causal && a.padding == b.padding && a.window == b.window && a.global == b.global &&
           a.random == b.random && a.randomSeed == b.randomSeed && sameSize && a.custom == b.custom;
}

Result<MaskSpec> parseMask(std::string_view text, std::string* customPath) {
    MaskSpec spec;
    text = trimmed(text);
    if (text.empty() || text == "none")
        return spec;
    while (true) {
        const auto comma = text.find(',');
        if (auto parsed = parseItem(trimmed(text.substr(0, comma)), spec, customPath); !parsed)
            return parsed.error();
        if (comma == std::string_view::npos)
            return spec;
        text.remove_prefix(comma + 1);
    }
}

Result<BoolMatrix> customMask(const TensorView& tensor) {
    constexpr double forbidden = -std::numeric_limits<double>::infinity();
    const MatrixD numbers = toMatrixD(tensor);
    const bool added = (numbers.array() == forbidden).any();
    const double other = added ? forbidden : 1;
    for (Index i = 0; i < numbers.rows(); ++i)
        for (Index j = 0; j < numbers.cols(); ++j)
            if (numbers(i, j) != 0 && numbers(i, j) != other)
                return makeError(notAMask, {numberText(numbers(i, j)), std::to_string(i), std::to_string(j)});
    return BoolMatrix((numbers.array() == (added ? 0.0 : 1.0)).cast<std::uint8_t>());
}

void drawKeys(Index count, RandomStream& random, std::vector<std::uint8_t>& row, std::vector<std::uint32_t>& keys) {
    const auto size = static_cast<Index>(row.size());
    for (Index i = std::max<Index>(size - count, 0); i < size; ++i) {
        const auto drawn = static_cast<std::size_t>(random.below(static_cast<std::uint64_t>(i) + 1));
        const std::size_t key = row[drawn] != 0 ? static_cast<std::size_t>(i) : drawn;
        row[key] = 1;
        keys.push_back(static_cast<std::uint32_t>(key));
    }
}

Result<void> checkCustomMask(const MaskSpec& spec, Index queries, Index keys) {
    if (spec.custom.size() == 0 || (spec.custom.rows() == queries && spec.custom.cols() == keys))
        return {};
    const auto sizes = [](Index rows, Index columns) {
        return std::to_string(rows) + "×" + std::to_string(columns);
    };
    return makeError(customMaskDoesNotFit, {sizes(spec.custom.rows(), spec.custom.cols()), sizes(queries, keys)});
}

Result<BoolMatrix> buildMask(const MaskSpec& spec, Index queries, Index keys) {
    if (auto fits = checkCustomMask(spec, queries, keys); !fits)
        return fits.error();
    BoolMatrix allowed(queries, keys);
    const bool anyPattern = spec.window || spec.global || spec.random;
    RandomStream random(spec.randomSeed);
    std::vector<std::uint8_t> drawn(spec.random ? static_cast<std::size_t>(keys) : 0);
    for (Index i = 0; i < queries; ++i) {
        std::vector<std::uint32_t> keysDrawn;
        if (spec.random)
            drawKeys(*spec.random, random, drawn, keysDrawn);
        for (Index j = 0; j < keys; ++j) {
            const bool chosen = !anyPattern || (spec.window && std::abs(i - j) <= *spec.window) ||
                                (spec.global && (i < *spec.global || j < *spec.global)) ||
                                (spec.random && drawn[static_cast<std::size_t>(j)] != 0);
            allowed(i, j) = chosen && admits(spec, i, j) ? 1 : 0;
        }
        for (const std::uint32_t key : keysDrawn)
            drawn[key] = 0;
    }
    return allowed;
}

} // namespace heedmap::attention
