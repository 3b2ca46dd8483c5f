#include "core/heatmap/value_range.h"

#include "core/number_text.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

namespace heedmap::heatmap {

namespace {

constexpr double logReach = 1e6; // the high end over the low end, at most, where the low end is chosen automatically

double linearPosition(double value, double low, double high) {
    if (std::isfinite(high - low))
        return (value - low) / (high - low);
    return (value / 2 - low / 2) / (high / 2 - low / 2); // limits so far apart that their distance overflows
}

std::string_view trimmed(std::string_view text) {
    const auto isSpace = [](char c) {
        return c == ' ' || c == '\t';
    };
    while (!text.empty() && isSpace(text.front()))
        text.remove_prefix(1);
    while (!text.empty() && isSpace(text.back()))
        text.remove_suffix(1);
    return text;
}

// A finite number, whatever the locale; nothing where there is anything else.
std::optional<double> parseNumber(std::string_view text) {
    bool negative = false;
    for (const std::string_view sign : {"-", "\u2212", "+"}) {
        if (!text.starts_with(sign))
            continue;
        text.remove_prefix(sign.size());
        negative = sign != "+";
        break;
    }
    if (text.empty() || text.front() == '-')
        return std::nullopt;
    double value = 0;
    const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (failure != std::errc() || end != text.data() + text.size() || !std::isfinite(value))
        return std::nullopt;
    return negative ? -value : value;
}

// At most 2^20 numbers of the source (2^16 of a slow one): whole rows at even distances where a row is short enough,
// else even parts of rows.
std::vector<double> sampledNumbers(const AlphaSource& source) {
    const Index most = Index{1} << (source.isSlow() ? 16 : 20);
    const Index leastRows = source.isSlow() ? 64 : 1024;
    const Index rows = source.rows();
    const Index columns = source.columns();
    if (rows == 0 || columns == 0)
        return {};
    const Index takenRows = std::min(rows, std::max(most / columns, leastRows));
    const Index takenColumns = std::min(columns, most / takenRows);
    std::vector<double> numbers;
    std::vector<double> values(static_cast<std::size_t>(columns));
    std::vector<Mark> marks(values.size());
    for (Index i = 0; i < takenRows; ++i) {
        const Index row = (2 * i + 1) * rows / (2 * takenRows);
        source.preciseTile(Rows{row, row + 1}, Columns{0, columns}, values, marks);
        for (Index j = 0; j < takenColumns; ++j) {
            const auto column = static_cast<std::size_t>((2 * j + 1) * columns / (2 * takenColumns));
            if (marks[column] == Mark::number)
                numbers.push_back(values[column]);
        }
    }
    return numbers;
}

double nearestRank(std::vector<double>& numbers, double percentile) {
    const auto count = static_cast<double>(numbers.size());
    const double rank = std::clamp(std::ceil(percentile / 100 * count), 1.0, count);
    const auto at = numbers.begin() + static_cast<std::ptrdiff_t>(rank) - 1;
    std::nth_element(numbers.begin(), at, numbers.end());
    return *at;
}

ValueRange automaticRange(const ValueSummary& summary) {
    if (summary.smallest >= 0 && summary.largest <= 1)
        return {0, summary.largest > 0 ? summary.largest : 1};
    return {summary.smallest, summary.largest};
}

ValueRange percentileRange(const RangeSpec& spec, const AlphaSource& source) {
    std::vector<double> numbers = sampledNumbers(source);
    if (numbers.empty())
        return {0, 1};
    const double low = nearestRank(numbers, spec.low);
    return {low, std::max(low, nearestRank(numbers, spec.high))};
}

// ln(a/b) of positive numbers, also where the quotient itself cannot be held.
double logRatio(double a, double b) {
    const double ratio = a / b;
    return std::isnormal(ratio) ? std::log(ratio) : std::log(a) - std::log(b);
}

ValueRange logRange(const ValueRange& linear, bool choosesLow, const ValueSummary& summary) {
    if (!choosesLow && linear.low > 0)
        return {linear.low, linear.high, Scale::log};
    if (summary.smallestPositive <= 0 || linear.high <= 0)
        return {1 / logReach, 1, Scale::log};
    const double reached = std::max(summary.smallestPositive, linear.high / logReach);
    return {std::min(reached, linear.high), linear.high, Scale::log};
}

ValueRange rankRange(const RangeSpec& spec) {
    switch (spec.kind) {
    case RangeSpec::Kind::fixed:
        return {spec.low, spec.high, Scale::rank};
    case RangeSpec::Kind::percentile:
        return {spec.low / 100, spec.high / 100, Scale::rank};
    case RangeSpec::Kind::automatic:
        break;
    }
    return {0, 1, Scale::rank};
}

} // namespace

std::string_view nameOf(Scale scale) {
    switch (scale) {
    case Scale::linear:
        return "linear";
    case Scale::log:
        return "log";
    case Scale::sqrt:
        return "sqrt";
    case Scale::rank:
        return "rank";
    }
    HEEDMAP_EXPECTS(false);
    return {};
}

std::optional<Scale> scaleNamed(std::string_view name) {
    for (const Scale scale : {Scale::linear, Scale::log, Scale::sqrt, Scale::rank}) {
        if (name == nameOf(scale))
            return scale;
    }
    return std::nullopt;
}

Result<RangeSpec> parseRange(std::string_view text) {
    const std::string given(text);
    text = trimmed(text);
    if (text == "auto")
        return RangeSpec{};
    const std::size_t colon = text.find(':');
    if (colon == std::string_view::npos)
        return makeError(badRange, {given});
    std::string_view first = trimmed(text.substr(0, colon));
    std::string_view second = trimmed(text.substr(colon + 1));
    RangeSpec spec{RangeSpec::Kind::fixed};
    if (first.ends_with('%') && second.ends_with('%')) {
        spec.kind = RangeSpec::Kind::percentile;
        first.remove_suffix(1);
        second.remove_suffix(1);
    }
    const std::optional<double> low = parseNumber(trimmed(first));
    const std::optional<double> high = parseNumber(trimmed(second));
    if (!low || !high)
        return makeError(badRange, {given});
    if (spec.kind == RangeSpec::Kind::percentile && (std::min(*low, *high) < 0 || std::max(*low, *high) > 100))
        return makeError(badPercentile, {given});
    if (*low > *high)
        return makeError(backwardRange, {given});
    spec.low = *low;
    spec.high = *high;
    return spec;
}

std::string text(const RangeSpec& spec) {
    switch (spec.kind) {
    case RangeSpec::Kind::fixed:
        return shortestText(spec.low + 0.0) + ":" + shortestText(spec.high + 0.0);
    case RangeSpec::Kind::percentile:
        return shortestText(spec.low + 0.0) + "%:" + shortestText(spec.high + 0.0) + "%";
    case RangeSpec::Kind::automatic:
        break;
    }
    return "auto";
}

double ValueRange::position(double value) const {
    constexpr double justBelow = -std::numeric_limits<double>::denorm_min();
    constexpr double justAbove = 1 + std::numeric_limits<double>::epsilon();
    if (value < low) {
        const double below = scale == Scale::log ? (value > 0 ? logRatio(value, low) : -1) : value - low;
        return std::min(below, justBelow);
    }
    if (low == high)
        return value == low ? 0.5 : justAbove;
    double position =
        scale == Scale::log ? logRatio(value, low) / logRatio(high, low) : linearPosition(value, low, high);
    if (scale == Scale::sqrt)
        position = std::sqrt(position);
    // Rounding must neither hide that a value is clipped nor make one look so that is not.
    return value > high ? std::max(position, justAbove) : std::min(position, 1.0);
}

double ValueRange::valueAt(double position) const {
    if (position == 0 || position == 1)
        return position == 0 ? low : high; // exactly
    if (scale == Scale::log)
        return std::exp(std::log(low) + position * logRatio(high, low));
    const double along = scale == Scale::sqrt ? position * position : position;
    return low * (1 - along) + high * along;
}

ValueRange resolveRange(const RangeSpec& spec, Scale scale, const AlphaSource& source, const ValueSummary& summary) {
    if (scale == Scale::rank)
        return rankRange(spec);
    ValueRange range{spec.low, spec.high};
    if (spec.kind == RangeSpec::Kind::percentile)
        range = percentileRange(spec, source);
    else if (spec.kind == RangeSpec::Kind::automatic)
        range = automaticRange(summary);
    if (scale == Scale::log)
        return logRange(range, spec.kind == RangeSpec::Kind::automatic, summary);
    range.scale = scale;
    return range;
}

ValueRange symmetricRange(const RangeSpec& spec, Scale scale, const ValueSummary& summary) {
    if (scale == Scale::rank)
        return rankRange(spec);
    if (spec.kind == RangeSpec::Kind::fixed && spec.high > 0 && spec.low == -spec.high)
        return {spec.low, spec.high, Scale::linear};
    const bool numbers = summary.count(attention::Mark::number) > 0;
    const double widest = numbers ? std::max(std::abs(summary.smallest), std::abs(summary.largest)) : 0;
    return widest > 0 ? ValueRange{-widest, widest, Scale::linear} : ValueRange{-1, 1, Scale::linear};
}

ValueRange unite(const ValueRange& a, const ValueRange& b) {
    HEEDMAP_EXPECTS(a.scale == b.scale);
    return {std::min(a.low, b.low), std::max(a.high, b.high), a.scale};
}

} // namespace heedmap::heatmap
