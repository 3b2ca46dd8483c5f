#include "core/files/links.h"

#include "tests/support/core/temporary_folder.h"

#include <gtest/gtest.h>

using namespace heedmap;
using namespace heedmap::files;

TEST(Links, AreReadInPharaohForm) {
    const auto links = parseLinks(" 0-0 1p2\t2-1P 3-3S 3?0 1-1-P 2-2-S\n", 4, 4);
    ASSERT_TRUE(links);
    EXPECT_EQ(*links, (std::vector<GoldLink>{{{0, 0}, true},
                                             {{2, 1}, false},
                                             {{1, 2}, false},
                                             {{3, 3}, true},
                                             {{0, 3}, false},
                                             {{1, 1}, false},
                                             {{2, 2}, true}}));
    EXPECT_EQ(parseLinks("1-2", 2, 1, 1).value(), (std::vector<GoldLink>{{{1, 0}, true}}));
    EXPECT_TRUE(parseLinks("", 0, 0)->empty());
}

TEST(Links, ThatAreNoneAreRefused) {
    for (const std::string text : {"1", "1-", "-1-2", "1--2", "a-b", "1-2X", "1-2SS", "1-2-", "1-2-X", "1-2--P", "1x2",
                                   "99999999999999999999-1"})
        EXPECT_EQ(sentence(parseLinks("0-0 " + text, 9, 9).error()),
                  "\"" + text + "\" is not an alignment link; write source-target as in 0-2, 0p2, 0-2S or 0-2P");
    EXPECT_EQ(sentence(parseLinks("3-1", 2, 3).error()),
              "the link \"3-1\" points outside the 3 source and 2 target tokens");
    EXPECT_EQ(sentence(parseLinks("0-0", 2, 3, 1).error()),
              "the link \"0-0\" points outside the 3 source and 2 target tokens");
}

namespace {

using Known = LinkBase::Known;

// Of one sentence of three source and two target words.
LinkBase baseOf(std::string_view line, Index rows = 2, Index columns = 3) {
    LinkBaseFinder finder;
    finder.add(parseLinks(line).value(), rows, columns);
    return finder.found();
}

} // namespace

TEST(Links, TellWhetherTheyCountFrom0OrFrom1) {
    EXPECT_EQ(baseOf("0-1 2-1"), (LinkBase{0, Known::byZero}));
    EXPECT_EQ(baseOf("1-0"), (LinkBase{0, Known::byZero}));
    EXPECT_EQ(baseOf("1-1 3-1"), (LinkBase{1, Known::byLast})) << "3 is the last source word";
    EXPECT_EQ(baseOf("1-2"), (LinkBase{1, Known::byLast})) << "2 is the last target word";
    EXPECT_EQ(baseOf("1-1 2-1"), (LinkBase{0, Known::assumed}));
    EXPECT_EQ(baseOf("1-1 3-2", 0, 0), (LinkBase{0, Known::assumed})) << "sizes are not known";
    EXPECT_EQ(baseOf(""), (LinkBase{0, Known::needless}));
    EXPECT_TRUE(remarksOn(baseOf("0-1")).empty());
    EXPECT_TRUE(remarksOn(baseOf("")).empty());
    EXPECT_EQ(sentence(remarksOn(baseOf("1-2")).at(0)),
              "links count words from 1: none is 0, and one is the number of the last word");
    EXPECT_EQ(sentence(remarksOn(baseOf("1-1")).at(0)),
              "whether links count words from 0 or 1 cannot be told; 0 is assumed");
    LinkBaseFinder finder; // one sentence speaks for the whole file
    finder.add(parseLinks("1-1").value(), 2, 2);
    finder.add(parseLinks("2-2").value(), 2, 2);
    EXPECT_EQ(finder.found().base, 1);
    finder.add(parseLinks("0-1").value(), 2, 2);
    EXPECT_EQ(finder.found().base, 0);
}

TEST(Links, OfAFileAreOneSentenceALine) {
    const test::TemporaryFolder folder;
    const auto lines = readLinks(folder.file("a.gold", "0\t0-0 1-1P\r\n\n2\t2-2"));
    ASSERT_TRUE(lines) << sentence(lines.error());
    ASSERT_EQ(lines->size(), 3U);
    EXPECT_EQ((*lines)[0], (std::vector<GoldLink>{{{0, 0}, true}, {{1, 1}, false}}));
    EXPECT_TRUE((*lines)[1].empty());
    EXPECT_EQ((*lines)[2], (std::vector<GoldLink>{{{2, 2}, true}}));
    const std::string wrong = folder.file("b.gold", "0-0\nx\n");
    EXPECT_EQ(sentence(readLinks(wrong).error()),
              wrong + ": \"x\" is not an alignment link; write source-target as in 0-2, 0p2, 0-2S or 0-2P (line 2)");
    const std::string binary = folder.file("c.gold", std::string("0-0\0", 4));
    EXPECT_EQ(sentence(readLinks(binary).error()),
              binary + ": the file is not text; a gold alignment is needed, as in 0-0 1p2");
}
