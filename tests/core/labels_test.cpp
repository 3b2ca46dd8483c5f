#include "core/files/labels.h"

#include "core/session/reference.h"

#include "tests/support/core/temporary_folder.h"

#include <array>
#include <gtest/gtest.h>

using namespace heedmap;
using namespace heedmap::files;

TEST(Labels, AreFittedAndSaySo) {
    std::string remark;
    EXPECT_EQ(fitted({"a", "b"}, 2, &remark), (std::vector<std::string>{"a", "b"}));
    EXPECT_EQ(fitted({}, 2, &remark), std::vector<std::string>{});
    EXPECT_EQ(remark, "");
    EXPECT_EQ(fitted({"a", "b", "c"}, 1, &remark), std::vector<std::string>{"a"});
    EXPECT_EQ(remark, "3 labels for 1: the last 2 are left out");
    EXPECT_EQ(fitted({"a"}, 2, &remark), (std::vector<std::string>{"a", ""}));
    EXPECT_EQ(remark, "1 labels for 2: the last 1 stay empty");
    EXPECT_EQ(fitted({"a"}, 0), std::vector<std::string>{});
}

TEST(Labels, AreReadFromJson) {
    const test::TemporaryFolder folder;
    const auto read = [&](const std::string& text) {
        return readLabels(folder.file("t.json", text)).value();
    };
    EXPECT_EQ(read(R"({"rows": ["a"], "columns": ["b", "c"]})"), (Labels{{"a"}, {"b", "c"}}));
    EXPECT_EQ(read(R"(["a", "b"])"), (Labels{{"a", "b"}, {"a", "b"}}));
    EXPECT_EQ(read(R"({"left": ["q"], "right": ["k"]})"), (Labels{{"q"}, {"k"}}));
    EXPECT_EQ(read(R"({"target": ["t"], "tokens": ["x"]})"), (Labels{{"t"}, {}}));
    const std::string path = folder.file("n.json", "[1, 2]");
    EXPECT_EQ(sentence(readLabels(path).error()),
              path + ": no tokens were found; write {\"rows\": [\"a\", \"b\"], \"columns\": [\"x\", \"y\"]}");
}

TEST(Links, AreReadInPharaohForm) {
    const auto links = parseLinks(" 0-0 1p2\t2-1P 3-3S\n", 4, 4);
    ASSERT_TRUE(links);
    EXPECT_EQ(*links, (std::vector<GoldLink>{{{0, 0}, true}, {{2, 1}, false}, {{1, 2}, false}, {{3, 3}, true}}));
    EXPECT_EQ(parseLinks("1-2", 2, 1, 1).value(), (std::vector<GoldLink>{{{1, 0}, true}}));
    EXPECT_TRUE(parseLinks("", 0, 0)->empty());
}

TEST(Links, ThatAreNoneAreRefused) {
    for (const std::string text : {"1", "1-", "-1-2", "1--2", "a-b", "1-2X", "1-2SS", "1x2", "99999999999999999999-1"})
        EXPECT_EQ(sentence(parseLinks("0-0 " + text, 9, 9).error()),
                  "\"" + text + "\" is not an alignment link; write source-target as in 0-2, 0p2, 0-2S or 0-2P");
    EXPECT_EQ(sentence(parseLinks("3-1", 2, 3).error()),
              "the link \"3-1\" points outside the 3 source and 2 target tokens");
    EXPECT_EQ(sentence(parseLinks("0-0", 2, 3, 1).error()),
              "the link \"0-0\" points outside the 3 source and 2 target tokens");
}
