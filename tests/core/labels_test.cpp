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

TEST(TensorReference, NamesPathTensorAndIndex) {
    const test::TemporaryFolder folder;
    const auto parsed = [](const std::string& text) {
        const Reference reference = parseReference(text).value();
        std::string joined = reference.path + "|" + reference.tensor + "|";
        for (const Index i : reference.index)
            joined += (i == wholeAxis ? ":" : std::to_string(i)) + ";";
        return joined;
    };
    EXPECT_EQ(parsed("a.npz"), "a.npz||");
    EXPECT_EQ(parsed("a.npz#attn"), "a.npz|attn|");
    EXPECT_EQ(parsed("a.npz#attn[2, -7]"), "a.npz|attn|2;-7;");
    EXPECT_EQ(parsed("a.npz#[0]"), "a.npz||0;");
    EXPECT_EQ(parsed("a.npz#attn[:, 0]"), "a.npz|attn|:;0;");
    EXPECT_EQ(parsed("a.npz#x#y"), "a.npz|x#y|");
    EXPECT_EQ(parsed("a[0].npz#w"), "a[0].npz|w|");
    EXPECT_EQ(parsed("missing[0]"), "missing[0]||");
    const std::string odd = folder.file("a#b[1].csv", "1");
    EXPECT_EQ(parsed(odd), odd + "||");
    EXPECT_EQ(parsed(odd + "#t[3]"), odd + "|t|3;");
    EXPECT_EQ(parsed(odd + "[3]"), odd + "||3;");
    EXPECT_EQ(sentence(parseReference("a.npz#attn[2,x]").error()),
              "\"[2,x]\" is not an index; write whole numbers as in [2,7], or : for a whole axis");
}

TEST(TensorReference, RefusesWhatIsNotThere) {
    const test::TemporaryFolder folder;
    const std::string path = folder.file("a.csv", "1,2\n3,4\n");
    const auto refusal = [&](const std::string& rest) {
        return sentence(openReference(parseReference(path + rest).value()).error()).substr(path.size() + 2);
    };
    EXPECT_EQ(refusal("[2]"), "index 2 is outside axis 0, which has 2 entries");
    EXPECT_EQ(refusal("[0,-3]"), "index -3 is outside axis 1, which has 2 entries");
    EXPECT_EQ(refusal("[0,0,0]"), "3 indices are given, but the tensor has only 2 axes (2×2)");
    EXPECT_EQ(refusal("#attn"), "the file has no tensor \"attn\"; its only tensor has no name");
    const auto last = openReference(parseReference(path + "[-1,0]").value());
    ASSERT_TRUE(last);
    EXPECT_EQ(last->name, "a.csv[1,0]");
    EXPECT_EQ(last->tensor.view.at({}), 3);
    const auto column = openReference(parseReference(path + "[:,1]").value());
    ASSERT_TRUE(column);
    EXPECT_EQ(column->name, "a.csv[:,1]");
    EXPECT_EQ(column->tensor.shape(), Shape{2});
    EXPECT_EQ(column->tensor.view.at(std::array<Index, 1>{1}), 4);
}
