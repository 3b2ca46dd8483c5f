#include "core/analysis/rows.h"

#include "core/analysis/statistics.h"

#include <algorithm>

namespace heedmap::analysis {

bool holdsWeight(std::span<const double> p) {
    return std::any_of(p.begin(), p.end(), [](double value) { return value != 0; });
}

bool areWeights(std::span<const double> p) {
    // Weights that were printed with two decimals may be a little above 1.
    return std::all_of(p.begin(), p.end(), [](double value) { return value >= 0 && value <= 1 + sumTolerance; });
}

} // namespace heedmap::analysis
