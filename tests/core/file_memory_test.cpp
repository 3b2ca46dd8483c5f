#include "core/tensor/file_memory.h"

#include "core/attention/alpha_source.h"
#include "core/files/mapped_file.h"
#include "tests/support/core/temporary_folder.h"

#include <array>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <sys/stat.h>

using namespace heedmap;
using attention::Mark;
using attention::TensorAlpha;

namespace {

std::shared_ptr<const FileMemory> mapped(const std::string& path, std::uint64_t offset, std::size_t size) {
    const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    struct stat status {};
    EXPECT_EQ(::fstat(descriptor, &status), 0) << path;
    const std::int64_t changedAt = std::int64_t{status.st_mtim.tv_sec} * 1'000'000'000 + status.st_mtim.tv_nsec;
    return FileMemory::map(
        std::make_shared<OpenFile>(path, descriptor, static_cast<std::uint64_t>(status.st_size), changedAt), offset,
        size);
}

template <class T>
std::string bytesOf(const std::vector<T>& numbers) {
    return {reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(T)};
}

// Numbers 0, 1, 2, … of a file, from byte `offset` on.
template <class T>
std::shared_ptr<const FileMemory> counting(const test::TemporaryFolder& folder, std::size_t count,
                                           std::size_t offset = 5) {
    std::vector<T> numbers(count);
    for (std::size_t i = 0; i < count; ++i)
        numbers[i] = static_cast<T>(i);
    const std::string path = folder.file("numbers", std::string(offset, '#') + bytesOf(numbers));
    return mapped(path, offset, count * sizeof(T));
}

// Every tile of a view of a file is that of the same view of memory.
void expectReadAsMemory(const TensorView& view, const std::shared_ptr<const FileMemory>& memory,
                        const std::string& what) {
    const std::string copy(reinterpret_cast<const char*>(memory->bytes().data()), memory->bytes().size());
    const Index at = view.data() - memory->bytes().data();
    const TensorView copied(reinterpret_cast<const std::byte*>(copy.data()) + at, view.dtype(), view.shape(),
                            std::array{view.stride(0), view.stride(1)}, view.byteSwapped());
    const TensorAlpha ofFile(Tensor{view, memory});
    const TensorAlpha ofMemory(Tensor{copied, nullptr});
    EXPECT_TRUE(ofFile.isSlow()) << what;
    EXPECT_FALSE(ofMemory.isSlow()) << what;
    const Index rows = view.shape()[0];
    const Index columns = view.shape()[1];
    for (const auto& [r, c] :
         {std::pair{Rows{0, rows}, Columns{0, columns}}, std::pair{Rows{1, 2}, Columns{0, columns}},
          std::pair{Rows{0, rows}, Columns{columns - 1, columns}},
          std::pair{Rows{rows / 2, rows}, Columns{columns / 3, columns / 2}}}) {
        const auto count = static_cast<std::size_t>(r.size() * c.size());
        std::vector<float> values(count), expected(count);
        std::vector<double> doubles(count), expectedDoubles(count);
        std::vector<Mark> marks(count), expectedMarks(count);
        ofFile.tile(r, c, values, marks);
        ofMemory.tile(r, c, expected, expectedMarks);
        EXPECT_EQ(values, expected) << what;
        EXPECT_EQ(marks, expectedMarks) << what;
        ofFile.preciseTile(r, c, doubles, marks);
        ofMemory.preciseTile(r, c, expectedDoubles, expectedMarks);
        EXPECT_EQ(doubles, expectedDoubles) << what;
    }
    EXPECT_EQ(ofFile.value({rows - 1, 0}), ofMemory.value({rows - 1, 0})) << what;
    EXPECT_FALSE(ofFile.problem()) << what;
}

} // namespace

TEST(FileMemory, IsFoundByAnAddressInIt) {
    const test::TemporaryFolder folder;
    const auto memory = counting<float>(folder, 2000);
    ASSERT_TRUE(memory);
    EXPECT_EQ(FileMemory::holding(memory->bytes().data()), memory);
    EXPECT_EQ(FileMemory::holding(memory->bytes().data() + memory->bytes().size() - 1), memory);
    EXPECT_EQ(FileMemory::holding(memory->bytes().data() + memory->bytes().size()), nullptr);
    const std::byte other{};
    EXPECT_EQ(FileMemory::holding(&other), nullptr);
    EXPECT_EQ(memory->offsetOf(memory->bytes().data() + 8), 13U);
}

