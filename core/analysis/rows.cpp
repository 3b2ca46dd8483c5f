#include "core/analysis/rows.h"

#include "core/analysis/statistics.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace heedmap::analysis {

bool holdsWeight(std::span<const double> p) {
    return std::any_of(p.begin(), p.end(), [](double value) { return value != 0; });
}

bool areWeights(std::span<const double> p) {
    // Weights that were printed with two decimals may be a little above 1.
    return std::all_of(p.begin(), p.end(), [](double value) { return value >= 0 && value <= 1 + sumTolerance; });
}

bool areDistribution(std::span<const double> p) {
    const double sum = std::accumulate(p.begin(), p.end(), 0.0);
    return areWeights(p) && (std::abs(sum - 1) <= sumTolerance || !holdsWeight(p));
}

} // namespace heedmap::analysis
