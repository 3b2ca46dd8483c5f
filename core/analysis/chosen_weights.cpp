#include "core/analysis/chosen_weights.h"

#include <algorithm>

namespace heedmap::analysis {

VectorD withChosen(const VectorD& alpha, const std::map<Index, double>& chosen, Remainder remainder) {
    VectorD weights = alpha;
    double chosenSum = 0;
    double otherSum = alpha.sum();
    for (const auto& [key, weight] : chosen) {
        HEEDMAP_EXPECTS(key >= 0 && key < alpha.size() && weight >= 0);
        weights(key) = weight;
        chosenSum += weight;
        otherSum -= alpha(key);
    }
    if (remainder == Remainder::kept || chosen.empty())
        return weights;
    const double whole = alpha.sum();
    const double left = whole - chosenSum;
    if (left >= 0 && otherSum > 1e-15) {
        for (Index j = 0; j < weights.size(); ++j) {
            if (!chosen.contains(j))
                weights(j) *= left / otherSum;
        }
        return weights;
    }
    if (left < 0) { // the chosen ones take everything
        for (Index j = 0; j < weights.size(); ++j) {
            if (!chosen.contains(j))
                weights(j) = 0;
        }
    }
    const double sum = weights.sum();
    return sum > 0 ? VectorD(weights * (whole / sum)) : weights;
}

std::pair<Index, Index> widestComponents(const MatrixD& v) {
    HEEDMAP_EXPECTS(v.cols() > 0);
    const auto spread = [&](Index column) {
        return (v.col(column).array() - v.col(column).mean()).square().sum();
    };
    Index first = 0;
    Index second = -1;
    for (Index column = 1; column < v.cols(); ++column) {
        if (spread(column) > spread(first)) {
            second = first;
            first = column;
        } else if (second < 0 || spread(column) > spread(second)) {
            second = column;
        }
    }
    return {first, second};
}

} // namespace heedmap::analysis
