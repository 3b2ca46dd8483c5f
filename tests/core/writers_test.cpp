// What is written reads back as it was; what cannot be written leaves nothing behind.
#include "core/files/writers.h"
#include "core/files/zip_writer.h"
#include "core/number_text.h"
#include "core/session/reference.h"

#include "tests/support/core/numbers.h"
#include "tests/support/core/temporary_folder.h"

#include <cmath>
#include <csignal>
#include <gtest/gtest.h>
#include <limits>
#include <random>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace heedmap;
using namespace heedmap::files;

namespace {

using heedmap::test::infinity;
using heedmap::test::quietNaN;

// Stands in for the real sources, of which only the interface belongs here.
class GivenAlpha : public attention::AlphaSource {
public:
    explicit GivenAlpha(MatrixD values, BoolMatrix allowed = {})
        : values_(std::move(values))
        , allowed_(std::move(allowed)) {}
    Index rows() const override { return values_.rows(); }
    Index columns() const override { return values_.cols(); }
    void tile(Rows, Columns, std::span<float>, std::span<attention::Mark>) const override {
        FAIL() << "text is written in full precision, not from tiles";
    }
    void preciseTile(Rows rows, Columns columns, std::span<double> values,
                     std::span<attention::Mark> marks) const override {
        std::size_t at = 0;
        for (Index i = rows.begin; i < rows.end; ++i) {
            for (Index j = columns.begin; j < columns.end; ++j, ++at) {
                marks[at] = mark({i, j});
                values[at] = marks[at] == attention::Mark::number ? value({i, j}) : 0.0;
            }
        }
    }
    double value(Cell cell) const override { return values_(cell.row, cell.column); }
    attention::Mark mark(Cell cell) const override {
        using attention::Mark;
        if (allowed_.size() > 0 && !allowed_(cell.row, cell.column))
            return Mark::masked;
        const double v = value(cell);
        return std::isnan(v)    ? Mark::nan
               : v == infinity  ? Mark::positiveInfinity
               : v == -infinity ? Mark::negativeInfinity
                                : Mark::number;
    }

private:
    MatrixD values_;
    BoolMatrix allowed_;
};

NamedMatrix named(const std::string& name, MatrixD values, Labels labels = {}, BoolMatrix allowed = {}) {
    return {name, std::make_shared<GivenAlpha>(std::move(values), std::move(allowed)), std::move(labels)};
}

OpenedTensor reopened(const std::string& path, const std::string& tensor = {}) {
    auto opened = openReference({path, tensor, {}});
    EXPECT_TRUE(opened) << sentence(opened.error());
    return opened ? *std::move(opened) : OpenedTensor{};
}

void expectSame(const MatrixD& read, const MatrixD& written) {
    ASSERT_EQ(read.rows(), written.rows());
    ASSERT_EQ(read.cols(), written.cols());
    for (Index i = 0; i < read.rows(); ++i)
        for (Index j = 0; j < read.cols(); ++j)
            EXPECT_TRUE(read(i, j) == written(i, j) || (std::isnan(read(i, j)) && std::isnan(written(i, j))))
                << "[" << i << "," << j << "]: " << read(i, j) << " and " << written(i, j);
}

MatrixD awkward() {
    MatrixD values(3, 3);
    values << 0.4011120926797834, 1e-300, -0.0, quietNaN, infinity, -infinity, 1e17, 1.0 / 3, 5e-324;
    return values;
}

Labels awkwardLabels() {
    return {{"", " to", "1992"}, {"a,b", "\"q\"", "# x"}};
}

// Runs `work` where no file may grow beyond `bytes`; its result as the exit status.
int withFileSizeLimit(rlim_t bytes, const std::function<bool()>& work) {
    const pid_t child = fork();
    if (child == 0) {
        std::signal(SIGXFSZ, SIG_IGN);
        const rlimit limit{bytes, bytes};
        setrlimit(RLIMIT_FSIZE, &limit);
        _exit(work() ? 0 : 1);
    }
    int status = 0;
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

} // namespace

TEST(NumberText, IsShortAndReadsBack) {
    EXPECT_EQ(shortestText(0.4011120926797834), "0.4011120926797834");
    EXPECT_EQ(shortestText(1e-30), "1e-30");
    EXPECT_EQ(shortestText(0.0), "0");
    EXPECT_EQ(shortestText(quietNaN), "nan");
    EXPECT_EQ(shortestText(-quietNaN), "nan");
    EXPECT_EQ(shortestText(infinity), "inf");
    EXPECT_EQ(shortestText(-infinity), "-inf");
}

TEST(WriteNpy, KeepsEveryDtypeAndOrder) {
    const test::TemporaryFolder folder;
    const std::string path = folder.path("a.npy");
    const std::string bytes("\x00\x3c\x00\xc0\x01\x00\x00\x7c\x34\x12\x78\x56", 12);
    const auto* data = reinterpret_cast<const std::byte*>(bytes.data());
    for (const DType dtype : {DType::boolean, DType::int8, DType::uint8, DType::int16, DType::uint16, DType::float16,
                              DType::int32, DType::uint32, DType::float32}) {
        const auto size = static_cast<Index>(sizeOf(dtype));
        const Index columns = 12 / size / 3;
        for (const bool swapped : {false, true}) {
            const TensorView view(data, dtype, Shape{columns, 3}, std::vector<Index>{size, columns * size}, swapped);
            ASSERT_TRUE(writeNpy(path, view));
            const OpenedTensor read = reopened(path);
            EXPECT_EQ(read.tensor.dtype(), dtype);
            expectSame(toMatrixD(read.tensor.view), toMatrixD(view));
        }
    }
}

TEST(WriteNpy, IsWhatNumPyWrites) {
    const std::string bytes = npyBytes(makeTensor(MatrixD(MatrixD::Constant(1000, 2, 1.5))).view);
    EXPECT_EQ(bytes.substr(0, 10), std::string("\x93NUMPY\x01\x00\x76\x00", 10));
    EXPECT_EQ(bytes.substr(10, 60), "{'descr': '<f8', 'fortran_order': False, 'shape': (1000, 2, ");
    EXPECT_EQ(bytes[127], '\n');
    EXPECT_EQ(bytes.size(), 128u + 1000 * 2 * 8);
}

TEST(WriteNpy, WritesLargeStridedTensorsPieceByPiece) {
    const test::TemporaryFolder folder;
    MatrixD values(700, 301);
    for (Index i = 0; i < values.size(); ++i)
        values.data()[i] = static_cast<double>(i);
    const Tensor tensor = makeTensor(values);
    const TensorView transposed = tensor.view.permuted(std::vector<int>{1, 0});
    ASSERT_TRUE(writeNpy(folder.path("a.npy"), transposed));
    expectSame(toMatrixD(reopened(folder.path("a.npy")).tensor.view), values.transpose());
}

TEST(WriteNpy, WritesBfloat16AsFloat32AndEmptyTensors) {
    const test::TemporaryFolder folder;
    const std::string path = folder.path("a.npy");
    const std::uint16_t halves[] = {0x3f80, 0xc000};
    ASSERT_TRUE(writeNpy(path, TensorView(reinterpret_cast<const std::byte*>(halves), DType::bfloat16, Shape{2})));
    const OpenedTensor read = reopened(path);
    EXPECT_EQ(read.tensor.dtype(), DType::float32);
    EXPECT_EQ(read.tensor.view.at(std::vector<Index>{1}), -2);
    ASSERT_TRUE(writeNpy(path, makeTensor(MatrixD(0, 5)).view));
    EXPECT_EQ(reopened(path).tensor.shape(), (Shape{0, 5}));
    ASSERT_TRUE(writeNpy(path, makeTensor(Shape{}, std::vector<double>{4}).view));
    EXPECT_EQ(reopened(path).tensor.view.at({}), 4);
}

TEST(WriteNpz, ReadsBack) {
    const test::TemporaryFolder folder;
    const std::string path = folder.path("a.npz");
    ASSERT_TRUE(writeNpz(path, {{"alpha", makeTensor(awkward())}, {"β", makeTensor(MatrixF(MatrixF::Ones(2, 1)))}}));
    expectSame(toMatrixD(reopened(path, "alpha").tensor.view), awkward());
    EXPECT_EQ(reopened(path, "β").tensor.dtype(), DType::float32);
    ASSERT_TRUE(writeNpz(path, {}));
    const auto empty = files::open(path);
    ASSERT_TRUE(empty) << sentence(empty.error());
    EXPECT_TRUE((*empty)->tensors().empty());
    EXPECT_EQ(sentence((*empty)->find("x").error()), path + ": the file holds no tensors");
}

TEST(ZipWriter, WritesZip64FieldsThatReadBack) {
    const test::TemporaryFolder folder;
    const std::string path = folder.path("a.npz");
    auto output = OutputFile::create(path);
    ASSERT_TRUE(output);
    ZipWriter zip(*output, 100);
    for (const char* name : {"a.npy", "b.npy"})
        zip.add(name, [&](const ZipWriter::Sink& sink) { sink(npyBytes(makeTensor(awkward()).view)); });
    zip.finish();
    ASSERT_TRUE(output->commit());
    expectSame(toMatrixD(reopened(path, "a").tensor.view), awkward());
    expectSame(toMatrixD(reopened(path, "b").tensor.view), awkward());
}

TEST(WriteText, ReadsBackWithItsLabels) {
    const test::TemporaryFolder folder;
    for (const char* name : {"a.csv", "a.tsv", "a.json"}) {
        SCOPED_TRACE(name);
        const std::string path = folder.path(name);
        for (const Labels& labels :
             {Labels{}, awkwardLabels(), Labels{{"x", "y", "z"}, {}}, Labels{{}, {"1", "2", "3"}}}) {
            const std::vector<NamedMatrix> matrices{named("α", awkward(), labels)};
            const bool json = path.ends_with("json");
            ASSERT_TRUE(json ? writeJson(path, matrices)
                             : writeCsv(path, matrices, path.ends_with("tsv") ? '\t' : ','));
            const OpenedTensor read = reopened(path);
            expectSame(toMatrixD(read.tensor.view), awkward());
            EXPECT_EQ(read.labels, labels);
            EXPECT_TRUE(read.remarks.empty());
        }
    }
}

namespace {

// Where no label says anything there are none.
std::vector<std::string> saying(std::vector<std::string> labels) {
    if (std::ranges::all_of(labels, [](const std::string& label) { return label.empty(); }))
        labels.clear();
    return labels;
}

// A matrix with its mask and labels such as a reader may stumble over.
class RandomMatrix {
public:
    RandomMatrix(std::mt19937& random, bool labelled)
        : values(1 + below(random, 4), 1 + below(random, 4))
        , allowed(values.rows(), values.cols()) {
        static constexpr double numbers[] = {0, 1, -1, 5, 25, 0.5, 0.25, 1.125, -0.0, 1e17, 1e-300, 1000, 1.0 / 3};
        const bool whole = below(random, 3) == 0;
        const auto often = below(random, 4);
        for (Index i = 0; i < values.size(); ++i) {
            values.data()[i] = numbers[below(random, whole ? 5 : 13)];
            const auto special = whole ? 99 : below(random, 12);
            values.data()[i] = special == 0   ? quietNaN
                               : special == 1 ? infinity
                               : special == 2 ? -infinity
                                              : values.data()[i];
            allowed.data()[i] = below(random, 4) >= often ? 1 : 0;
        }
        if (labelled && below(random, 4) > 0)
            labels.rows = someLabels(random, values.rows());
        if (labelled && below(random, 4) > 0)
            labels.columns = someLabels(random, values.cols());
    }

