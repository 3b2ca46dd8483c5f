#include "core/files/safetensors_file.h"

#include "core/session/reference.h"

#include "tests/support/core/temporary_folder.h"

#include <gtest/gtest.h>

using namespace heedmap;
using namespace heedmap::files;

namespace {

std::string withSize(const std::string& header, const std::string& data = {}) {
    std::string bytes;
    for (int i = 0; i < 8; ++i)
        bytes += static_cast<char>(header.size() >> (8 * i) & 0xff);
    return bytes + header + data;
}

std::string entry(const std::string& name, const std::string& dtype, const std::string& shape, int begin, int end) {
    return "\"" + name + "\":{\"dtype\":\"" + dtype + "\",\"shape\":" + shape + ",\"data_offsets\":[" +
           std::to_string(begin) + "," + std::to_string(end) + "]}";
}

struct BadHeader {
    const char* name;
    std::string bytes;
    std::string sentence; // after "FILE: "
    friend void PrintTo(const BadHeader& row, std::ostream* out) { *out << row.name; }
};

const std::string damaged = "the safetensors header is damaged: ";

} // namespace

TEST(Safetensors, ReadsEveryDtype) {
    const test::TemporaryFolder folder;
    const std::string header = "{\"__metadata__\":{\"format\":\"pt\"}," + entry("half", "F16", "[1]", 0, 2) + "," +
                               entry("brain", "BF16", "[1,1]", 2, 4) + "," + entry("e4", "F8_E4M3", "[]", 4, 5) + "," +
                               entry("e5", "F8_E5M2", "[1]", 5, 6) + "," + entry("flag", "BOOL", "[2]", 6, 8) + "," +
                               entry("nothing", "I64", "[0,3]", 8, 8) + "," + entry("long", "U64", "[1]", 8, 16) +
                               "}  ";
    const std::string data("\x00\x3c\x00\xc0\x38\x3c\x01\x00\x05\x00\x00\x00\x00\x00\x00\x00", 16);
    const auto file = files::open(folder.file("a.safetensors", withSize(header, data)));
    ASSERT_TRUE(file) << sentence(file.error());
    ASSERT_EQ((*file)->tensors().size(), 7u);
    const auto first = [&](const char* name) {
        const Tensor tensor = (*file)->read((*file)->find(name).value()).value();
        std::vector<double> values(static_cast<std::size_t>(tensor.shape().count()));
        tensor.view.copyTo(std::span<double>(values));
        return values.at(0);
    };
    EXPECT_EQ(first("half"), 1);
    EXPECT_EQ(first("brain"), -2);
    EXPECT_EQ(first("e4"), 1);
    EXPECT_EQ(first("e5"), 1);
    EXPECT_EQ(first("flag"), 1);
    EXPECT_EQ(first("long"), 5);
    EXPECT_EQ((*file)->read((*file)->find("nothing").value())->shape(), (Shape{0, 3}));
}

TEST(Safetensors, ListsTypesThatItDoesNotRead) {
    const test::TemporaryFolder folder;
    const std::string path =
        folder.file("a.safetensors",
                    withSize("{" + entry("a", "F4", "[2]", 0, 1) + "," + entry("b", "U8", "[1]", 1, 2) + "}", "xy"));
    const auto file = files::open(path);
    ASSERT_TRUE(file) << sentence(file.error());
    EXPECT_EQ((*file)->tensors()[0].storedDtype, "F4");
    EXPECT_EQ(sentence((*file)->read(0).error()),
              path + ": the type F4 is not read; save the tensor as F32, BF16 or F16 (tensor a)");
    EXPECT_TRUE((*file)->read(1));
    EXPECT_EQ(sentence((*file)->find("bb").error()),
              path + ": the file has no tensor \"bb\"; the nearest name is \"b\"");
    EXPECT_EQ(sentence((*file)->find("").error()),
              path + ": the file holds 2 tensors; say which, as in " + path + "#a");
}

class BadSafetensors : public testing::TestWithParam<BadHeader> {};

TEST_P(BadSafetensors, IsRefusedWithASentence) {
    const test::TemporaryFolder folder;
    const std::string path = folder.file("a.safetensors", GetParam().bytes);
    const auto file = files::open(path);
    ASSERT_FALSE(file);
    EXPECT_EQ(sentence(file.error()), path + ": " + GetParam().sentence);
}

