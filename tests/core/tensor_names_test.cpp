// Which tensor of a file is meant: where that is not known, it is asked for, never guessed.
#include "core/files/writers.h"
#include "core/session/reference.h"
#include "tests/support/core/temporary_folder.h"

#include <gtest/gtest.h>

namespace heedmap::files {
namespace {

std::string errorOf(const std::string& path) {
    const auto opened = openReference({path, {}, {}});
    return opened ? "opened " + opened->name : sentence(opened.error());
}

TEST(TensorNames, ANamelessTensorAmongOthersIsNotTaken) {
    const test::TemporaryFolder folder;
    const Tensor tensor = makeTensor(MatrixD(MatrixD::Ones(2, 2)));
    const std::string path = folder.path("three.npz");
    ASSERT_TRUE(writeNpz(path, {{"", tensor}, {"a", tensor}, {"b", tensor}}));
    EXPECT_EQ(errorOf(path), path + ": the file holds 3 tensors; say which, as in " + path + "#a");
    EXPECT_TRUE(openReference({path, "b", {}}).ok());
    const std::string single = folder.path("one.npz");
    ASSERT_TRUE(writeNpz(single, {{"", tensor}}));
    EXPECT_EQ(errorOf(single), "opened one.npz");
}

TEST(TensorNames, ANameTwiceInJsonIsRefused) {
    const test::TemporaryFolder folder;
    const std::string twice = folder.file("twice.json", "{\"a\": [[1, 0]],\n\"a\": [[1, 1]], \"b\": 1}");
    EXPECT_EQ(errorOf(twice), twice + ": the name \"a\" is there twice (line 2, column 6)");
    const std::string labels = folder.file("labels.json", R"({"rows": ["x"], "a": [[1]], "rows": ["y"]})");
    EXPECT_EQ(errorOf(labels), labels + ": the name \"rows\" is there twice (line 1, column 37)");
    const std::string inside = folder.file(
        "inside.json",
        R"({"matrices": [{"name": "m", "values": [[1]]}, {"name": "n", "values": [[1]], "values": [[2]]}]})");
    EXPECT_NE(errorOf(inside).find("the name \"values\" is there twice"), std::string::npos) << errorOf(inside);
    const std::string fine =
        folder.file("fine.json", R"({"matrices": [{"name": "m", "values": [[1]]}, {"name": "n", "values": [[1]]}]})");
    EXPECT_TRUE(openReference({fine, "n", {}}).ok()) << errorOf(fine);
}

} // namespace
} // namespace heedmap::files
