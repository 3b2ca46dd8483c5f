#include "core/analysis/cost_curve.h"

#include <algorithm>

namespace heedmap::analysis {

namespace {

std::optional<Count> unlessZero(const Count& count) {
    return count == Count() ? std::nullopt : std::optional(count);
}

} // namespace

std::optional<Count> costBy(CostMeasure measure, const CostSizes& sizes, Method method) {
    const LayerCost cost = layerCost(sizes, method);
    switch (measure) {
    case CostMeasure::products:
        return cost.scores + cost.other;
    case CostMeasure::layer:
        return cost.multiplyAdds + cost.projections;
    case CostMeasure::forward:
        return forwardMultiplyAdds(sizes, method);
    case CostMeasure::alphaBytes:
        return unlessZero(cost.alphaBytes);
    case CostMeasure::trafficBytes:
        return unlessZero(cost.trafficBytes);
    case CostMeasure::sequential:
        return cost.sequential;
    case CostMeasure::edges:
        return cost.edges;
    }
    return std::nullopt;
}

std::vector<CostPoint> costCurve(CostMeasure measure, const CostSizes& sizes, Method method, Index last) {
    std::vector<Index> lengths;
    for (Index n = 1; n <= last; n = n > last / 2 ? last + 1 : 2 * n)
        lengths.push_back(n);
    lengths.push_back(sizes.queries);
    lengths.push_back(last);
    std::sort(lengths.begin(), lengths.end());
    lengths.erase(std::unique(lengths.begin(), lengths.end()), lengths.end());
    std::vector<CostPoint> points;
    for (const Index n : lengths) {
        CostSizes there = sizes;
        there.queries = there.keys = n;
        if (const auto cost = costBy(measure, there, method))
            points.push_back({n, cost->approximate()});
    }
    return points;
}

std::optional<Count> crossingWithLstm(CostMeasure measure, const CostSizes& sizes) {
    if (measure == CostMeasure::products)
        return scoresCrossLstm(sizes);
    if (measure == CostMeasure::layer || measure == CostMeasure::forward)
        return layerCrossesLstm(sizes);
    return std::nullopt;
}

} // namespace heedmap::analysis