INSTANTIATE_TEST_SUITE_P(
    Rows, BadSafetensors,
    testing::Values(
        BadHeader{"short", "123456789", "a safetensors file has at least 10 bytes, this one has 9"},
        BadHeader{"header", withSize("{}").replace(0, 1, "\x03"),
               "the safetensors header claims 3 bytes, but the file has 2 after the size and at most 100000000 are "
               "allowed"},
        BadHeader{"start", withSize(" {}"), damaged + "it does not begin with {"},
        BadHeader{"json", withSize("{\"a\"}"), damaged + "this is not valid JSON: a colon is missing (line 1, column 5)"},
        BadHeader{"after", withSize("{}x"), damaged + "something follows its closing }"},
        BadHeader{"twice", withSize("{" + entry("a", "U8", "[]", 0, 1) + "," + entry("a", "U8", "[]", 1, 2) + "}", "xy"),
               damaged + "the name \"a\" is there twice"},
        BadHeader{"metadata", withSize("{\"__metadata__\":{\"a\":1}}"),
               damaged + "__metadata__ has to be an object of texts"},
        BadHeader{"noDtype", withSize("{\"a\":{\"shape\":[],\"data_offsets\":[0,1]}}", "x"),
               damaged + "dtype, shape or data_offsets is missing (tensor a)"},
        BadHeader{"negative", withSize("{" + entry("a", "U8", "[-1]", 0, 1) + "}", "x"),
               damaged + "its shape is not a list of whole numbers from 0 to 2^64 - 1 (tensor a)"},
        BadHeader{"fraction", withSize("{" + entry("a", "U8", "[1.0]", 0, 1) + "}", "x"),
               damaged + "its shape is not a list of whole numbers from 0 to 2^64 - 1 (tensor a)"},
        BadHeader{"entry", withSize("{\"a\":{\"dtype\":\"U8\",\"size\":1}}"),
               damaged + "the entry \"size\" is unknown or there twice (tensor a)"},
        BadHeader{"hole", withSize("{" + entry("a", "U8", "[1]", 1, 2) + "}", "xy"),
               "the tensor begins at byte 1 of the data, but the one before ends at 0: bytes are shared or left out "
               "(tensor a)"},
        BadHeader{"overlap",
               withSize("{" + entry("a", "U8", "[2]", 0, 2) + "," + entry("b", "U8", "[2]", 1, 3) + "}", "xyz"),
               "the tensor begins at byte 1 of the data, but the one before ends at 2: bytes are shared or left out "
               "(tensor b)"},
        BadHeader{"backwards", withSize("{" + entry("a", "U8", "[0]", 0, 0) + "," + entry("b", "U8", "[1]", 0, -1) + "}"),
               damaged + "its data_offsets are not two whole numbers (tensor b)"},
        BadHeader{"size", withSize("{" + entry("a", "F32", "[2]", 0, 4) + "}", "wxyz"),
               "shape 2 of type F32 needs 8 bytes, but 4 are given to the tensor (tensor a)"},
        BadHeader{"trailing", withSize("{" + entry("a", "U8", "[1]", 0, 1) + "}", "xy"),
               "the tensors end at byte 1 of the data, but the file has 2 bytes of data"},
        BadHeader{"missing", withSize("{" + entry("a", "U8", "[3]", 0, 3) + "}", "xy"),
               "the tensors end at byte 3 of the data, but the file has 2 bytes of data"},
        BadHeader{"rank", withSize("{" + entry("a", "U8", "[1,1,1,1,1,1,1,1,1]", 0, 1) + "}", "x"),
               "the tensor has 9 axes, and at most 8 can be read (tensor a)"}),
    [](const auto& row) { return row.param.name; });

TEST(ShardIndex, OpensAllShards) {
    const test::TemporaryFolder folder;
    folder.file("one.safetensors", withSize("{" + entry("a", "U8", "[1]", 0, 1) + "}", "\x05"));
    folder.file("two.safetensors", withSize("{" + entry("b", "U8", "[1]", 0, 1) + "}", "\x06"));
    const std::string path = folder.file("m.safetensors.index.json", R"({"metadata": {"total_size": 2, "x": [1]},
        "weight_map": {"a": "one.safetensors", "b": "two.safetensors"}})");
    const auto file = files::open(path);
    ASSERT_TRUE(file) << sentence(file.error());
    ASSERT_EQ((*file)->tensors().size(), 2u);
    EXPECT_EQ((*file)->read((*file)->find("b").value())->view.at(std::vector<Index>{0}), 6);
}

TEST(ShardIndex, StaysInItsFolder) {
    const test::TemporaryFolder folder;
    folder.file("one.safetensors", withSize("{}"));
    const auto refusal = [&](const std::string& map) {
        const std::string path = folder.file("i.json", "{\"weight_map\": " + map + "}");
        const auto file = files::open(path);
        return file ? "opened" : sentence(file.error()).substr(path.size() + 2);
    };
    for (const std::string name : {"../x.safetensors", "/etc/passwd", "..", ""})
        EXPECT_EQ(refusal("{\"a\": \"" + name + "\"}"),
                  "the index points to \"" + name +
                      "\"; a shard has to be a file in the same folder, named without a path");
    EXPECT_EQ(refusal("{\"a\": \"one.safetensors\"}"),
              "the index says that \"a\" is in one.safetensors, but that file does not hold it");
    EXPECT_EQ(refusal("{\"a\": 1}"), "weight_map has to be an object of texts");
    EXPECT_EQ(refusal("[]"), "weight_map has to be an object of texts");
}
