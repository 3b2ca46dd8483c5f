#include "core/analysis/layer_cost.h"

#include "core/analysis/allowed_pairs.h"

namespace heedmap::analysis {

namespace {

struct Named {
    Method method;
    std::string_view name;
};
constexpr std::array names{
    Named{Method::full, "full"},
    Named{Method::additive, "additive"},
    Named{Method::causal, "causal"},
    Named{Method::window, "window"},
    Named{Method::causal_window, "causal_window"},
    Named{Method::dilated, "dilated"},
    Named{Method::block, "block"},
    Named{Method::bigbird, "bigbird"},
    Named{Method::flash, "flash"},
    Named{Method::linear, "linear"},
    Named{Method::performer, "performer"},
    Named{Method::lstm, "lstm"},
    Named{Method::gru, "gru"},
    Named{Method::convolution, "convolution"},
    Named{Method::dilated_convolution, "dilated_convolution"},
};

// The sizes as counts.
struct Counts {
    explicit Counts(const CostSizes& s)
        : nq(Count::of(s.queries))
        , nk(Count::of(s.keys))
        , d(Count::of(s.model))
        , h(Count::of(s.heads))
        , g(Count::of(s.keyValueHeads))
        , dk(Count::of(s.keySize))
        , dv(Count::of(s.valueSize))
        , bytes(Count::of(s.bytes)) {}
    Count nq, nk, d, h, g, dk, dv, bytes;
};

Count pairsOf(const CostSizes& s, Method method) {
    switch (method) {
    case Method::full:
    case Method::additive:
    case Method::flash:
        return allPairs(s.queries, s.keys);
    case Method::causal:
        return causalPairs(s.queries, s.keys);
    case Method::window:
        return windowPairs(s.queries, s.keys, s.window);
    case Method::causal_window:
        return causalWindowPairs(s.queries, s.keys, s.window);
    case Method::dilated:
        return dilatedPairs(s.queries, s.window, s.step);
    case Method::block:
        return blockPairs(s.queries, s.block);
    case Method::bigbird:
        return bigBirdPairs(s.queries, s.window, s.global, s.random);
    default:
        return 0;
    }
}

Count ceilingOf(Index a, Index b) {
    return ceilingOfQuotient(Count::of(a), static_cast<std::uint64_t>(b));
}

// ⌈log_base n⌉ by whole numbers: the smallest L with base^L ≥ n.
Count logarithm(Index n, Index base) {
    std::uint64_t layers = 0;
    for (Index reached = 1; reached < n; ++layers)
        reached = reached > n / base ? n : reached * base;
    return layers;
}

struct Path {
    std::optional<Count> longest;
    std::optional<Count> edges;
};

// Positions that see w keys on each side: n/r with r = 2w + 1, and ⌈(n − 1)/w⌉ edges.
Path restrictedPath(Index n, Index w) {
    if (n == 1)
        return {Count(1), Count(0)};
    if (w == 0)
        return {};
    return {ceilingOf(n, w > n / 2 ? n : 2 * w + 1), ceilingOf(n - 1, w)};
}

Path bigBirdPath(const CostSizes& s) {
    const Index n = s.queries;
    if (s.global == 0 || n == 1)
        return restrictedPath(n, s.window);
    const bool allMeet = s.window >= n - 1 || s.global >= n - 1;
    return {Count(allMeet ? 1 : 2), Count(allMeet ? 1 : 2)};
}

Path pathOf(const CostSizes& s, Method method) {
    const Index n = s.queries;
    const Count last = Count::of(n - 1);
    switch (method) {
    case Method::window:
    case Method::causal_window:
        return restrictedPath(n, s.window);
    case Method::dilated:
        return s.step == 1 || n == 1 ? restrictedPath(n, s.window) : Path{};
    case Method::block:
        return n <= s.block ? Path{Count(1), smallest(last, 1)} : Path{};
    case Method::bigbird:
        return bigBirdPath(s);
    case Method::lstm:
    case Method::gru:
        return {Count::of(n), last};
    case Method::convolution:
        return {ceilingOf(n, s.convolutionWidth), ceilingOf(n - 1, s.convolutionWidth - 1)};
    case Method::dilated_convolution:
        return {logarithm(n, s.convolutionWidth), logarithm(n, s.convolutionWidth)};
    default:
        return {Count(1), smallest(last, 1)};
    }
}

// MAC of linear attention, all heads: Σ_j φ(k_j) v_jᵀ, its product with φ(q_i), and the sum that divides.
Count linearProducts(const Counts& c, const CostSizes& s, Method method) {
    const Count f = Count::of(s.features);
    const Count linear = c.nk * f * c.dv + c.nq * f * c.dv + c.nq * f;
    return c.h * (method == Method::performer ? linear + (c.nq + c.nk) * c.dk * f : linear);
}

Count otherProducts(const Counts& c, const CostSizes& s, Method method) {
    switch (method) {
    case Method::linear:
    case Method::performer:
        return linearProducts(c, s, method);
    case Method::lstm:
        return Count(8) * c.nq * c.d * c.d;
    case Method::gru:
        return Count(6) * c.nq * c.d * c.d;
    case Method::convolution:
    case Method::dilated_convolution:
        return Count::of(s.convolutionWidth) * c.nq * c.d * c.d;
    default:
        return 0;
    }
}

Count tableCostOf(const Counts& c, const CostSizes& s, const LayerCost& cost) {
    switch (cost.method) {
    case Method::linear:
    case Method::performer:
        return c.h * c.nq * Count::of(s.features) * c.dv;
    case Method::lstm:
    case Method::gru:
        return c.nq * c.d * c.d;
    case Method::convolution:
    case Method::dilated_convolution:
        return cost.other;
    default:
        return c.h * cost.pairs * c.dk;
    }
}

Count trafficOf(const Counts& c, const CostSizes& s, const LayerCost& cost) {
    if (!isAttention(cost.method))
        return 0;
    const Count queriesAndContexts = c.nq * c.dk + c.nq * c.dv;
    const Count keysAndValues = c.nk * (c.dk + c.dv);
    Count numbers = queriesAndContexts + keysAndValues + Count(4) * cost.pairs;
    if (cost.method == Method::flash)
        numbers = queriesAndContexts + ceilingOf(s.queries, s.flashRows) * keysAndValues + c.nq;
    return c.h * numbers * c.bytes;
}

} // namespace

std::string_view nameOf(Method method) {
    for (const Named& named : names)
        if (named.method == method)
            return named.name;
    HEEDMAP_EXPECTS(false);
    return {};
}

bool isAttention(Method method) {
    return method < Method::lstm;
}

bool needsOneSequence(Method method) {
    return method == Method::dilated || method == Method::block || method == Method::bigbird || !isAttention(method);
}

LayerCost layerCost(const CostSizes& s, Method method) {
    HEEDMAP_EXPECTS(s.isOneSequence() || !needsOneSequence(method));
    const Counts c(s);
    const Count a = Count::of(s.hidden);
    const bool additive = method == Method::additive;
    const bool linear = method == Method::linear || method == Method::performer;
    LayerCost cost;
    cost.method = method;
    cost.pairs = pairsOf(s, method);
    cost.scores = c.h * (additive ? (c.nq + c.nk) * c.dk * a + cost.pairs * a : cost.pairs * c.dk);
    cost.exponentials = c.h * (linear ? (c.nq + c.nk) * Count::of(s.features) : cost.pairs);
    cost.tanhs = additive ? c.h * cost.pairs * a : Count();
    cost.context = c.h * cost.pairs * c.dv;
    cost.other = otherProducts(c, s, method);
    cost.multiplyAdds = cost.scores + cost.context + cost.other;
    if (isAttention(method))
        cost.projections = c.nq * c.d * c.h * (c.dk + c.dv) + c.nk * c.d * c.g * (c.dk + c.dv);
    cost.tableCost = tableCostOf(c, s, cost);
    cost.sequential = method == Method::lstm || method == Method::gru ? c.nq : Count(1);
    const Path path = pathOf(s, method);
    cost.longestPath = path.longest;
    cost.edges = path.edges;
    cost.alphaBytes = method == Method::flash ? Count() : c.h * cost.pairs * c.bytes;
    cost.trafficBytes = trafficOf(c, s, cost);
    return cost;
}

Count scoresCrossLstm(const CostSizes& s) {
    const Counts c(s);
    const Count a = c.h * c.dk;
    return a.exact() ? ceilingOfQuotient(Count(8) * c.d * c.d, *a.exact()) : Count();
}

Count layerCrossesLstm(const CostSizes& s) {
    const Counts c(s);
    const Count lstm = Count(8) * c.d * c.d;
    const Count projections = c.d * (c.h + c.g) * (c.dk + c.dv);
    const Count a = c.h * (c.dk + c.dv);
    if (!a.exact() || !lstm.exact() || !projections.exact() || *projections.exact() >= *lstm.exact())
        return 1;
    return ceilingOfQuotient(lstm - projections, *a.exact());
}

} // namespace heedmap::analysis