    NamedMatrix named(const std::string& name) const { return ::named(name, values, labels, allowed); }
    MatrixD expected() const {
        MatrixD read = values;
        for (Index i = 0; i < read.size(); ++i)
            read.data()[i] = allowed.data()[i] ? read.data()[i] : quietNaN;
        return read;
    }

    MatrixD values;
    BoolMatrix allowed;
    Labels labels;

private:
    static int below(std::mt19937& random, int count) {
        return static_cast<int>(random() % static_cast<unsigned>(count));
    }

    static std::vector<std::string> someLabels(std::mt19937& random, Index count) {
        static const std::vector<std::string> words{
            "",    "",    "a",    " ",    " to",          "the ",  "1992", "0",   "0.5", "0,5",  "1.000,5",
            "a,b", "a;b", "a\tb", "\"",   "\"q\"",        "a\"b",  "#",    "# x", "NA",  "None", "nan",
            "inf", "-",   "a\nb", "\r\n", "我",           "[CLS]", "1 2",  "(",   "|||", "True", "'",
            "1e5", ".",   ",",    ";",    "\xEF\xBB\xBF", "\n",    "null"};
        const auto first = static_cast<unsigned>(below(random, 40));
        const auto some = 1 + static_cast<unsigned>(below(random, 40));
        std::vector<std::string> chosen;
        for (Index i = 0; i < count; ++i)
            chosen.push_back(words[(first + random() % some) % words.size()]);
        return chosen;
    }
};

} // namespace

namespace {

// The matrices are written to `path`, and read back as they are: the mask, what is not finite, the labels.
void expectRoundTrip(const std::string& path, const std::vector<RandomMatrix>& matrices) {
    std::vector<NamedMatrix> named;
    for (const RandomMatrix& matrix : matrices)
        named.push_back(matrix.named(std::to_string(named.size())));
    const char separator = path.ends_with("tsv") ? '\t' : ',';
    ASSERT_TRUE(path.ends_with("json") ? writeJson(path, named) : writeCsv(path, named, separator));
    const auto file = openTensors(path);
    ASSERT_TRUE(file) << sentence(file.error()) << "\n" << test::contentsOf(path);
    ASSERT_EQ((*file)->tensors().size(), matrices.size()) << test::contentsOf(path);
    for (std::size_t i = 0; i < matrices.size(); ++i) {
        const auto tensor = (*file)->read(i);
        ASSERT_TRUE(tensor) << sentence(tensor.error()) << "\n" << test::contentsOf(path);
        expectSame(toMatrixD(tensor->view), matrices[i].expected());
        const Labels read = (*file)->labelsOf(i);
        EXPECT_EQ(saying(read.rows), saying(matrices[i].labels.rows));
        EXPECT_EQ(saying(read.columns), saying(matrices[i].labels.columns));
        ASSERT_FALSE(testing::Test::HasFailure()) << "matrix " << i << " of\n" << test::contentsOf(path);
    }
}

} // namespace

TEST(WriteText, ReadsBackWhateverItWrites) {
    const test::TemporaryFolder folder;
    std::mt19937 random(11);
    for (int round = 0; round < 60; ++round) {
        const std::vector<RandomMatrix> one{RandomMatrix(random, round % 3 != 0)};
        for (const char* name : {"a.csv", "a.tsv", "a.txt"})
            ASSERT_NO_FATAL_FAILURE(expectRoundTrip(folder.path(name), one));
    }
    for (int round = 0; round < 8; ++round) {
        std::vector<RandomMatrix> many;
        for (int i = 0; i < 200; ++i)
            many.emplace_back(random, (i + round) % 3 != 0);
        for (const char* name : {"a.csv", "a.tsv", "a.json"})
            ASSERT_NO_FATAL_FAILURE(expectRoundTrip(folder.path(name), many));
    }
}

TEST(WriteText, KeepsTheLabelsOfSeveralMatricesApart) {
    const test::TemporaryFolder folder;
    const MatrixD values = MatrixD::Constant(2, 2, 0.5);
    const std::vector<NamedMatrix> matrices{named("one", values, {{"a", "b"}, {"c", "d"}}), named("two", values),
                                            named("three", values, {{"e", "f"}, {}})};
    ASSERT_TRUE(writeCsv(folder.path("a.csv"), matrices, ','));
    ASSERT_TRUE(writeJson(folder.path("a.json"), matrices));
    for (const char* name : {"a.csv", "a.json"}) {
        const auto file = openTensors(folder.path(name));
        ASSERT_TRUE(file) << sentence(file.error());
        for (std::size_t i = 0; i < matrices.size(); ++i)
            EXPECT_EQ((*file)->labelsOf(i), matrices[i].labels) << name << ", " << matrices[i].name;
    }
}

TEST(WriteText, KeepsSeveralMatricesApart) {
    const test::TemporaryFolder folder;
    const MatrixD one = MatrixD::Constant(1, 1, 0.5);
    const std::vector<NamedMatrix> matrices{named("dot", awkward(), awkwardLabels()), named("scaled\ndot", one)};
    ASSERT_TRUE(writeCsv(folder.path("a.csv"), matrices, ','));
    EXPECT_EQ(test::contentsOf(folder.path("a.csv")),
              "# dot\n,\"a,b\",\"\"\"q\"\"\",\"# x\"\n,0.4011120926797834,1e-300,-0\n\" to\",nan,inf,-inf\n"
              "\"1992\",1e+17,0.3333333333333333,5e-324\n\n# scaled dot\n0.5\n");
    expectSame(toMatrixD(reopened(folder.path("a.csv"), "dot").tensor.view), awkward());
    expectSame(toMatrixD(reopened(folder.path("a.csv"), "scaled dot").tensor.view), one);
    ASSERT_TRUE(writeJson(folder.path("a.json"), matrices));
    expectSame(toMatrixD(reopened(folder.path("a.json"), "dot").tensor.view), awkward());
    expectSame(toMatrixD(reopened(folder.path("a.json"), "scaled\ndot").tensor.view), one);
}

TEST(WriteText, LeavesMaskedCellsEmpty) {
    const test::TemporaryFolder folder;
    MatrixD values(2, 2);
    values << 0, 1, 0.25, 0.75;
    BoolMatrix allowed(2, 2);
    allowed << 0, 1, 1, 0;
    MatrixD expected(2, 2);
    expected << quietNaN, 1, 0.25, quietNaN;
    const std::vector<NamedMatrix> bare{named("a", values, {}, allowed)};
    ASSERT_TRUE(writeCsv(folder.path("a.csv"), bare, ','));
    EXPECT_EQ(test::contentsOf(folder.path("a.csv")), "\"\",1\n0.25,\n");
    const OpenedTensor read = reopened(folder.path("a.csv"));
    expectSame(toMatrixD(read.tensor.view), expected);
    ASSERT_EQ(read.remarks.size(), 1U);
    EXPECT_EQ(sentence(read.remarks[0]), "2 empty fields are read as NaN");

    ASSERT_TRUE(writeJson(folder.path("a.json"), bare));
    const OpenedTensor json = reopened(folder.path("a.json"));
    expectSame(toMatrixD(json.tensor.view), expected);
    ASSERT_EQ(json.remarks.size(), 1U);
    EXPECT_EQ(sentence(json.remarks[0]), "2 empty entries (null) are read as NaN");

    BoolMatrix firstOnly(2, 1);
    firstOnly << 1, 0;
    ASSERT_TRUE(writeCsv(folder.path("b.csv"), {named("b", values.leftCols(1), {}, firstOnly)}, ','));
    expectSame(toMatrixD(reopened(folder.path("b.csv")).tensor.view), (MatrixD(2, 1) << 0, quietNaN).finished());
}

TEST(OutputFile, AppearsOnlyWhenCommitted) {
    const test::TemporaryFolder folder;
    const std::string path = folder.file("a.txt", "before");
    {
        auto output = OutputFile::create(path);
        ASSERT_TRUE(output);
        output->write("after");
        EXPECT_EQ(test::contentsOf(path), "before");
        EXPECT_EQ(folder.entries(), 2u);
    }
    EXPECT_EQ(folder.entries(), 1u);
    EXPECT_EQ(test::contentsOf(path), "before");
    auto output = OutputFile::create(path);
    ASSERT_TRUE(output);
    output->write("after");
    OutputFile moved = *std::move(output);
    ASSERT_TRUE(moved.commit());
    EXPECT_EQ(test::contentsOf(path), "after");
    EXPECT_EQ(folder.entries(), 1u);
}

TEST(OutputFile, KeepsTheModeAndFollowsALink) {
    const test::TemporaryFolder folder;
    const std::string path = folder.file("a.txt", "before");
    ASSERT_EQ(chmod(path.c_str(), 0640), 0);
    std::filesystem::create_symlink(path, folder.path("link"));
    auto output = OutputFile::create(folder.path("link"));
    ASSERT_TRUE(output);
    output->write("after");
    ASSERT_TRUE(output->commit());
    EXPECT_TRUE(std::filesystem::is_symlink(folder.path("link")));
    EXPECT_EQ(test::contentsOf(path), "after");
    struct stat status {};
    ASSERT_EQ(stat(path.c_str(), &status), 0);
    EXPECT_EQ(status.st_mode & 07777, 0640u);
}

TEST(OutputFile, SaysWhyItCannotBeWritten) {
    const test::TemporaryFolder folder;
    EXPECT_EQ(sentence(OutputFile::create("/nowhere/a.npz").error()),
              "/nowhere/a.npz: the file cannot be written: No such file or directory");
    EXPECT_EQ(sentence(OutputFile::create(folder.path("")).error()),
              folder.path("") + ": the file cannot be written: Is a directory");
    EXPECT_EQ(sentence(writeNpy("/dev/full", makeTensor(awkward()).view).error()),
              "/dev/full: writing stopped after 0 bytes: No space left on device");
}

TEST(OutputFile, LeavesNothingBehindWhereTheDiskIsFull) {
    const test::TemporaryFolder folder;
    const std::string path = folder.file("a.npy", "before");
    const Tensor large = makeTensor(MatrixD(MatrixD::Zero(500, 500)));
    const std::vector<NamedMatrix> text{named("a", MatrixD::Zero(500, 500))};
    const auto refused = [&](const Result<void>& result) {
        return !result && sentence(result.error()) == path + ": writing stopped after 65536 bytes: File too large";
    };
    EXPECT_EQ(withFileSizeLimit(65536, [&] { return refused(writeNpy(path, large.view)); }), 0);
    EXPECT_EQ(withFileSizeLimit(65536, [&] { return refused(writeNpz(path, {{"a", large}})); }), 0);
    EXPECT_EQ(withFileSizeLimit(65536, [&] { return refused(writeCsv(path, text, ',')); }), 0);
    EXPECT_EQ(withFileSizeLimit(65536, [&] { return refused(writeJson(path, text)); }), 0);
    EXPECT_EQ(folder.entries(), 1u);
    EXPECT_EQ(test::contentsOf(path), "before");
}

TEST(ZipWriter, NamesOfMembersStayWithinTheFolder) {
    for (const char* const name : {"alpha", "attn[2,7]", "layer.0/head 1", "看", "a..b", "…"})
        EXPECT_EQ(memberName(name), name);
    EXPECT_EQ(memberName("../../etc/passwd"), "__/__/etc/passwd");
    EXPECT_EQ(memberName("/etc//passwd/"), "etc/passwd");
    EXPECT_EQ(memberName("..\\x\n\x1b"), ".._x__");
    EXPECT_EQ(memberName(""), "array");
    EXPECT_EQ(memberName("///"), "array");
    std::string longName;
    for (int i = 0; i < 40000; ++i)
        longName += "词"; // more bytes than the length field of a member holds
    const std::string shortName = memberName(longName);
    EXPECT_LE(shortName.size(), 200U);
    EXPECT_EQ(shortName.size() % 3, 0U);
}

TEST(OutputFile, UnfinishedOnesAreRemovedFromASignalHandler) {
    const test::TemporaryFolder folder;
    const pid_t child = fork();
    if (child == 0) {
        std::signal(SIGTERM, [](int) {
            removeUnfinishedOutputs();
            _exit(0);
        });
        auto output = OutputFile::create(folder.path("a.npz"));
        std::raise(SIGTERM);
        _exit(1);
    }
    int status = 0;
    waitpid(child, &status, 0);
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    EXPECT_EQ(folder.entries(), 0u);
}
