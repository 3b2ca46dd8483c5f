#include "core/analysis/allowed_pairs.h"
#include "core/analysis/mask_figures.h"

#include <gtest/gtest.h>

#include <limits>

using namespace heedmap;
using namespace heedmap::analysis;
using attention::MaskRows;
using attention::MaskSpec;
using attention::parseMask;

namespace {

// Entry (to, from) of the mask's matrix to the power `layers`, in exact doubles.
double byPower(const MaskSpec& spec, Index n, Index from, Index to, Index layers) {
    const MatrixD mask = attention::buildMask(spec, n, n)->cast<double>();
    MatrixD power = MatrixD::Identity(n, n);
    for (Index layer = 0; layer < layers; ++layer)
        power = (mask * power).eval();
    return power(to, from);
}

} // namespace

TEST(MaskFigures, AllowedCellsAreTheClosedForms) {
    const auto cells = [](const char* text, Index n) {
        const MaskSpec spec = parseMask(text).value();
        return allowedCells(MaskRows::of(spec, n, n).value());
    };
    EXPECT_EQ(cells("causal", 1000), causalPairs(1000, 1000));
    EXPECT_EQ(cells("window:7", 1000), windowPairs(1000, 1000, 7));
    EXPECT_EQ(cells("causal,window:7", 1000), causalWindowPairs(1000, 1000, 7));
    EXPECT_EQ(cells("dilated:7,3", 1000), dilatedPairs(1000, 7, 3));
    EXPECT_EQ(cells("block:30", 1000), blockPairs(1000, 30));
    EXPECT_EQ(cells("window:7,global:2", 1000), globalWindowPairs(1000, 1000, 7, 2));
    EXPECT_EQ(cells("none", 0), Count());
}

TEST(MaskFigures, PathsAreThePowersOfTheMask) {
    for (const char* const text :
         {"none", "causal", "window:2", "dilated:1,3", "block:4", "window:1,global:1,random:2"}) {
        const MaskSpec spec = parseMask(text).value();
        const MaskRows mask = MaskRows::of(spec, 11, 11).value();
        for (Index layers = 0; layers <= 5; ++layers)
            for (Index from = 0; from < 11; from += 2)
                for (Index to = 0; to < 11; to += 3) {
                    const PathCount paths = pathsThrough(mask, from, to, layers);
                    EXPECT_EQ(static_cast<double>(paths.count), byPower(spec, 11, from, to, layers))
                        << text << " " << from << " to " << to << " in " << layers;
                    EXPECT_FALSE(paths.more);
                }
    }
}

TEST(MaskFigures, ManyPathsSaySo) {
    const MaskSpec everything;
    const MaskRows mask = MaskRows::of(everything, 1024, 1024).value();
    EXPECT_EQ(pathsThrough(mask, 0, 9, 7), (PathCount{1ULL << 60U, false}));
    EXPECT_EQ(pathsThrough(mask, 0, 9, 8), (PathCount{std::numeric_limits<std::uint64_t>::max(), true}));
    EXPECT_TRUE(pathsThrough(mask, 0, 9, 500).more);
}

TEST(MaskFigures, TheFewestLayersAreTheLongestPathOfATable) {
    const auto layers = [](const char* text, Index n, Index from, Index to) {
        const MaskSpec spec = parseMask(text).value();
        return layersToReach(MaskRows::of(spec, n, n).value(), from, to);
    };
    EXPECT_EQ(layers("none", 100, 0, 99), 1);
    EXPECT_EQ(layers("none", 100, 5, 5), 0);
    EXPECT_EQ(layers("window:4", 1000, 0, 999), 250);
    EXPECT_EQ(layers("window:4,global:1", 1000, 500, 999), 2);
    EXPECT_EQ(layers("causal", 100, 99, 0), std::nullopt);
    EXPECT_EQ(layers("block:10", 100, 0, 99), std::nullopt);
    EXPECT_EQ(layers("dilated:3,2", 100, 0, 99), std::nullopt);
    EXPECT_EQ(layers("random:0", 5, 0, 1), std::nullopt);
}

TEST(MaskFigures, AMiniatureIsTheMaskOrItsShares) {
    const MaskSpec spec = parseMask("causal").value();
    const MatrixF small = maskMiniature(MaskRows::of(spec, 3, 4).value(), 8);
    EXPECT_EQ(small, (MatrixF{{1, 0, 0, 0}, {1, 1, 0, 0}, {1, 1, 1, 0}}));
    const MatrixF large = maskMiniature(MaskRows::of(spec, 100, 100).value(), 2);
    EXPECT_EQ(large, (MatrixF{{0.51F, 0}, {1, 0.51F}}));
    EXPECT_EQ(maskMiniature(MaskRows::of(spec, 0, 5).value(), 8).size(), 0);
}
