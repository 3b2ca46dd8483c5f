// Which values the ends of the color map stand for, and how a value moves between them.
#pragma once

#include "core/heatmap/pyramid.h"
#include "core/heatmap/rank_source.h" // for those who resolve Scale::rank
#include "core/result.h"

#include <optional>
#include <string>
#include <string_view>

namespace heedmap::heatmap {

enum class Scale : std::uint8_t { linear, log, sqrt, rank };
std::string_view nameOf(Scale scale);
std::optional<Scale> scaleNamed(std::string_view name);

// What the user asked for; the limits it comes to depend on the data.
struct RangeSpec {
    enum class Kind : std::uint8_t { automatic, fixed, percentile };
    Kind kind = Kind::automatic;
    double low = 0; // fixed: a value; percentile: 0 … 100
    double high = 1;
    friend bool operator==(const RangeSpec&, const RangeSpec&) = default;
};

inline constexpr ErrorKind badRange{HEEDMAP_MESSAGE(
    "Error", "\"%1\" is not a range; write auto, two numbers as in 0:1, or two percentiles as in 1%:99%")};
inline constexpr ErrorKind backwardRange{
    HEEDMAP_MESSAGE("Error", "the range \"%1\" ends before it begins; write the smaller limit first")};
inline constexpr ErrorKind badPercentile{
    HEEDMAP_MESSAGE("Error", "the range \"%1\" has a percentile outside 0% to 100%")};

// "auto", "0:1", "-2.5:2.5", "1%:99%". Errors: badRange, backwardRange, badPercentile.
Result<RangeSpec> parseRange(std::string_view text);
std::string text(const RangeSpec& spec);

// Limits and scale. low ≤ high, both finite; low == high where all numbers are the same (they are then drawn in the
// middle of the map).
struct ValueRange {
    double low = 0;
    double high = 1;
    Scale scale = Scale::linear;

    // 0 … 1 along the color map; below 0 or above 1 exactly where the value is outside the limits (clipped).
    // linear: (x − low)/(high − low); sqrt: the square root of that; log: ln(x/low)/ln(high/low), low > 0: values ≤ 0
    // are clipped below; rank: linear over the ranks 0 … 1 that RankSource gives.
    double position(double value) const;
    // The value at a position 0 … 1: what the ticks of a color bar stand for.
    double valueAt(double position) const;
    friend bool operator==(const ValueRange&, const ValueRange&) = default;
};

// Which limits a request comes to.
// Automatic: from the smallest to the largest number. Weights (all numbers within 0 … 1) begin at 0 instead, so that a
// small weight never looks like none; if all of them are 0, they end at 1.
// Percentile: nearest rank among the numbers of the source, of which at most 2^20 (2^16 of a slow one), evenly taken,
// are looked at. Fixed: as given. Logarithmic: as above, but the low end is positive: where it would not be, and for
// automatic limits always, it is the smallest positive number, at most a factor of 10^6 below the high end. Rank:
// `source` and `summary` are not looked at. Automatic: 0 … 1; fixed: limits of the rank; percentile: the same, in
// hundredths. Without any number (for log: any positive one): 0 … 1, for log 10^−6 … 1.
ValueRange resolveRange(const RangeSpec& spec, Scale scale, const AlphaSource& source, const ValueSummary& summary);

// Of values of either sign, 0 in the middle: as wide as the number that is farthest from 0 asks for (±1 where there is
// none but 0); limits that were given and lie evenly about 0 are taken as they are. Rank as above, any other scale is
// linear, since a logarithm knows no sign.
ValueRange symmetricRange(const RangeSpec& spec, Scale scale, const ValueSummary& summary);

// One range for several linked panels: the limits that hold all of them. Precondition: the scales are the same.
ValueRange unite(const ValueRange& a, const ValueRange& b);

} // namespace heedmap::heatmap
