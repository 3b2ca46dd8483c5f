#include "core/analysis/rows.h"

#include "core/analysis/statistics.h"

#include <algorithm>

namespace heedmap::analysis {

std::vector<double> rowOf(const attention::AlphaSource& alpha, Index row) {
    using attention::Mark;
    std::vector<double> values(static_cast<std::size_t>(alpha.columns()));
    std::vector<Mark> marks(values.size());
    alpha.preciseTile({row, row + 1}, {0, alpha.columns()}, values, marks);
    for (std::size_t j = 0; j < values.size(); ++j) {
        if (marks[j] != Mark::number && marks[j] != Mark::masked)
            values[j] = alpha.value({row, static_cast<Index>(j)});
    }
    return values;
}

bool holdsWeight(std::span<const double> p) {
    return std::any_of(p.begin(), p.end(), [](double value) { return value != 0; });
}

bool areWeights(std::span<const double> p) {
    // Weights that were printed with two decimals may be a little above 1.
    return std::all_of(p.begin(), p.end(), [](double value) { return value >= 0 && value <= 1 + sumTolerance; });
}

} // namespace heedmap::analysis
