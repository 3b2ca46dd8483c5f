#include "core/heatmap/histogram.h"

#include "core/result.h"

#include <algorithm>

namespace heedmap::heatmap {

Histogram histogramOf(std::span<const std::shared_ptr<const attention::AlphaSource>> sources, double low, double high,
                      std::size_t bins, const std::stop_token& stop) {
    constexpr Index mostCells = Index{1} << 24;
    HEEDMAP_EXPECTS(bins > 0 && low < high);
    Histogram histogram{low, high, std::vector<std::uint64_t>(bins), 0, 1};
    Index cells = 0;
    for (const auto& source : sources)
        cells += source->rows() * source->columns();
    histogram.everyRow = std::max<Index>(1, (cells + mostCells - 1) / mostCells);
    const double scale = static_cast<double>(bins) / (high - low);
    std::vector<float> values;
    std::vector<attention::Mark> marks;
    for (const auto& source : sources) {
        const Index columns = source->columns();
        values.resize(static_cast<std::size_t>(columns));
        marks.resize(static_cast<std::size_t>(columns));
        for (Index row = 0; row < source->rows() && columns > 0; row += histogram.everyRow) {
            if (stop.stop_requested())
                return {low, high, {}, 0, 1};
            source->tile({row, row + 1}, {0, columns}, values, marks);
            for (std::size_t i = 0; i < values.size(); ++i) {
                if (marks[i] != attention::Mark::number)
                    continue;
                ++histogram.numbers;
                const double place = (static_cast<double>(values[i]) - low) * scale;
                if (place >= 0 && place <= static_cast<double>(bins))
                    ++histogram.counts[std::min(bins - 1, static_cast<std::size_t>(place))];
            }
        }
    }
    return histogram;
}

} // namespace heedmap::heatmap
