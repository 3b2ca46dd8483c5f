// What the numbers of a tensor look like: their range, what is no number, and along which axis they are distributions.
#pragma once

#include "core/tensor/tensor.h"

#include <optional>
#include <vector>

namespace heedmap::analysis {

struct TensorSummary {
    std::optional<double> smallest; // of the finite numbers; none where there are none
    std::optional<double> largest;
    Index nan = 0;
    Index positiveInfinity = 0;
    Index negativeInfinity = 0;
    // Axes along which every sum of non-negative numbers is 1 within sumTolerance (or all are 0: a row that allows
    // nothing). α has its last axis here; a dump of [sentence, source, target] its middle one.
    std::vector<int> axesSummingToOne;
};

// Wide enough for weights that were printed with two decimals.
inline constexpr double sumTolerance = 0.05;

TensorSummary summarize(const TensorView& tensor);

} // namespace heedmap::analysis
