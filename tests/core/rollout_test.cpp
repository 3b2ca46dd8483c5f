#include "core/analysis/rollout.h"

#include "tests/support/core/case_file.h"
#include "tests/support/core/cases.h"
#include "tests/support/core/grid_source.h"
#include "tests/support/core/near.h"

#include <gtest/gtest.h>

using namespace heedmap;
using namespace heedmap::analysis;
using heedmap::test::CaseFile;

namespace {

HeadStack stackOf(const CaseFile& file, const std::string& name) {
    const Shape shape = file.tensor(name).shape();
    HeadStack stack(static_cast<std::size_t>(shape[0]));
    for (Index l = 0; l < shape[0]; ++l)
        for (Index h = 0; h < shape[1]; ++h)
            stack[static_cast<std::size_t>(l)].push_back(file.matrix(name, l, h));
    return stack;
}

// Weights whose rows sum to 1.
MatrixD weights(Index n, Index seed) {
    MatrixD matrix(n, n);
    for (Index i = 0; i < n; ++i)
        for (Index j = 0; j < n; ++j)
            matrix(i, j) = test::noise(i + 31 * seed, j) + 0.01;
    for (Index i = 0; i < n; ++i)
        matrix.row(i) /= matrix.row(i).sum();
    return matrix;
}

// The largest flow is the smallest cut: over all ways to put the inner nodes on either side.
double smallestCut(const std::vector<MatrixD>& layers, Index output, Index input) {
    const Index n = layers.front().rows();
    const Index inner = n * static_cast<Index>(layers.size() + 1);
    const Index source = n * static_cast<Index>(layers.size()) + output;
    double smallest = 1e9;
    for (std::uint32_t side = 0; side < (1U << inner); ++side) {
        const auto withSource = [&](Index node) {
            return (side >> node & 1U) != 0;
        };
        if (!withSource(source) || withSource(input))
            continue;
        double cut = 0;
        for (std::size_t l = 0; l < layers.size(); ++l)
            for (Index i = 0; i < n; ++i)
                for (Index j = 0; j < n; ++j)
                    if (withSource(static_cast<Index>(l + 1) * n + i) && !withSource(static_cast<Index>(l) * n + j))
                        cut += layers[l](i, j);
        smallest = std::min(smallest, cut);
    }
    return smallest;
}

} // namespace

TEST(Rollout, AgreesWithTheReference) {
    HEEDMAP_CASE(path, "reference/figures.npz");
    const CaseFile file(path);
    const auto layers = layersOf(stackOf(file, "attentions"), {});
    ASSERT_TRUE(layers);
    EXPECT_TRUE(test::near(rollout(*layers), file.matrix("rollout_expected"), 1e-14));
}

TEST(Rollout, RowsOfRealStacksSumToOne) {
    HEEDMAP_CASE(folder, "attention");
    for (const auto& [file, tensor] : {std::pair{"gpt2/ex0.npz", "attn_softmax"},
                                       {"gpt2/ex1.npz", "attn_softmax"},
                                       {"letters/atzmon.npz", "encoder_self_attention"},
                                       {"letters/atzmon.npz", "decoder_self_attention"}})
        for (const double residual : {0.0, 0.5, 0.9})
            for (const HeadFusion fusion : {HeadFusion::mean, HeadFusion::max}) {
                SCOPED_TRACE(std::string(file) + " " + tensor);
                const HeadStack stack = stackOf(CaseFile(folder + "/" + file), tensor);
                const auto layers = layersOf(stack, {.fusion = fusion, .heads = {}, .residual = residual});
                ASSERT_TRUE(layers);
                const VectorD sums = rollout(*layers).rowwise().sum();
                EXPECT_TRUE(test::near(sums, MatrixD::Ones(sums.size(), 1), 1e-12));
            }
}

TEST(Rollout, OnlyTheResidualIsTheIdentity) {
    const HeadStack stack{{weights(4, 1)}, {weights(4, 2)}};
    EXPECT_EQ(rollout(*layersOf(stack, {.residual = 1})), MatrixD::Identity(4, 4));
    EXPECT_TRUE(test::near(rollout(*layersOf(stack, {.residual = 0})), stack[1][0] * stack[0][0], 1e-14));
}

