#include "core/files/npy_format.h"
#include "core/session/reference.h"

#include "tests/support/core/temporary_folder.h"

#include <gtest/gtest.h>

using namespace heedmap;
using namespace heedmap::files;

namespace {

std::string npy(const std::string& header, const std::string& data = {}, char major = 1, char minor = 0) {
    std::string bytes = std::string("\x93NUMPY") + major + minor;
    bytes += static_cast<char>(header.size() & 0xff);
    bytes += static_cast<char>(header.size() >> 8);
    if (major > 1)
        bytes += std::string(2, '\0');
    return bytes + header + data;
}

std::string dict(const std::string& descr, const std::string& shape, const std::string& fortran = "False") {
    return "{'descr': '" + descr + "', 'fortran_order': " + fortran + ", 'shape': " + shape + ", }\n";
}

struct BadRow {
    const char* name;
    std::string bytes;
    std::string sentence; // after "FILE: "
    friend void PrintTo(const BadRow& row, std::ostream* out) { *out << row.name; }
};

std::vector<double> numbersOf(const Tensor& tensor) {
    std::vector<double> values(static_cast<std::size_t>(tensor.shape().count()));
    tensor.view.copyTo(std::span<double>(values));
    return values;
}

} // namespace

class BadNpy : public testing::TestWithParam<BadRow> {};

TEST_P(BadNpy, IsRefusedWithASentence) {
    const test::TemporaryFolder folder;
    const std::string path = folder.file("a.npy", GetParam().bytes);
    const auto file = files::open(path);
    const auto tensor = file ? (*file)->read(0) : Result<Tensor>(file.error());
    ASSERT_FALSE(tensor);
    EXPECT_EQ(sentence(tensor.error()), path + ": " + GetParam().sentence);
}

INSTANTIATE_TEST_SUITE_P(
    Rows, BadNpy,
    testing::Values(
        BadRow{"empty", "", "the file is empty"},
        BadRow{"magic", "\x93NUMPX\x01", "this is not an NPY array: it does not begin with \\x93NUMPY"},
        BadRow{"onlyMagic", "\x93NUMPY", "the header of the array is cut short: 10 bytes are needed, there are 6"},
        BadRow{"version", npy(dict("<f4", "()"), "1234", 4),
               "the array is of NPY version 4.0; versions 1.0, 2.0 and 3.0 can be read"},
        BadRow{"headerCut", npy(dict("<f4", "(2,)")).substr(0, 30),
               "the header of the array is cut short: 68 bytes are needed, there are 30"},
        BadRow{"headerHuge", std::string("\x93NUMPY\x02\x00\xff\xff\xff\xff", 12),
               "the header of the array claims 4294967295 bytes; more than 1048576 are not read"},
        BadRow{"notADict", npy("[]"), "the header of the array is damaged: it does not begin with {"},
        BadRow{"missing", npy("{'descr': '<f4', 'shape': ()}"),
               "the header of the array is damaged: it has no entry fortran_order"},
        BadRow{"unknownKey", npy("{'descr': '<f4', 'x': ()}"),
               "the header of the array is damaged: it has the unknown entry \"x\""},
        BadRow{"twice", npy("{'descr': '<f4', 'descr': '<f4'}"),
               "the header of the array is damaged: it has the entry descr twice"},
        BadRow{"shape", npy(dict("<f4", "(2,-1)")),
               "the header of the array is damaged: its entry shape cannot be understood"},
        BadRow{"code", npy(dict("<f4", "exit()")),
               "the header of the array is damaged: its entry shape cannot be understood"},
        BadRow{"after", npy(dict("<f4", "()") + "x", "1234"),
               "the header of the array is damaged: something follows its closing }"},
        BadRow{"rank", npy(dict("<f4", "(1,1,1,1,1,1,1,1,1)"), "1234"),
               "the tensor has 9 axes, and at most 8 can be read"},
        BadRow{"overflow", npy(dict("<f4", "(4294967296,4294967296)")),
               "a tensor of shape 4294967296×4294967296 has more numbers than can be addressed"},
        BadRow{"short", npy(dict("<f4", "(2,3)"), std::string(23, 'x')),
               "the array of shape 2×3 and type <f4 needs 24 bytes, but only 23 are there"},
        BadRow{"claim", npy(dict("<f8", "(1000000,1000000)")),
               "the array of shape 1000000×1000000 and type <f8 needs 8000000000000 bytes, but only 0 are there"},
        BadRow{"object", npy(dict("|O", "(2,)"), "cos\nsystem\n"),
               "the array holds Python objects, and reading them would run code; save numbers, as numpy.save(path, "
               "array.astype(\"float32\")) does"},
        BadRow{"text", npy(dict("<U2", "(2,)")),
               "the array holds text (<U2), not numbers; tokens belong into a JSON file"},
        BadRow{"structured", npy("{'descr': [('a', '<i4')], 'fortran_order': False, 'shape': (2,)}"),
               "the array is structured ([('a', '<i4')]); save each field as an array of its own, as array[\"field\"]"},
        BadRow{"complex", npy(dict("<c8", "(1,)"), "12345678"),
               "the numbers are complex (<c8); on the command line, --read-as magnitude or --read-as real reads "
               "them"},
        BadRow{"void2", npy(dict("|V2", "(1,)"), "12"),
               "the array holds raw two-byte entries (|V2), which is how bfloat16 is saved; on the command line, "
               "--read-as "
               "bfloat16 reads them"},
        BadRow{"longdouble", npy(dict("<f16", "()"), std::string(16, '\0')),
               "the type \"<f16\" cannot be read; save as bool, an integer or a float of at most 8 bytes"}),
    [](const auto& row) { return row.param.name; });

