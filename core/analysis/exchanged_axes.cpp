#include "core/analysis/exchanged_axes.h"

#include "core/analysis/rows.h"
#include "core/analysis/statistics.h"

#include <algorithm>
#include <cmath>

namespace heedmap::analysis {

bool looksExchanged(const attention::AlphaSource& alpha) {
    std::vector<double> sums(static_cast<std::size_t>(alpha.columns()));
    bool rowsSum = true;
    for (Index i = 0; i < alpha.rows(); ++i) {
        const std::vector<double> row = rowOf(alpha, i);
        if (!areWeights(row))
            return false;
        rowsSum = rowsSum && areDistribution(row);
        for (std::size_t j = 0; j < row.size(); ++j)
            sums[j] += row[j];
    }
    const bool columnsSum =
        std::ranges::all_of(sums, [](double sum) { return sum == 0 || std::abs(sum - 1) <= sumTolerance; });
    return columnsSum && !rowsSum && std::ranges::any_of(sums, [](double sum) { return sum != 0; });
}

} // namespace heedmap::analysis
