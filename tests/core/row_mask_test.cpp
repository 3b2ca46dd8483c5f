#include "core/attention/mask_rows.h"

#include <gtest/gtest.h>

using namespace heedmap;
using namespace heedmap::attention;

TEST(RowMask, AllowsExactlyWhatTheMaskDoes) {
    for (const char* text :
         {"none", "causal", "padding:4", "window:2", "causal,window:1", "global:2", "random:3",
          "causal,padding:9,window:1,global:1,random:2", "random:40", "window:0", "padding:0", "dilated:2,3",
          "dilated:1,1", "dilated:99,2", "block:3", "block:0", "causal,dilated:1,4,block:2,random:1"})
        for (const auto& [queries, keys] : {std::pair<Index, Index>{11, 11}, {3, 14}, {14, 3}, {1, 1}}) {
            SCOPED_TRACE(testing::Message() << text << " " << queries << "×" << keys);
            const MaskSpec spec = parseMask(text).value();
            const BoolMatrix expected = buildMask(spec, queries, keys).value();
            const RowMask mask = RowMask::make(spec, queries, keys).value();
            for (Index i = 0; i < queries; ++i) {
                std::vector<std::uint8_t> row(static_cast<std::size_t>(keys));
                mask.allowed(i, {0, keys}, row.data());
                const Columns span = mask.span({i, i + 1});
                for (Index j = 0; j < keys; ++j) {
                    EXPECT_EQ(row[static_cast<std::size_t>(j)], expected(i, j)) << i << ", " << j;
                    EXPECT_EQ(mask.allows({i, j}), expected(i, j) != 0) << i << ", " << j;
                    EXPECT_TRUE(span.contains(j) || expected(i, j) == 0) << i << ", " << j;
                }
            }
        }
}

TEST(RowMask, WhatItSaysOfBlocksIsTrue) {
    for (const char* text : {"causal", "padding:4", "window:2", "global:2", "random:1", "causal,window:3",
                             "dilated:1,5", "dilated:2,1", "block:4", "block:3"}) {
        const MaskSpec spec = parseMask(text).value();
        const BoolMatrix expected = buildMask(spec, 12, 12).value();
        const RowMask mask = RowMask::make(spec, 12, 12).value();
        for (Index i = 0; i < 12; i += 3)
            for (Index j = 0; j < 12; j += 4) {
                const auto block = expected.block(i, j, 3, 4).array() != 0;
                const RowMask::Reach reach = mask.reach({i, i + 3}, {j, j + 4});
                EXPECT_TRUE(reach != RowMask::Reach::none || !block.any()) << text << " " << i << ", " << j;
                EXPECT_TRUE(reach != RowMask::Reach::all || block.all()) << text << " " << i << ", " << j;
                const bool oneRule = std::string_view(text) != "causal,window:3";
                EXPECT_TRUE(reach == RowMask::Reach::none || block.any() || !oneRule) << text << " " << i << ", " << j;
            }
    }
}

TEST(RowMask, CustomMasksAreCheckedAndSeenInBlocks) {
    MaskSpec spec;
    spec.custom = BoolMatrix::Zero(4, 6);
    spec.custom(2, 5) = 1;
    EXPECT_TRUE(RowMask::make(spec, 4, 5).error().is(customMaskDoesNotFit));
    const RowMask mask = RowMask::make(spec, 4, 6).value();
    EXPECT_EQ(mask.reach({0, 4}, {0, 5}), RowMask::Reach::none);
    EXPECT_EQ(mask.reach({0, 4}, {0, 6}), RowMask::Reach::some);
    EXPECT_TRUE(mask.allows({2, 5}));
    EXPECT_FALSE(mask.allows({1, 5}));
}