TEST(Npy, ReadsBothOrdersAndBothByteOrders) {
    const test::TemporaryFolder folder;
    const std::string data("\x00\x01\x00\x02\x00\x03\x00\x04\x00\x05\x00\x06", 12);
    const auto read = [&](const std::string& bytes) {
        auto opened = openReference({folder.file("a.npy", bytes), {}, {}});
        EXPECT_TRUE(opened) << sentence(opened.error());
        return numbersOf(opened->tensor);
    };
    EXPECT_EQ(read(npy(dict(">i2", "(2, 3)"), data)), (std::vector<double>{1, 2, 3, 4, 5, 6}));
    EXPECT_EQ(read(npy(dict("<i2", "(2, 3)"), data)), (std::vector<double>{256, 512, 768, 1024, 1280, 1536}));
    EXPECT_EQ(read(npy(dict(">i2", "(2, 3)", "True"), data)), (std::vector<double>{1, 3, 5, 2, 4, 6}));
    EXPECT_EQ(read(npy(dict(">i2", "(3L,2L)"), data, 2)), (std::vector<double>{1, 2, 3, 4, 5, 6}));
    EXPECT_EQ(read(npy(dict("|b1", "()"), std::string(1, '\1'), 3)), (std::vector<double>{1}));
    EXPECT_EQ(read(npy(dict("<f8", "(3, 0, 2)"))), std::vector<double>{});
    EXPECT_EQ(read(npy(dict("<f8", "(0, 1000000000000)", "True"))), std::vector<double>{});
    EXPECT_EQ(read(npy(dict("|i1", "(2,)") + std::string(300, ' ') + "\n", "\x7f\xff")),
              (std::vector<double>{127, -1}));
}

TEST(Npy, ReadsWhatTheFileDoesNotSayOnlyWhenTold) {
    const test::TemporaryFolder folder;
    const std::string bfloat = folder.file("b.npy", npy(dict("|V2", "(2,)"), std::string("\x80\x3f\x00\xc0", 4)));
    const auto read = openReference({bfloat, {}, {}}, {.voidAsBfloat16 = true});
    ASSERT_TRUE(read) << sentence(read.error());
    EXPECT_EQ(numbersOf(read->tensor), (std::vector<double>{1, -2}));

    const float parts[] = {3, 4, 0, -2};
    const std::string data(reinterpret_cast<const char*>(parts), sizeof parts);
    const std::string complex = folder.file("c.npy", npy(dict("<c8", "(2,)"), data));
    const auto magnitude = openReference({complex, {}, {}}, {.complex = ReadOptions::Complex::magnitude});
    ASSERT_TRUE(magnitude);
    EXPECT_EQ(numbersOf(magnitude->tensor), (std::vector<double>{5, 2}));
    const auto real = openReference({complex, {}, {}}, {.complex = ReadOptions::Complex::real});
    ASSERT_TRUE(real);
    EXPECT_EQ(numbersOf(real->tensor), (std::vector<double>{3, 0}));
}

TEST(Npy, SaysThatBytesAfterTheArrayAreIgnored) {
    const test::TemporaryFolder folder;
    const auto file = files::open(folder.file("a.npy", npy(dict("|u1", "(2,)"), "abcde")));
    ASSERT_TRUE(file);
    ASSERT_EQ((*file)->remarks().size(), 1U);
    EXPECT_EQ(sentence((*file)->remarks()[0]), "3 bytes after the array are ignored");
}

TEST(Npy, NoticesAFileThatIsCutBetweenOpeningAndReading) {
    const test::TemporaryFolder folder;
    const std::string path = folder.file("a.npy", npy(dict("<f4", "(2,)"), "12345678"));
    const auto file = files::open(path);
    ASSERT_TRUE(file);
    std::filesystem::resize_file(path, 40);
    const auto tensor = (*file)->read(0);
    ASSERT_FALSE(tensor);
    EXPECT_EQ(sentence(tensor.error()),
              path + ": the file had 76 bytes when it was opened and has 40 now; open it again");
}

TEST(Npy, ReadsFilesLargeEnoughToBeMapped) {
    const test::TemporaryFolder folder;
    std::string data(std::size_t{17} << 20, '\0');
    data.back() = 7;
    const auto opened = openReference({folder.file("a.npy", npy(dict("|u1", "(17825792,)"), data)), {}, {-1}});
    ASSERT_TRUE(opened) << sentence(opened.error());
    EXPECT_EQ(numbersOf(opened->tensor), std::vector<double>{7});
    EXPECT_EQ(opened->name, "a.npy[17825791]");
}

TEST(TensorFile, NamesWhatIsNoFile) {
    EXPECT_EQ(sentence(files::open("/nowhere/a.npy").error()),
              "/nowhere/a.npy: the file cannot be opened: No such file or directory");
    EXPECT_EQ(sentence(files::open("/").error()), "/: this is a folder, not a file");
    EXPECT_EQ(sentence(files::open("/dev/null").error()), "/dev/null: this is a device, not a file");
}