TEST(FileMemory, TilesOfAnyOrderAndDtypeAreReadAsMemoryIs) {
    const test::TemporaryFolder folder;
    {
        const auto memory = counting<float>(folder, 60 * 70);
        const TensorView plain(memory->bytes().data(), DType::float32, {60, 70});
        expectReadAsMemory(plain, memory, "C order");
        expectReadAsMemory(plain.permuted(std::array{1, 0}), memory, "Fortran order");
        expectReadAsMemory(plain.narrow(1, 10, 33).narrow(0, 3, 50), memory, "a part");
        expectReadAsMemory(TensorView(memory->bytes().data(), DType::float32, {60, 70}, true), memory, "byte swapped");
        const std::array<Index, 2> backwards{-280, -4};
        expectReadAsMemory(TensorView(memory->bytes().data() + 60 * 70 * 4 - 4, DType::float32, {60, 70}, backwards),
                           memory, "backwards");
        const TensorView cube(memory->bytes().data(), DType::float32, {20, 7, 30});
        expectReadAsMemory(cube.slice(2, 4), memory, "a slice of the last axis");
        expectReadAsMemory(cube.slice(1, 4).permuted(std::array{1, 0}), memory, "a slice of a middle axis");
    }
    {
        const auto memory = counting<double>(folder, 9 * 5000);
        const TensorView plain(memory->bytes().data(), DType::float64, {9, 5000});
        expectReadAsMemory(plain, memory, "float64");
        expectReadAsMemory(TensorView(memory->bytes().data(), DType::float64, {9, 5, 1000}).slice(2, 999), memory,
                           "far apart");
    }
    const auto halves = counting<std::uint16_t>(folder, 31 * 33, 1);
    expectReadAsMemory(TensorView(halves->bytes().data(), DType::float16, {31, 33}), halves, "float16");
    expectReadAsMemory(TensorView(halves->bytes().data(), DType::bfloat16, {31, 33}).permuted(std::array{1, 0}), halves,
                       "bfloat16");
}

TEST(FileMemory, OnlyColumnsThatAreFasterAreTurned) {
    const test::TemporaryFolder folder;
    const auto memory = counting<float>(folder, 6 * 7);
    const TensorView plain(memory->bytes().data(), DType::float32, {6, 7});
    EXPECT_EQ(TensorAlpha(Tensor{plain, memory}).transposed(), nullptr);
    const auto turned = TensorAlpha(Tensor{plain.permuted(std::array{1, 0}), memory}).transposed();
    ASSERT_TRUE(turned);
    EXPECT_EQ(turned->rows(), 6);
    EXPECT_EQ(turned->value({2, 3}), 17);
}

TEST(FileMemory, AFileCutShortIsNaNAndASentence) {
    const test::TemporaryFolder folder;
    const auto memory = counting<float>(folder, 100 * 100, 0);
    const TensorAlpha source(Tensor{TensorView(memory->bytes().data(), DType::float32, {100, 100}), memory});
    std::filesystem::resize_file(folder.path("numbers"), 8000);
    std::vector<float> values(200);
    std::vector<Mark> marks(200);
    source.tile(Rows{0, 2}, Columns{0, 100}, values, marks);
    EXPECT_EQ(values[199], 199);
    source.tile(Rows{50, 52}, Columns{0, 100}, values, marks);
    EXPECT_EQ(marks, std::vector<Mark>(200, Mark::nan));
    EXPECT_TRUE(std::isnan(source.value({99, 99})));
    ASSERT_TRUE(source.problem());
    EXPECT_EQ(sentence(*source.problem()),
              folder.path("numbers") +
                  ": the file was cut short or could not be read while it was open; open it again");
}

TEST(FileMemory, AFileWrittenAnewIsASentence) {
    const test::TemporaryFolder folder;
    const auto memory = counting<float>(folder, 100, 0);
    EXPECT_FALSE(memory->problem());
    const auto path = folder.path("numbers");
    std::filesystem::last_write_time(path, std::filesystem::last_write_time(path) + std::chrono::seconds(2));
    ASSERT_TRUE(memory->problem());
    EXPECT_EQ(sentence(*memory->problem()), path + ": the file was changed while it was open; open it again");
}

// In a process of its own: what happened to one file is told for the whole program.
TEST(FileMemoryDeathTest, PagesThatVanishAreZerosAndASentence) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    const auto touchVanished = [] {
        const test::TemporaryFolder folder;
        const auto memory = counting<float>(folder, 100'000, 0);
        std::filesystem::resize_file(folder.path("numbers"), 10);
        float last = 1;
        std::memcpy(&last, memory->bytes().data() + 399'996, 4);
        const bool told = FileMemory::anyProblem() && FileMemory::anyProblem()->is(cutShortWhileOpen);
        std::fprintf(stderr, "last %g, told %d\n", static_cast<double>(last), told ? 1 : 0);
        std::_Exit(3);
    };
    EXPECT_EXIT(touchVanished(), testing::ExitedWithCode(3), "last 0, told 1");
}

TEST(FileMemoryDeathTest, OtherBusErrorsStillEndTheProgram) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    const auto raiseOne = [] {
        const test::TemporaryFolder folder;
        const auto memory = counting<float>(folder, 10, 0);
        std::raise(SIGBUS);
        std::raise(SIGBUS);
    };
    EXPECT_DEATH(raiseOne(), "");
}
