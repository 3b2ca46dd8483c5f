// Files by the names that people give them: which tensor, and what of its axes.
#include "core/session/reference.h"

#include "core/files/writers.h"
#include "core/number_text.h"
#include "tests/support/core/temporary_folder.h"

#include <array>
#include <gtest/gtest.h>
#include <numeric>

using namespace heedmap;
using namespace heedmap::files;

TEST(TensorReference, NamesPathTensorAndIndex) {
    const test::TemporaryFolder folder;
    const auto parsed = [](const std::string& text) {
        const Reference reference = parseReference(text).value();
        std::string joined = reference.path + "|" + reference.tensor + "|";
        for (const AxisPart& part : reference.parts)
            joined += part.text() + ";";
        return joined;
    };
    EXPECT_EQ(parsed("a.npz"), "a.npz||");
    EXPECT_EQ(parsed("a.npz#attn"), "a.npz|attn|");
    EXPECT_EQ(parsed("a.npz#attn[2, -7]"), "a.npz|attn|2;-7;");
    EXPECT_EQ(parsed("a.npz#[0]"), "a.npz||0;");
    EXPECT_EQ(parsed("a.npz#attn[:, 0]"), "a.npz|attn|:;0;");
    EXPECT_EQ(parsed("a.npz#attn[ 0:2 , mean,-3:,:]"), "a.npz|attn|:2;mean;-3:;:;");
    EXPECT_EQ(parsed("a.npz#x#y"), "a.npz|x#y|");
    EXPECT_EQ(parsed("a[0].npz#w"), "a[0].npz|w|");
    EXPECT_EQ(parsed("missing[0]"), "missing[0]||");
    const std::string odd = folder.file("a#b[1].csv", "1");
    EXPECT_EQ(parsed(odd), odd + "||");
    EXPECT_EQ(parsed(odd + "#t[3]"), odd + "|t|3;");
    EXPECT_EQ(parsed(odd + "[3]"), odd + "||3;");
    EXPECT_EQ(
        sentence(parseReference("a.npz#attn[2,x]").error()),
        "\"[2,x]\" is not an index; write whole numbers as in [2,7], 2:5 for some entries, : for a whole axis, or "
        "mean");
}

TEST(TensorReference, FindsNamesThatHoldBrackets) {
    const test::TemporaryFolder folder;
    const std::string path = folder.path("a.npz");
    ASSERT_TRUE(writeNpz(path, {{"w[1]", makeTensor(MatrixD(MatrixD::Constant(2, 2, 1)))},
                                {"w[1]/b.c#d", makeTensor(MatrixD(MatrixD::Constant(2, 2, 2)))},
                                {"]x[", makeTensor(MatrixD(MatrixD::Constant(2, 2, 3)))},
                                {"l[k]", makeTensor(MatrixD(MatrixD::Constant(2, 2, 4)))}})
                    .ok());
    const auto first = [&](const std::string& rest) {
        const auto opened = openReference(parseReference(path + "#" + rest).value());
        return opened ? toMatrixD(opened->tensor.view)(0) : -1;
    };
    EXPECT_EQ(first("w[1]"), 1);
    EXPECT_EQ(first("w[1][0]"), 1);
    EXPECT_EQ(first("w[1]/b.c#d"), 2);
    EXPECT_EQ(first("w[1]/b.c#d[1]"), 2);
    EXPECT_EQ(first("]x["), 3);
    EXPECT_EQ(first("l[k]"), 4);
    EXPECT_TRUE(openReference(parseReference(path + "#w[1][k]").value()).error().is(badIndex));
}

TEST(TensorReference, TakesRangesAndMeans) {
    const test::TemporaryFolder folder;
    std::vector<double> values(4 * 3 * 2);
    std::iota(values.begin(), values.end(), 0);
    const std::string path = folder.path("a.npy");
    ASSERT_TRUE(writeNpy(path, makeTensor(Shape{4, 3, 2}, values).view).ok());
    const auto taken = [&](const std::string& rest) {
        const auto opened = openReference(parseReference(path + rest).value());
        if (!opened)
            return sentence(opened.error()).substr(path.size() + 2);
        std::vector<double> numbers(static_cast<std::size_t>(opened->tensor.shape().count()));
        opened->tensor.view.copyTo(std::span<double>(numbers));
        std::string text = opened->name + " " + opened->tensor.shape().text() + ":";
        for (const double number : numbers)
            text += " " + shortestText(number);
        return text;
    };
    EXPECT_EQ(taken("[1:3,2]"), "a.npy[1:3,2] 2×2: 10 11 16 17");
    EXPECT_EQ(taken("#[-1,:2]"), "a.npy[3,:2] 2×2: 18 19 20 21");
    EXPECT_EQ(taken("[0,mean]"), "a.npy[0,mean] 2: 2 3");
    EXPECT_EQ(taken("[mean,1:2]"), "a.npy[mean,1:2] 1×2: 11 12");
    EXPECT_EQ(taken("[mean,mean]"), "a.npy[mean,mean] 2: 11 12");
    EXPECT_EQ(taken("[2:9,0,1]"), "a.npy[2:,0,1] 2: 13 19");
    EXPECT_EQ(taken("[3:2]"), "the range 3:2 holds nothing of axis 0, which has 4 entries");
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
