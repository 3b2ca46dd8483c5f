// How far attention that only comes near softmax is from softmax itself.
#pragma once

#include "core/analysis/divergence.h"
#include "core/attention/attention.h"

namespace heedmap::analysis {

struct ApproximationError {
    Comparison weights;            // implied α against exact α: means over the rows, and the largest difference
    std::optional<double> context; // ‖c' − c‖ / ‖c‖, Frobenius; none where c is 0 or there are no values
};

// Both of one problem. Precondition: of one size.
ApproximationError approximationError(const attention::Attention<double>& approximate,
                                      const attention::Attention<double>& exact);

} // namespace heedmap::analysis
