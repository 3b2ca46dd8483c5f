// Which values the ends of the color map stand for, and how a value moves between them.
#pragma once

#include "core/heatmap/pyramid.h"

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

// "auto", "0:1", "-2.5:2.5", "1%:99%". Errors: badRange.
Result<RangeSpec> parseRange(std::string_view text);
std::string text(const RangeSpec& spec);

// Limits and scale. low ≤ high, both finite; low == high for a constant matrix (every number is then drawn in the
// middle of the map).
struct ValueRange {
    double low = 0;
    double high = 1;
    Scale scale = Scale::linear;

    // 0 … 1 along the color map; below 0 or above 1 exactly where the value is outside the limits (clipped).
    // linear: (x − low)/(high − low); sqrt: the square root of that; log: ln(x/low)/ln(high/low), low > 0: values ≤ 0
    // are clipped below; rank: linear over the ranks 0 … 1 that RankSource gives.
    double position(double value) const;
    // The value at a position: what the ticks of a color bar stand for.
    double valueAt(double position) const;
    friend bool operator==(const ValueRange&, const ValueRange&) = default;
};

// Automatic: smallest … largest of the numbers, with one exception:
// weights (smallest ≥ 0 and largest ≤ 1) keep 0 as their low end, so that no weight looks like some weight; the high
// end is the largest. With Scale::log the low end is the smallest positive number, at most 10^6 below the high end.
// Percentile limits are of the numbers of the source (nearest rank on at most 2^20 evenly taken cells; stated as such).
ValueRange resolveRange(const RangeSpec& spec, Scale scale, const AlphaSource& source, const ValueSummary& summary);

// One range for several linked panels: the limits that hold all of them.
ValueRange unite(const ValueRange& a, const ValueRange& b);

// Each number replaced by its rank among the numbers of its row, 0 (smallest) … 1 (largest), equal numbers by their
// mean rank: what Scale::rank draws. value() stays the original one.
class RankSource : public AlphaSource {
public:
    explicit RankSource(std::shared_ptr<const AlphaSource> source);
    Index rows() const override;
    Index columns() const override;
    void tile(Rows rows, Columns columns, std::span<float> values, std::span<Mark> marks) const override;
    double value(Cell cell) const override;
    Mark mark(Cell cell) const override;

private:
    std::shared_ptr<const AlphaSource> source_;
};

} // namespace heedmap::heatmap
