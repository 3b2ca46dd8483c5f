#include "core/attention/mask.h"

#include <gtest/gtest.h>
#include <limits>
#include <set>

using namespace heedmap;
using namespace heedmap::attention;

namespace {

// Rows of 1 and 0, as a picture.
std::string picture(const MaskSpec& spec, Index queries, Index keys) {
    const auto allowed = buildMask(spec, queries, keys);
    if (!allowed)
        return sentence(allowed.error());
    std::string text;
    for (Index i = 0; i < queries; ++i) {
        for (Index j = 0; j < keys; ++j)
            text += (*allowed)(i, j) == 1 ? '1' : (*allowed)(i, j) == 0 ? '0' : '?';
        text += ' ';
    }
    return text;
}

MaskSpec parsed(std::string_view text) {
    return parseMask(text).value();
}

} // namespace

TEST(Mask, EachKindAndTheirCombination) {
    struct Row {
        const char* text;
        Index queries, keys;
        const char* picture;
    };
    const Row rows[] = {
        {"none", 2, 3, "111 111 "},
        {"causal", 3, 3, "100 110 111 "},
        {"causal", 2, 4, "1000 1100 "},
        {"causal", 4, 2, "10 11 11 11 "},
        {"padding:2", 2, 4, "1100 1100 "},
        {"padding:0", 1, 2, "00 "},
        {"padding:9", 1, 2, "11 "},
        {"window:1", 4, 4, "1100 1110 0111 0011 "},
        {"window:0", 2, 3, "100 010 "},
        {"global:1", 3, 3, "111 100 100 "},
        {"window:0,global:1", 3, 3, "111 110 101 "},
        {"causal,window:1", 4, 4, "1000 1100 0110 0011 "},
        {"causal,padding:2,global:1", 3, 3, "100 100 100 "},
        {"dilated:1,2", 5, 5, "10100 01010 10101 01010 00101 "},
        {"block:2", 3, 4, "1100 1100 0011 "},
        {"block:0", 1, 2, "00 "},
        {"dilated:1,2,causal", 3, 3, "100 010 101 "},
        {"random:0", 2, 3, "000 000 "},
        {"random:3", 2, 3, "111 111 "},
        {"random:99", 2, 3, "111 111 "},
        {"causal", 0, 3, ""},
        {"causal,random:2", 2, 0, "  "},
    };
    for (const Row& row : rows)
        EXPECT_EQ(picture(parsed(row.text), row.queries, row.keys), row.picture) << row.text;
}

TEST(Mask, CustomIsOneOfThoseThatAllMustAllow) {
    MaskSpec spec = parsed("causal");
    spec.custom.resize(2, 2);
    spec.custom << 0, 7, 1, 1;
    EXPECT_EQ(picture(spec, 2, 2), "00 11 ");
    spec.causal = false;
    EXPECT_EQ(picture(spec, 2, 2), "01 11 ");
    EXPECT_EQ(picture(spec, 2, 3), "the custom mask is 2×2, but α is 2×3");
}

TEST(Mask, RandomDrawsSoManyKeysARow) {
    MaskSpec spec = parsed("random:3");
    spec.randomSeed = 42;
    const BoolMatrix allowed = buildMask(spec, 200, 9).value();
    std::set<std::string> different;
    for (Index i = 0; i < 200; ++i) {
        EXPECT_EQ(allowed.row(i).cast<int>().sum(), 3) << "row " << i;
        different.insert(picture(spec, i + 1, 9).substr(static_cast<std::size_t>(i) * 10));
    }
    EXPECT_GT(different.size(), 60U);
    for (Index j = 0; j < 9; ++j)
        EXPECT_NEAR(allowed.col(j).cast<int>().sum(), 200 / 3, 25) << "column " << j;
    EXPECT_EQ(buildMask(spec, 100, 9).value(), allowed.topRows(100));
    spec.randomSeed = 43;
    EXPECT_NE(buildMask(spec, 200, 9).value(), allowed);
}

TEST(Mask, SaysWhatItIs) {
    EXPECT_EQ(MaskSpec().text(), "none");
    MaskSpec spec = parsed("random:3,causal,window:2");
    EXPECT_EQ(spec.text(), "causal, window 2, random 3 (seed 0)");
    spec.randomSeed = 7;
    spec.padding = 5;
    spec.global = 1;
    spec.dilated = 2;
    spec.dilation = 3;
    spec.block = 4;
    spec.custom = BoolMatrix::Ones(1, 1);
    EXPECT_EQ(spec.text(), "causal, padding 5, window 2, dilated 2 by 3, block 4, global 1, random 3 (seed 7), custom");
    EXPECT_FALSE(spec.allowsEverything());
    EXPECT_TRUE(parsed("").allowsEverything());
}

TEST(Mask, Equality) {
    EXPECT_EQ(parsed("causal,window:2"), parsed(" window:2 , causal "));
    EXPECT_FALSE(parsed("window:2") == parsed("window:3"));
    EXPECT_FALSE(parsed("window:0") == parsed("none"));
    EXPECT_EQ(parsed("causal,dilated:2,3"), parsed("dilated: 2 , 3 , causal"));
    EXPECT_FALSE(parsed("dilated:2,3") == parsed("dilated:2,4"));
    EXPECT_FALSE(parsed("block:2") == parsed("block:3"));
    MaskSpec a;
    a.custom = BoolMatrix::Ones(2, 2);
    MaskSpec b = a;
    EXPECT_EQ(a, b);
    b.custom(1, 0) = 0;
    EXPECT_FALSE(a == b);
    b.custom = BoolMatrix::Ones(2, 1);
    EXPECT_FALSE(a == b);
}

