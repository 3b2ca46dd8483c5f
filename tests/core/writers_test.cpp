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

OpenedTensor readBack(const std::string& path, const std::string& tensor = {}) {
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
            const OpenedTensor read = readBack(path);
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
    expectSame(toMatrixD(readBack(folder.path("a.npy")).tensor.view), values.transpose());
}

TEST(WriteNpy, WritesBfloat16AsFloat32AndEmptyTensors) {
    const test::TemporaryFolder folder;
    const std::string path = folder.path("a.npy");
    const std::uint16_t halves[] = {0x3f80, 0xc000};
    ASSERT_TRUE(writeNpy(path, TensorView(reinterpret_cast<const std::byte*>(halves), DType::bfloat16, Shape{2})));
    const OpenedTensor read = readBack(path);
    EXPECT_EQ(read.tensor.dtype(), DType::float32);
    EXPECT_EQ(read.tensor.view.at(std::vector<Index>{1}), -2);
    ASSERT_TRUE(writeNpy(path, makeTensor(MatrixD(0, 5)).view));
    EXPECT_EQ(readBack(path).tensor.shape(), (Shape{0, 5}));
    ASSERT_TRUE(writeNpy(path, makeTensor(Shape{}, std::vector<double>{4}).view));
    EXPECT_EQ(readBack(path).tensor.view.at({}), 4);
}

TEST(WriteNpz, ReadsBack) {
    const test::TemporaryFolder folder;
    const std::string path = folder.path("a.npz");
    ASSERT_TRUE(writeNpz(path, {{"alpha", makeTensor(awkward())}, {"β", makeTensor(MatrixF(MatrixF::Ones(2, 1)))}}));
    expectSame(toMatrixD(readBack(path, "alpha").tensor.view), awkward());
    EXPECT_EQ(readBack(path, "β").tensor.dtype(), DType::float32);
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
    expectSame(toMatrixD(readBack(path, "a").tensor.view), awkward());
    expectSame(toMatrixD(readBack(path, "b").tensor.view), awkward());
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
            const OpenedTensor read = readBack(path);
            expectSame(toMatrixD(read.tensor.view), awkward());
            EXPECT_EQ(read.labels, labels);
            EXPECT_TRUE(read.remarks.empty());
        }
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
    expectSame(toMatrixD(readBack(folder.path("a.csv"), "dot").tensor.view), awkward());
    expectSame(toMatrixD(readBack(folder.path("a.csv"), "scaled dot").tensor.view), one);
    ASSERT_TRUE(writeJson(folder.path("a.json"), matrices));
    expectSame(toMatrixD(readBack(folder.path("a.json"), "dot").tensor.view), awkward());
    expectSame(toMatrixD(readBack(folder.path("a.json"), "scaled\ndot").tensor.view), one);
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
    const OpenedTensor read = readBack(folder.path("a.csv"));
    expectSame(toMatrixD(read.tensor.view), expected);
    ASSERT_EQ(read.remarks.size(), 1U);
    EXPECT_EQ(sentence(read.remarks[0]), "2 empty fields are read as NaN");

    ASSERT_TRUE(writeJson(folder.path("a.json"), bare));
    const OpenedTensor json = readBack(folder.path("a.json"));
    expectSame(toMatrixD(json.tensor.view), expected);
    ASSERT_EQ(json.remarks.size(), 1U);
    EXPECT_EQ(sentence(json.remarks[0]), "2 empty entries (null) are read as NaN");

    BoolMatrix firstOnly(2, 1);
    firstOnly << 1, 0;
    ASSERT_TRUE(writeCsv(folder.path("b.csv"), {named("b", values.leftCols(1), {}, firstOnly)}, ','));
    expectSame(toMatrixD(readBack(folder.path("b.csv")).tensor.view), (MatrixD(2, 1) << 0, quietNaN).finished());
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
