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