TEST(Rollout, HeadsAreTakenTogetherAsAsked) {
    const MatrixD a{{1, 0}, {0.5, 0.5}}, b{{0, 1}, {0.5, 0.5}};
    const HeadStack stack{{a, b}};
    EXPECT_EQ((*layersOf(stack, {.residual = 0}))[0], (MatrixD{{0.5, 0.5}, {0.5, 0.5}}));
    EXPECT_EQ((*layersOf(stack, {.fusion = HeadFusion::max, .residual = 0}))[0], (MatrixD{{0.5, 0.5}, {0.5, 0.5}}));
    EXPECT_EQ((*layersOf(stack, {.heads = {1}, .residual = 0}))[0], b);
    EXPECT_EQ((*layersOf(stack, {.residual = 0.5}))[0], (MatrixD{{0.75, 0.25}, {0.25, 0.75}}));
}

TEST(Rollout, ARowWithoutWeightPassesItsInputOn) {
    const auto layers = layersOf({{MatrixD{{0, 0}, {1, 0}}}}, {.residual = 0});
    EXPECT_EQ((*layers)[0], (MatrixD{{1, 0}, {1, 0}}));
}

TEST(Rollout, SaysWhyAStackCannotBeUsed) {
    const auto message = [](const HeadStack& stack, const RolloutOptions& options) {
        const auto layers = layersOf(stack, options);
        return layers ? std::string() : sentence(layers.error());
    };
    EXPECT_EQ(message({}, {}), "a stack needs at least one layer and one head");
    EXPECT_EQ(message({{}}, {}), "a stack needs at least one layer and one head");
    EXPECT_EQ(message({{MatrixD::Ones(2, 3)}}, {}), "layers follow each other only where every head is square and of "
                                                    "one size, but [0,0] is 2×3 and [0,0] is 2×3");
    EXPECT_EQ(message({{MatrixD::Ones(2, 2)}, {MatrixD::Ones(3, 3)}}, {}),
              "layers follow each other only where every head is square and of one size, but [0,0] is 2×2 and [1,0] is "
              "3×3");
    EXPECT_EQ(message({{MatrixD::Ones(2, 2)}}, {.heads = {1}}), "there is no head 1 in layer 0, which has 1");
    EXPECT_EQ(message({{MatrixD::Ones(2, 2)}}, {.residual = 1.5}), "the residual share is 1.5, and it has to be 0 … 1");
}

TEST(AttentionFlow, OfOneLayerIsTheLayer) {
    const auto layers = layersOf({{weights(5, 3)}}, {});
    EXPECT_TRUE(test::near(*attentionFlow(*layers), (*layers)[0], 1e-14));
}

TEST(AttentionFlow, IsTheSmallestCut) {
    const auto layers = layersOf({{weights(3, 4)}, {weights(3, 5)}, {weights(3, 6)}}, {.residual = 0.3});
    const MatrixD flow = *attentionFlow(*layers);
    for (Index i = 0; i < 3; ++i) {
        for (Index j = 0; j < 3; ++j)
            EXPECT_NEAR(flow(i, j), smallestCut(*layers, i, j), 1e-12) << i << ", " << j;
    }
}

TEST(AttentionFlow, GoesWhereRolloutGoesAndStops) {
    HEEDMAP_CASE(path, "attention/gpt2/ex0.npz");
    const auto layers = layersOf(stackOf(CaseFile(path), "attn_softmax"), {});
    const MatrixD rolled = rollout(*layers);
    const MatrixD flow = *attentionFlow(*layers);
    for (Index i = 0; i < flow.rows(); ++i)
        for (Index j = 0; j < flow.cols(); ++j) {
            EXPECT_EQ(flow(i, j) > 0, rolled(i, j) > 0) << i << ", " << j;
            EXPECT_GE(flow(i, j), rolled(i, j) - 1e-12) << "what arrives in rollout is a flow: " << i << ", " << j;
        }
    std::stop_source stop;
    stop.request_stop();
    EXPECT_FALSE(attentionFlow(*layers, stop.get_token()).has_value());
}
