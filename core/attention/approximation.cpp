#include "core/attention/approximation.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace heedmap::attention {

Index Approximation::featuresFor(Index d) const {
    if (kind == ApproximationKind::linear)
        return d;
    if (features > 0)
        return features;
    const auto size = static_cast<double>(std::max<Index>(d, 1));
    return std::clamp<Index>(static_cast<Index>(std::ceil(size * std::log(size))), 16, mostFeatures);
}

std::string Approximation::text() const {
    switch (kind) {
    case ApproximationKind::exact:
        return "exact";
    case ApproximationKind::linear:
        return "linear";
    case ApproximationKind::performer:
        return features > 0 ? "performer:" + std::to_string(features) : "performer";
    }
    return {};
}

Result<Approximation> parseApproximation(std::string_view text) {
    Approximation approximation;
    if (text == "exact")
        return approximation;
    if (text == "linear") {
        approximation.kind = ApproximationKind::linear;
        return approximation;
    }
    constexpr std::string_view performer = "performer";
    if (!text.starts_with(performer) || (text.size() > performer.size() && text[performer.size()] != ':'))
        return makeError(unknownMethod, {std::string(text)});
    approximation.kind = ApproximationKind::performer;
    if (text == performer)
        return approximation;
    const std::string_view number = text.substr(performer.size() + 1);
    const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), approximation.features);
    if (error != std::errc() || end != number.data() + number.size() || approximation.features < 1 ||
        approximation.features > mostFeatures)
        return makeError(performerNeedsNumber, {std::to_string(mostFeatures), std::string(number)});
    return approximation;
}

} // namespace heedmap::attention