TEST(Mask, CustomLeavesItsPathToTheCaller) {
    std::string path;
    ASSERT_TRUE(parseMask("custom:m.npz#a[0,:,1],causal", &path));
    EXPECT_EQ(path, "m.npz#a[0,:,1]");
    EXPECT_TRUE(parseMask("custom:m.npy[0,0],padding:2", &path)->padding.has_value());
    const auto spec = parseMask("causal,custom:dir/my:mask.npy", &path);
    ASSERT_TRUE(spec);
    EXPECT_TRUE(spec->causal);
    EXPECT_EQ(path, "dir/my:mask.npy");
}

TEST(Mask, WhatCannotBeReadIsSaid) {
    struct Row {
        const char* text;
        const char* sentence;
    };
    const Row rows[] = {
        {"causla", "there is no mask \"causla\"; did you mean \"causal\"?"},
        {"Causal", "there is no mask \"Causal\"; did you mean \"causal\"?"},
        {"causal,windw:2", "there is no mask \"windw:2\"; did you mean \"window\"?"},
        {"causal:2", "there is no mask \"causal:2\"; did you mean \"causal\"?"},
        {"window", "the mask window takes a whole number from 0 up, as in window:2, not \"\""},
        {"window:", "the mask window takes a whole number from 0 up, as in window:2, not \"\""},
        {"padding:-1", "the mask padding takes a whole number from 0 up, as in padding:2, not \"-1\""},
        {"global:1.5", "the mask global takes a whole number from 0 up, as in global:2, not \"1.5\""},
        {"random:99999999999999999999",
         "the mask random takes a whole number from 0 up, as in random:2, not \"99999999999999999999\""},
        {"dilated:2",
         "the mask dilated takes a whole number from 0 up and a distance from 1 up, as in dilated:2,3, not \"2\""},
        {"dilated:2,0,causal",
         "the mask dilated takes a whole number from 0 up and a distance from 1 up, as in dilated:2,3, not \"2,0\""},
        {"custom", "the mask custom takes a file, as in custom:mask.npy"},
        {"custom:", "the mask custom takes a file, as in custom:mask.npy"},
    };
    std::string path;
    for (const Row& row : rows) {
        const auto spec = parseMask(row.text, &path);
        ASSERT_FALSE(spec) << row.text;
        EXPECT_EQ(sentence(spec.error()), row.sentence);
    }
    EXPECT_EQ(sentence(parseMask("custom:a.npy").error()), "a custom mask cannot be given here");
    for (const char* text : {",", "causal,", "causal,,window:1"})
        EXPECT_FALSE(parseMask(text)) << text;
}

TEST(Mask, CustomMasksOfBothFormsAreRead) {
    constexpr double inf = std::numeric_limits<double>::infinity();
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    const std::string expected =
        "a custom mask holds only 1 (allowed) and 0 (forbidden), or, as it is added to scores, "
        "only 0 (allowed) and -inf or numbers below -9984 (forbidden); this one holds ";
    const auto read = [](const MatrixD& numbers) {
        const auto mask = customMask(makeTensor(numbers).view);
        if (!mask)
            return sentence(mask.error());
        std::string text;
        for (Index i = 0; i < mask->size(); ++i)
            text += mask->data()[i] == 1 ? '1' : mask->data()[i] == 0 ? '0' : '?';
        return text;
    };
    struct Row {
        double numbers[4]; // of a matrix of 2×2
        std::string result;
    };
    const Row rows[] = {
        {{1, 0, 1, 1}, "1011"},
        {{0, 0, 0, 0}, "0000"},
        {{1, 1, 1, 1}, "1111"},
        {{0, -inf, 0, 0}, "1011"},
        {{-inf, -inf, -inf, -inf}, "0000"},
        {{-0.0, -inf, 0, 0}, "1011"},
        {{0, -inf, 1, 0}, expected + "1 in row 1, column 0, counted from 0"},
        {{0, -1e9, 0, 0}, "1011"},
        {{0, -10000, -10000, 0}, "1001"},
        {{0, -9984, 0, 0}, "1011"},                   // -10000 in bfloat16
        {{0, -65504, 0, 0}, "1011"},                  // torch.finfo(torch.float16).min
        {{0, -3.4028234663852886e+38, 0, 0}, "1011"}, // of float32
        {{0, -3.3895313892515355e+38, 0, 0}, "1011"}, // of bfloat16
        {{0, -inf, -1e9, 0}, "1001"},                 // a causal mask and padding, added
        {{0, -1e9, 1, 0}, expected + "1 in row 1, column 0, counted from 0"},
        {{0, -1e9, -5, 0}, expected + "-5 in row 1, column 0, counted from 0"},
        {{1, 0.3, 0, 0}, expected + "0.3 in row 0, column 1, counted from 0"},
        {{1, 0, 0, nan}, expected + "nan in row 1, column 1, counted from 0"},
        {{0, -inf, nan, 0}, expected + "nan in row 1, column 0, counted from 0"},
        {{inf, 0, 0, 0}, expected + "inf in row 0, column 0, counted from 0"},
        {{2, 0, 0, 0}, expected + "2 in row 0, column 0, counted from 0"},
        {{1, 0, -1, 0}, expected + "-1 in row 1, column 0, counted from 0"},
    };
    for (const Row& row : rows)
        EXPECT_EQ(read(Eigen::Map<const MatrixD>(row.numbers, 2, 2)), row.result);
    EXPECT_EQ(read(MatrixD(0, 3)), "");
    BoolMatrix bools(1, 2);
    bools << 1, 0;
    EXPECT_EQ(customMask(makeTensor(bools).view).value(), bools);
}
