#include "core/nearest_word.h"

#include <gtest/gtest.h>
#include <vector>

using namespace heedmap;

TEST(NearestWord, FindsWhatWasMeant) {
    const std::vector<std::string> masks{"causal", "padding", "window", "global", "random", "custom"};
    EXPECT_EQ(nearestWord("causla", masks), "causal");
    EXPECT_EQ(nearestWord("Casual", masks), "causal");
    EXPECT_EQ(nearestWord("pad", masks), "padding");
    EXPECT_EQ(nearestWord("WINDOW", masks), "window");
    EXPECT_EQ(nearestWord("costum", masks), "custom");
}

TEST(NearestWord, EdgeCases) {
    EXPECT_EQ(nearestWord("a", {}), "");
    const std::vector<std::string> words{"", "ab", "ba"};
    EXPECT_EQ(nearestWord("", words), "");
    EXPECT_EQ(nearestWord("ab", words), "ab");
    const std::vector<std::string> equallyNear{"xa", "xb"};
    EXPECT_EQ(nearestWord("xc", equallyNear), "xa");
}

TEST(NearestWord, ASwapOfNeighboursIsOneEdit) {
    const std::vector<std::string> words{"dxt", "dot"};
    EXPECT_EQ(nearestWord("dto", words), "dot");
}

TEST(MeantWord, IsNoneWhereTooManyLettersDiffer) {
    const std::vector<std::string> words{"additive", "dot", "padding", "--colormap"};
    EXPECT_EQ(meantWord("foo", words), "");
    EXPECT_EQ(meantWord("", words), "");
    EXPECT_EQ(meantWord("a", std::vector<std::string>{"b"}), "");
    EXPECT_EQ(meantWord("a", {}), "");
    EXPECT_EQ(meantWord("dto", words), "dot");
    EXPECT_EQ(meantWord("pad", words), "padding");
    EXPECT_EQ(meantWord("aditive", words), "additive");
    EXPECT_EQ(meantWord("--colour", words), "");
}
