#include "core/attention/mask_rows.h"

#include <gtest/gtest.h>

#include <set>

using namespace heedmap;
using namespace heedmap::attention;

namespace {

MaskSpec maskOf(std::string_view text) {
    return parseMask(text).value();
}

// Cell by cell, as the definition says; random keys are those that MaskRows draws for `random` alone.
BoolMatrix naiveMask(const MaskSpec& spec, Index queries, Index keys) {
    MaskSpec randomAlone;
    randomAlone.random = spec.random;
    randomAlone.randomSeed = spec.randomSeed;
    const BoolMatrix random = buildMask(randomAlone, queries, keys).value();
    BoolMatrix allowed(queries, keys);
    for (Index i = 0; i < queries; ++i) {
        for (Index j = 0; j < keys; ++j) {
            const Index far = std::abs(i - j);
            const bool inPattern = (spec.window && far <= *spec.window) ||
                                   (spec.global && (i < *spec.global || j < *spec.global)) ||
                                   (spec.dilated && far % spec.dilation == 0 && far / spec.dilation <= *spec.dilated) ||
                                   (spec.block && *spec.block > 0 && i / *spec.block == j / *spec.block) ||
                                   (spec.random && random(i, j) != 0);
            allowed(i, j) = (!spec.hasPattern() || inPattern) && (!spec.causal || j <= i) &&
                            (!spec.padding || j < *spec.padding) && (spec.custom.size() == 0 || spec.custom(i, j) != 0);
        }
    }
    return allowed;
}

} // namespace

TEST(MaskRows, RangesAreTheDefinitionCellByCell) {
    for (const char* const text :
         {"none", "causal", "padding:3", "window:0", "window:2", "dilated:2,3", "dilated:1,1", "dilated:9,2", "block:3",
          "block:0", "random:2", "random:0", "global:2", "window:1,global:1,random:2", "causal,window:2,random:3",
          "causal,padding:4,dilated:2,2,block:2,global:1", "window:9223372036854775807", "block:9223372036854775807",
          "dilated:9223372036854775807,9223372036854775807"}) {
        for (Index queries : {0, 1, 5, 11}) {
            for (Index keys : {0, 1, 4, 11, 13}) {
                const MaskSpec spec = maskOf(text);
                const BoolMatrix expected = naiveMask(spec, queries, keys);
                EXPECT_EQ(buildMask(spec, queries, keys).value(), expected) << text << " " << queries << "×" << keys;
            }
        }
    }
}

TEST(MaskRows, RangesAreTidy) {
    MaskSpec spec = maskOf("window:2,global:1,random:4,block:5,dilated:3,4");
    spec.custom = BoolMatrix::Ones(40, 40);
    spec.custom.col(7).setZero();
    const MaskRows rows = MaskRows::of(spec, 40, 40).value();
    std::vector<Columns> ranges;
    for (Index i = 0; i < 40; ++i) {
        rows.row(i, ranges);
        for (std::size_t n = 0; n < ranges.size(); ++n) {
            EXPECT_LT(ranges[n].begin, ranges[n].end) << "row " << i;
            EXPECT_FALSE(ranges[n].contains(7)) << "row " << i;
            if (n > 0) {
                EXPECT_LT(ranges[n - 1].end, ranges[n].begin) << "row " << i;
            }
        }
    }
}

TEST(MaskRows, ABlockOfRowsNeedsWhatAnyOfThemSees) {
    const MaskSpec spec = maskOf("window:1,random:1");
    const MaskRows rows = MaskRows::of(spec, 30, 30).value();
    std::set<Index> expected;
    std::vector<Columns> ranges;
    for (Index i = 8; i < 12; ++i) {
        rows.row(i, ranges);
        for (const Columns& range : ranges)
            for (Index j = range.begin; j < range.end; ++j)
                expected.insert(j);
    }
    rows.block({8, 12}, ranges);
    std::set<Index> found;
    for (const Columns& range : ranges)
        for (Index j = range.begin; j < range.end; ++j)
            EXPECT_TRUE(found.insert(j).second) << j << " is there twice";
    EXPECT_EQ(found, expected);
}

TEST(MaskRows, ManyAndFewDrawsAreTheSameKeysWhereTheyMeet) {
    // The two ways of drawing give one sequence: 3 of 90 is by search, 3 of 96 … by marks would be 4 of 96.
    const MaskSpec few = maskOf("random:3");
    const BoolMatrix allowed = buildMask(few, 50, 90).value();
    for (Index i = 0; i < 50; ++i)
        EXPECT_EQ(allowed.row(i).cast<int>().sum(), 3) << i;
}

TEST(MaskRows, ALongSequenceTakesNoMask) {
    const MaskSpec spec = maskOf("causal,window:256");
    const MaskRows rows = MaskRows::of(spec, Index{1} << 40U, Index{1} << 40U).value();
    std::vector<Columns> ranges;
    rows.row(Index{1} << 39U, ranges);
    ASSERT_EQ(ranges.size(), 1U);
    EXPECT_EQ(ranges.front(), (Columns{(Index{1} << 39U) - 256, (Index{1} << 39U) + 1}));
}

TEST(MaskRows, ACustomMaskHasToFit) {
    MaskSpec spec;
    spec.custom = BoolMatrix::Ones(2, 3);
    const auto rows = MaskRows::of(spec, 3, 3);
    ASSERT_FALSE(rows);
    EXPECT_EQ(sentence(rows.error()), "the custom mask is 2×3, but α is 3×3");
}
