#include "core/analysis/allowed_pairs.h"
#include "core/analysis/cost_curve.h"
#include "core/attention/multi_head.h"

#include <gtest/gtest.h>

#include <functional>
#include <limits>

using namespace heedmap;
using namespace heedmap::analysis;

namespace {

using Allowed = std::function<bool(Index, Index)>;

// By looking at every pair.
Count counted(Index queries, Index keys, const Allowed& allowed) {
    std::uint64_t pairs = 0;
    for (Index i = 0; i < queries; ++i)
        for (Index j = 0; j < keys; ++j)
            pairs += allowed(i, j) ? 1 : 0;
    return pairs;
}

// BigBird's definition row by row: the random keys are drawn among those that a row does not see yet.
Count bigBirdCounted(Index n, Index w, Index g, Index r) {
    Count pairs;
    for (Index i = 0; i < n; ++i) {
        Index seen = 0;
        for (Index j = 0; j < n; ++j)
            seen += std::abs(i - j) <= w || i < g || j < g ? 1 : 0;
        pairs += Count::of(i < g ? seen : seen + std::min(r, n - seen));
    }
    return pairs;
}

TEST(Count, IsExactUpTo64Bits) {
    constexpr std::uint64_t largest = std::numeric_limits<std::uint64_t>::max();
    EXPECT_EQ((Count(largest - 1) + Count(1)).exact(), largest);
    EXPECT_EQ((Count(1ULL << 63U) * Count(1)).exact(), 1ULL << 63U);
    EXPECT_EQ((Count(largest) - Count(largest)).exact(), 0U);
    EXPECT_EQ(Count(268435456).text(), "268435456");
}

TEST(Count, SaysWhatNoLongerFits) {
    const Count large = Count(1ULL << 40U) * Count(1ULL << 40U);
    EXPECT_TRUE(large.overflowed());
    EXPECT_EQ(large.exact(), std::nullopt);
    EXPECT_DOUBLE_EQ(large.approximate(), 0x1p80);
    EXPECT_EQ(large.text(), "about 1.20893e+24");
    EXPECT_TRUE((large + Count(1)).overflowed());
    EXPECT_TRUE((large - Count(1)).overflowed());
    EXPECT_EQ((large * Count(0)).exact(), 0U) << "nothing, however often";
    EXPECT_TRUE(ceilingOfQuotient(large, 2).overflowed());
    EXPECT_EQ(smallest(large, Count(3)).exact(), 3U);
    EXPECT_EQ(ceilingOfQuotient(Count(7), 2).exact(), 4U);
    EXPECT_EQ(ceilingOfQuotient(Count(6), 2).exact(), 3U);
}

TEST(AllowedPairs, ClosedFormsEqualCountingForEverySmallSize) {
    for (Index n = 0; n <= 9; ++n) {
        for (Index w = 0; w <= 10; ++w) {
            const std::string size = "n " + std::to_string(n) + " w " + std::to_string(w);
            for (Index k = 0; k <= 9; ++k) {
                const auto inWindow = [&](Index i, Index j) {
                    return std::abs(i - j) <= w;
                };
                EXPECT_EQ(windowPairs(n, k, w), counted(n, k, inWindow)) << size << " k " << k;
                EXPECT_EQ(causalWindowPairs(n, k, w),
                          counted(n, k, [&](Index i, Index j) { return j <= i && i - j <= w; }))
                    << size << " k " << k;
                EXPECT_EQ(causalPairs(n, k), counted(n, k, [](Index i, Index j) { return j <= i; })) << size;
            }
            for (Index other = 1; other <= 4; ++other) {
                EXPECT_EQ(
                    dilatedPairs(n, w, other),
                    counted(n, n,
                            [&](Index i, Index j) { return std::abs(i - j) <= w * other && (i - j) % other == 0; }))
                    << size << " step " << other;
                EXPECT_EQ(blockPairs(n, other), counted(n, n, [&](Index i, Index j) { return i / other == j / other; }))
                    << size << " block " << other;
            }
            for (Index g = 0; g <= 10; g += 2)
                for (Index r = 0; r <= 4; ++r)
                    EXPECT_EQ(bigBirdPairs(n, w, g, r), bigBirdCounted(n, w, g, r)) << size << " g " << g << " r " << r;
        }
    }
}

TEST(AllowedPairs, TheFormulasOfThePapers) {
    const Index n = 1'000'003;
    EXPECT_EQ(causalPairs(n, n).exact(), 1'000'003ULL * 1'000'004ULL / 2);
    EXPECT_EQ(windowPairs(n, n, 256).exact(), 1'000'003ULL * 513 - 256ULL * 257);
    EXPECT_EQ(causalWindowPairs(n, n, 256).exact(), 1'000'003ULL * 257 - 256ULL * 257 / 2);
    EXPECT_TRUE(allPairs(Index{1} << 33U, Index{1} << 33U).overflowed());
}

CostSizes oneHead(Index n, Index d) {
    CostSizes sizes;
    sizes.queries = sizes.keys = n;
    sizes.model = sizes.keySize = sizes.valueSize = d;
    sizes.heads = sizes.keyValueHeads = 1;
    sizes.feedForward = 4 * d;
    return sizes;
}

TEST(LayerCost, ProductsOfOneHead) {
    const CostSizes sizes = oneHead(2048, 64);
    const LayerCost full = layerCost(sizes, Method::full);
    EXPECT_EQ(full.scores.exact(), 268'435'456U);
    EXPECT_EQ(full.context.exact(), 2048ULL * 2048 * 64);
    EXPECT_EQ(full.multiplyAdds, full.scores + full.context);
    EXPECT_EQ(full.projections.exact(), 4ULL * 2048 * 64 * 64);
    EXPECT_EQ(full.exponentials.exact(), 2048ULL * 2048);
    EXPECT_EQ(feedForwardMultiplyAdds(sizes).exact(), 8ULL * 2048 * 64 * 64);
}

TEST(LayerCost, AdditiveScoresOfTwoSequences) {
    CostSizes sizes = oneHead(5, 7);
    sizes.keys = 11;
    sizes.hidden = 3;
    const LayerCost additive = layerCost(sizes, Method::additive);
    EXPECT_EQ(additive.scores.exact(), 5U * 7 * 3 + 11 * 7 * 3 + 5 * 11 * 3);
    EXPECT_EQ(additive.tanhs.exact(), 5U * 11 * 3);
    EXPECT_EQ(layerCost(sizes, Method::full).projections.exact(), 2U * 5 * 49 + 2 * 11 * 49);
}

TEST(LayerCost, OtherKindsOfLayers) {
    const CostSizes sizes = oneHead(100, 64);
    EXPECT_EQ(layerCost(sizes, Method::lstm).multiplyAdds.exact(), 8U * 100 * 64 * 64);
    EXPECT_EQ(layerCost(sizes, Method::gru).multiplyAdds.exact(), 6U * 100 * 64 * 64);
    EXPECT_EQ(layerCost(sizes, Method::convolution).multiplyAdds.exact(), 3U * 100 * 64 * 64);
    EXPECT_EQ(layerCost(sizes, Method::lstm).projections.exact(), 0U);
    EXPECT_EQ(layerCost(sizes, Method::linear).multiplyAdds.exact(), 2U * 100 * 64 * 64 + 100 * 64);
    EXPECT_EQ(layerCost(sizes, Method::performer).multiplyAdds.exact(), 2U * 100 * 64 * 64 + 100 * 64 + 200 * 64 * 64);
}

TEST(LayerCost, SequentialStepsAndPathsOfVaswanisTable) {
    CostSizes sizes = oneHead(1000, 64);
    sizes.window = 4;
    const auto row = [&](Method method) {
        const LayerCost cost = layerCost(sizes, method);
        return std::array{cost.sequential, cost.longestPath.value_or(0), cost.edges.value_or(0)};
    };
    using Row = std::array<Count, 3>;
    EXPECT_EQ(row(Method::full), (Row{1, 1, 1}));
    EXPECT_EQ(row(Method::lstm), (Row{1000, 1000, 999}));
    EXPECT_EQ(row(Method::convolution), (Row{1, 334, 500}));
    EXPECT_EQ(row(Method::dilated_convolution), (Row{1, 7, 7})) << "3^6 = 729 < 1000 ≤ 3^7";
    EXPECT_EQ(row(Method::window), (Row{1, 112, 250})) << "r = 9";
    EXPECT_EQ(row(Method::bigbird), (Row{1, 2, 2}));
    EXPECT_EQ(layerCost(sizes, Method::block).edges, std::nullopt);
    EXPECT_EQ(layerCost(sizes, Method::dilated).edges, std::nullopt) << "odd and even positions never meet";
    EXPECT_EQ(layerCost(sizes, Method::full).tableCost.exact(), 1000ULL * 1000 * 64);
    EXPECT_EQ(layerCost(sizes, Method::lstm).tableCost.exact(), 1000ULL * 64 * 64);
    EXPECT_EQ(layerCost(sizes, Method::convolution).tableCost.exact(), 3ULL * 1000 * 64 * 64);
}

TEST(LayerCost, AFusedKernelMovesLess) {
    CostSizes sizes = oneHead(1000, 64);
    sizes.flashRows = 128;
    EXPECT_EQ(layerCost(sizes, Method::full).trafficBytes.exact(), 4U * (4 * 1000 * 64 + 4 * 1000 * 1000));
    EXPECT_EQ(layerCost(sizes, Method::flash).trafficBytes.exact(), 4U * (2 * 1000 * 64 + 8 * 1000 * 128 + 1000));
    EXPECT_EQ(layerCost(sizes, Method::flash).alphaBytes.exact(), 0U);
    EXPECT_EQ(layerCost(sizes, Method::flash).multiplyAdds, layerCost(sizes, Method::full).multiplyAdds);
}

TEST(LayerCost, OnePositionIsNoSpecialCase) {
    const CostSizes sizes = oneHead(1, 1);
    for (const Method method : allMethods) {
        const LayerCost cost = layerCost(sizes, method);
        EXPECT_EQ(cost.longestPath.value_or(1), Count(method == Method::dilated_convolution ? 0 : 1)) << nameOf(method);
        EXPECT_EQ(cost.edges, Count(0)) << nameOf(method);
        EXPECT_EQ(cost.pairs.exact(), isAttention(method) && cost.alphaBytes.exact() != 0 ? 1U : cost.pairs.exact());
    }
}

TEST(LayerCost, AttentionBecomesDearerThanAnLstm) {
    const CostSizes sizes = oneHead(100, 64);
    EXPECT_EQ(scoresCrossLstm(sizes).exact(), 8U * 64);
    EXPECT_EQ(layerCrossesLstm(sizes).exact(), 2U * 64);
    for (const Index n : {511, 512}) {
        const CostSizes there = oneHead(n, 64);
        EXPECT_EQ(*layerCost(there, Method::full).scores.exact() >=
                      *layerCost(there, Method::lstm).multiplyAdds.exact(),
                  n == 512);
    }
    for (const Index n : {127, 128}) {
        const CostSizes there = oneHead(n, 64);
        const LayerCost full = layerCost(there, Method::full);
        EXPECT_EQ(*(full.multiplyAdds + full.projections).exact() >=
                      *layerCost(there, Method::lstm).multiplyAdds.exact(),
                  n == 128);
    }
}

TEST(ModelCost, Gpt3) {
    const CostSizes sizes = costPresetNamed("gpt-3")->sizes;
    const ParameterCounts parameters = parametersOf(sizes);
    EXPECT_EQ(parameters.blocks.exact(), 173'946'175'488U);
    EXPECT_EQ(parameters.embedding.exact(), 642'723'840U);
    EXPECT_EQ(keyValueCache(sizes).bytesPerToken.exact(), 4'718'592U);
    EXPECT_EQ(keyValueCache(sizes).bytes.exact(), 9'663'676'416U);
    EXPECT_EQ(layerCost(sizes, Method::full).alphaBytes.exact(), 805'306'368U);
}

TEST(ModelCost, ThePapersRoundTheirParameters) {
    for (const CostPreset& preset : costPresets()) {
        const ParameterCounts parameters = parametersOf(preset.sizes);
        const double all = (parameters.total + parameters.biasesAndNorms).approximate();
        EXPECT_NEAR(all / static_cast<double>(preset.published.value()), 1, 0.035) << preset.id;
    }
    EXPECT_EQ(parametersOf(costPresetNamed("transformer-base")->sizes).blocks.exact(), 168U * 512 * 512);
    EXPECT_EQ(costPresetNamed("bert"), nullptr);
}

TEST(ModelCost, GroupedHeadsShrinkTheCache) {
    CostSizes sizes = costPresetNamed("gpt-3")->sizes;
    sizes.keyValueHeads = 8;
    EXPECT_EQ(keyValueCache(sizes).bytesPerToken.exact(), 4'718'592U / 12);
    EXPECT_EQ(parametersOf(sizes).attention.exact(), 2ULL * 12288 * 12288 + 2ULL * 12288 * 1024);
    sizes.keyValueHeads = 7;
    const auto checked = check(sizes);
    ASSERT_FALSE(checked);
    EXPECT_TRUE(checked.error().is(attention::groupsDoNotDivide));
}

TEST(ModelCost, MemoryInTraining) {
    const CostSizes sizes = costPresetNamed("transformer-base")->sizes;
    const Count p = parametersOf(sizes).total;
    const TrainingMemory memory = trainingMemory(sizes);
    EXPECT_EQ(memory.weights + memory.gradients + memory.adam, Count(16) * p);
    EXPECT_EQ(memory.sgd, Count(0));
    EXPECT_EQ(memory.momentum, Count(4) * p);
    EXPECT_EQ(memory.adamW, memory.adam);
    EXPECT_EQ(memory.adamWWithMasterWeights, Count(12) * p);
}

TEST(ModelCost, ActivationsOfALayer) {
    CostSizes sizes = oneHead(100, 64);
    sizes.layers = 1;
    sizes.heads = sizes.keyValueHeads = 4;
    sizes.keySize = sizes.valueSize = 16;
    const ActivationMemory memory = activationMemory(sizes);
    EXPECT_EQ(memory.all.exact(), 4U * (16 * 100 * 64 + 4 * 100 * 100));
    EXPECT_EQ(memory.fused.exact(), 4U * (16 * 100 * 64 + 4 * 100));
}

TEST(ModelCost, AForwardPass) {
    CostSizes sizes = oneHead(10, 4);
    sizes.layers = 1;
    sizes.decoderLayers = 2;
    sizes.batch = 3;
    const std::uint64_t attention = 2 * 100 * 4 + 4 * 10 * 16;
    EXPECT_EQ(forwardMultiplyAdds(sizes, Method::full).exact(), 3 * (5 * attention + 3 * 8 * 10 * 16));
}

TEST(CostCurve, GrowsFromOneToTheLast) {
    CostSizes sizes = oneHead(100, 64);
    const auto points = costCurve(CostMeasure::products, sizes, Method::full, 1000);
    ASSERT_EQ(points.size(), 12U) << "10 powers of two, 100 and 1000";
    EXPECT_EQ(points.front().n, 1);
    EXPECT_EQ(points.back().n, 1000);
    EXPECT_EQ(points.back().cost, 1000.0 * 1000 * 64);
    EXPECT_TRUE(costCurve(CostMeasure::alphaBytes, sizes, Method::flash, 1000).empty()) << "it is never stored";
    EXPECT_TRUE(std::is_sorted(points.begin(), points.end(), [](auto a, auto b) { return a.n < b.n; }));
    EXPECT_EQ(costCurve(CostMeasure::edges, sizes, Method::lstm, Index{1} << 40U).back().cost, 0x1p40 - 1);
}

TEST(CostCurve, CrossesTheLstmWhereTheLinesMeet) {
    CostSizes sizes = oneHead(100, 64);
    for (const CostMeasure measure : {CostMeasure::products, CostMeasure::layer, CostMeasure::forward}) {
        const auto crossing = crossingWithLstm(measure, sizes);
        ASSERT_TRUE(crossing);
        sizes.queries = sizes.keys = static_cast<Index>(*crossing->exact());
        EXPECT_EQ(costBy(measure, sizes, Method::full)->exact(), costBy(measure, sizes, Method::lstm)->exact());
    }
    EXPECT_EQ(crossingWithLstm(CostMeasure::alphaBytes, sizes), std::nullopt);
}

TEST(CostSizes, WhatIsTooSmallIsNamed) {
    CostSizes sizes;
    EXPECT_TRUE(check(sizes));
    sizes.heads = 0;
    EXPECT_EQ(sentence(check(sizes).error()), "H is 0, but it has to be at least 1");
}

} // namespace
