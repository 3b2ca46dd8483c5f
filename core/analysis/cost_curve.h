// How a cost grows with n: the lines of the cost plot.
#pragma once

#include "core/analysis/model_cost.h"

#include <vector>

namespace heedmap::analysis {

enum class CostMeasure : std::uint8_t {
    products,     // n²·d of the scores; what linear, recurrent and convolutional layers have in its place
    layer,        // all multiply–adds of a layer: scores, context, projections, or what is in their place
    forward,      // all multiply–adds of the model and batch: forwardMultiplyAdds()
    alphaBytes,   // α as it is stored, one layer
    trafficBytes, // read and written by one layer
    sequential,   // steps that have to follow one another
    edges,        // most layers or steps between two positions
};
inline constexpr std::array allCostMeasures{CostMeasure::products,   CostMeasure::layer,        CostMeasure::forward,
                                            CostMeasure::alphaBytes, CostMeasure::trafficBytes, CostMeasure::sequential,
                                            CostMeasure::edges};

// None where the method has no such cost (a path that does not exist; bytes of α that is never stored).
std::optional<Count> costBy(CostMeasure measure, const CostSizes& sizes, Method method);

struct CostPoint {
    Index n = 1;
    double cost = 0;
};
// n = 1, 2, 4, … `last` and the n of `sizes` itself, as one sequence; points without a cost are left out.
std::vector<CostPoint> costCurve(CostMeasure measure, const CostSizes& sizes, Method method, Index last);

// Where full attention becomes dearer than an LSTM by this measure; none where it has no such place.
std::optional<Count> crossingWithLstm(CostMeasure measure, const CostSizes& sizes);

} // namespace heedmap::analysis
