#include "core/heatmap/color_map.h"

#include "core/heatmap/color_map_tables.h"
#include "core/result.h"

#include <algorithm>
#include <cmath>

namespace heedmap::heatmap {

namespace {

using Table = std::uint8_t[256][3];

const Table& tableOf(ColorMapName name) {
    switch (name) {
    case ColorMapName::viridis:
        return viridisTable;
    case ColorMapName::cividis:
        return cividisTable;
    case ColorMapName::magma:
        return magmaTable;
    case ColorMapName::gray:
        return grayTable;
    case ColorMapName::rdbu:
        return rdbuTable;
    }
    HEEDMAP_EXPECTS(false);
    return grayTable;
}

std::string_view nameOf(ColorMapName name) {
    switch (name) {
    case ColorMapName::viridis:
        return "viridis";
    case ColorMapName::cividis:
        return "cividis";
    case ColorMapName::magma:
        return "magma";
    case ColorMapName::gray:
        return "gray";
    case ColorMapName::rdbu:
        return "RdBu";
    }
    HEEDMAP_EXPECTS(false);
    return {};
}

Rgba entry(const Table& table, bool reversed, std::size_t index) {
    const auto& color = table[reversed ? 255 - index : index];
    return {color[0], color[1], color[2], 255};
}

// Chosen as far as possible (in CIELAB) from every color of every map; the masked ones quiet, since a causal mask
// covers half of a picture.
constexpr MarkColors marksWith(Rgba masked, Rgba maskedLine) {
    return {
        .masked = masked,
        .maskedLine = maskedLine,
        .nan = {255, 0, 220, 255},
        .nanLine = {70, 0, 60, 255},
        .positiveInfinity = {255, 30, 0, 255},
        .positiveInfinityLine = {255, 235, 225, 255},
        .negativeInfinity = {40, 30, 255, 255},
        .negativeInfinityLine = {225, 230, 255, 255},
        .clippedLine = {0, 245, 60, 255},
    };
}
constexpr MarkColors lightMarks = marksWith({242, 224, 238, 255}, {204, 172, 198, 255});
constexpr MarkColors darkMarks = marksWith({52, 34, 46, 255}, {92, 64, 84, 255});

} // namespace

Rgba ColorMap::at(double position) const {
    HEEDMAP_EXPECTS(!std::isnan(position));
    const double index = std::floor(256 * std::clamp(position, 0.0, 1.0));
    return entry(tableOf(name), reversed, static_cast<std::size_t>(std::min(index, 255.0)));
}

std::array<Rgba, 256> ColorMap::table() const {
    std::array<Rgba, 256> colors;
    for (std::size_t i = 0; i < colors.size(); ++i)
        colors[i] = entry(tableOf(name), reversed, i);
    return colors;
}

std::string ColorMap::text() const {
    return std::string(nameOf(name)) + (reversed ? "_r" : "");
}

std::optional<ColorMap> colorMapNamed(std::string_view text) {
    const bool reversed = text.ends_with("_r");
    if (reversed)
        text.remove_suffix(2);
    for (const ColorMapName name : allColorMaps) {
        if (text == nameOf(name))
            return ColorMap{name, reversed};
    }
    return std::nullopt;
}

const MarkColors& markColors(bool dark) {
    return dark ? darkMarks : lightMarks;
}

} // namespace heedmap::heatmap
