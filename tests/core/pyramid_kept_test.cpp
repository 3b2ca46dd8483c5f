// Pyramids that keep less than everything, first looks at large sources, and pyramids kept in files.
#include "core/files/mapped_file.h"
#include "core/files/npy_writer.h"
#include "core/files/pyramid_cache.h"
#include "core/heatmap/raster.h"
#include "core/session/reference.h"
#include "tests/support/core/grid_source.h"
#include "tests/support/core/numbers.h"
#include "tests/support/core/picture.h"
#include "tests/support/core/temporary_folder.h"

#include <csignal>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <limits>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace heedmap;
using namespace heedmap::heatmap;
using heedmap::files::PyramidCache;
using heedmap::test::drawn;
using heedmap::test::geometryOf;
using heedmap::test::GridSource;
using heedmap::test::noise;
using heedmap::test::Picture;

namespace {

using heedmap::test::infinity;

GridSource sparselyMixed(Index rows, Index columns) {
    GridSource source(rows, columns, noise);
    for (Index i = 0; i < rows; ++i) {
        for (Index j = 0; j < columns; ++j) {
            const double dice = noise(j, i + 1000);
            if (j > 2 * i)
                source.mask(i, j);
            else if (dice < 0.001)
                source.set(i, j, dice < 0.0005 ? std::nan("") : infinity);
        }
    }
    return source;
}

// A source that cannot be asked quickly.
class Slow : public GridSource {
public:
    using GridSource::GridSource;
    explicit Slow(GridSource source)
        : GridSource(std::move(source)) {}
    attention::Storage storage() const override { return attention::Storage::computed; }
};

// Numbers that float32 cannot tell apart.
class Precise : public attention::DenseAlpha {
public:
    explicit Precise(Index side)
        : DenseAlpha(
              MatrixD(MatrixD::NullaryExpr(side, side, [](Index i, Index j) { return 1 + 1e-12 * noise(i, j); }))) {}
};

void expectSameLevels(const Pyramid& a, const Pyramid& b, Pooling pooling) {
    ASSERT_EQ(a.levels(), b.levels());
    for (int level = std::max(a.firstLevel(), b.firstLevel()); level <= a.levels(); ++level) {
        const auto& values = a.level(level).values(pooling);
        const auto& others = b.level(level).values(pooling);
        ASSERT_EQ(values.size(), others.size()) << level;
        for (std::size_t i = 0; i < values.size(); ++i) {
            ASSERT_EQ(values[i], others[i]) << "level " << level << ", cell " << i;
            ASSERT_EQ(a.level(level).marks[i], b.level(level).marks[i]) << "level " << level << ", cell " << i;
        }
    }
    EXPECT_EQ(a.summary().smallest, b.summary().smallest);
    EXPECT_EQ(a.summary().largest, b.summary().largest);
    EXPECT_EQ(a.summary().smallestPositive, b.summary().smallestPositive);
    for (int mark = 0; mark < 5; ++mark)
        EXPECT_EQ(a.summary().counts[mark], b.summary().counts[mark]) << mark;
}

} // namespace

TEST(PyramidOptions, LevelsThatAreKeptAreThoseOfTheWhole) {
    for (const auto& [rows, columns] : {std::pair<Index, Index>{1, 1}, {1, 300}, {300, 1}, {257, 130}, {1100, 35}}) {
        const GridSource source = sparselyMixed(rows, columns);
        const auto whole = Pyramid::build(source);
        for (const int first : {1, 2, 3, 5, 20}) {
            for (const Pooling pooling : {Pooling::max, Pooling::mean}) {
                SCOPED_TRACE(std::to_string(rows) + "×" + std::to_string(columns) + " from " + std::to_string(first));
                const auto part = Pyramid::build(source, {}, {}, {pooling, first});
                ASSERT_TRUE(part);
                EXPECT_EQ(part->firstLevel(), std::clamp(first, 1, std::max(1, whole->levels())));
                expectSameLevels(*part, *whole, pooling);
                if (part->levels() > 0) {
                    const Pooling other = pooling == Pooling::max ? Pooling::mean : Pooling::max;
                    EXPECT_TRUE(part->keeps(part->firstLevel(), pooling));
                    EXPECT_FALSE(part->keeps(part->firstLevel() - 1, pooling));
                    EXPECT_FALSE(part->keeps(part->firstLevel(), other));
                }
            }
        }
    }
}

TEST(PyramidOptions, PicturesAreTheSameWhateverIsKept) {
    const GridSource source = sparselyMixed(200, 333);
    for (const Pooling pooling : {Pooling::max, Pooling::mean}) {
        RasterStyle style = test::plainStyle();
        style.pooling = pooling;
        const auto whole = Pyramid::build(source);
        const auto part = Pyramid::build(source, {}, {}, {pooling, 3});
        const auto sample = Pyramid::sample(source, std::chrono::milliseconds(0), {}, {pooling});
        for (const double cell : {0.03, 0.11, 0.24, 0.3, 0.7, 3.0}) {
            const CellGeometry geometry = geometryOf(source, cell, cell, {-3, -2}, 60, 50);
            const Picture expected = drawn(source, &*whole, geometry, style);
            for (const Pyramid* used : {&*part, &*sample}) {
                const Picture picture = drawn(source, used, geometry, style);
                for (Index y = 0; y < 50; ++y)
                    for (Index x = 0; x < 60; ++x)
                        ASSERT_EQ(picture.at(x, y), expected.at(x, y)) << cell << ": " << x << "," << y;
            }
        }
    }
}

TEST(PyramidOptions, LargeSlowSourcesKeepFewCells) {
    EXPECT_EQ(firstLevelFor(GridSource(3000, 3000)), 1);
    EXPECT_EQ(firstLevelFor(Slow(GridSource(3000, 3000))), 1);
    EXPECT_EQ(firstLevelFor(Slow(GridSource(1, 20'000'000))), 3);
    EXPECT_EQ(firstLevelFor(Slow(GridSource(0, 5))), 1);
}

TEST(PyramidOptions, Float64IsNotPooledAsFloat32) {
    const Precise source(64);
    const auto pyramid = Pyramid::build(source);
    for (const Index i : {0, 3, 31}) {
        double largest = 0;
        double sum = 0;
        for (const Cell cell : {Cell{2 * i, 2 * i}, {2 * i, 2 * i + 1}, {2 * i + 1, 2 * i}, {2 * i + 1, 2 * i + 1}}) {
            largest = std::max(largest, source.value(cell));
            sum += source.value(cell);
        }
        EXPECT_EQ(pyramid->level(1).max[static_cast<std::size_t>(i * 32 + i)], largest) << i;
        EXPECT_NEAR(pyramid->level(1).mean[static_cast<std::size_t>(i * 32 + i)], sum / 4, 1e-15) << i;
    }
    RasterStyle style = test::plainStyle();
    style.range = resolveRange({}, Scale::linear, source, pyramid->summary());
    const CellGeometry geometry = geometryOf(source, 0.5, 0.5, {0, 0}, 32, 32);
    const Picture picture = drawn(source, &*pyramid, geometry, style);
    EXPECT_EQ(picture.at(5, 7), colorOf(pyramid->level(1).max[7 * 32 + 5], Mark::number, style));
    EXPECT_NE(picture.at(5, 7), picture.at(6, 7));
}

TEST(PyramidSample, ReadsOneRowOfEachWhenThereIsTime) {
    GridSource source(5000, 40, [](Index i, Index) { return static_cast<double>(i); });
    const auto sample = Pyramid::sample(source, std::chrono::minutes(5), {}, {Pooling::max});
    ASSERT_TRUE(sample);
    EXPECT_TRUE(sample->isSample());
    EXPECT_EQ(sample->firstLevel(), 3);
    const PyramidLevel& level = sample->level(3);
    for (Index row = 0; row < level.rows; ++row)
        ASSERT_EQ(level.max[static_cast<std::size_t>(row * level.columns)], std::min<Index>(row * 8 + 4, 4999)) << row;
    EXPECT_EQ(sample->summary().largest, 4996);
}

TEST(PyramidSample, RepeatsWhatItHasWithoutTime) {
    GridSource source(5000, 40, [](Index i, Index) { return static_cast<double>(i); });
    const auto sample = Pyramid::sample(source, std::chrono::milliseconds(-1));
    ASSERT_TRUE(sample);
    for (int level = sample->firstLevel(); level <= sample->levels(); ++level) {
        for (std::size_t i = 0; i < sample->level(level).max.size(); ++i)
            ASSERT_LT(sample->level(level).max[i], 5000) << level << ": " << i;
    }
    EXPECT_GT(sample->level(sample->levels()).max[0], 0);
    EXPECT_TRUE(Pyramid::sample(GridSource(0, 7), std::chrono::milliseconds(0)));
    std::stop_source stop;
    stop.request_stop();
    EXPECT_FALSE(Pyramid::sample(source, std::chrono::minutes(5), stop.get_token()));
}

TEST(DetailAtHand, NeverTouchesTheSource) {
    class Untouchable : public GridSource {
    public:
        using GridSource::GridSource;
        void tile(Rows, Columns, std::span<float>, std::span<Mark>) const override { FAIL() << "touched"; }
    };
    const GridSource source(300, 200, noise);
    const Untouchable untouchable(300, 200);
    const auto pyramid = Pyramid::build(source, {}, {}, {Pooling::max, 3});
    RasterStyle style = test::plainStyle();
    style.detail = Detail::atHand;
    for (const Pooling pooling : {Pooling::max, Pooling::mean}) {
        style.pooling = pooling;
        for (const double cell : {0.01, 0.2, 0.9, 1.0, 7.5}) {
            const CellGeometry geometry = geometryOf(untouchable, cell, cell, {-1, 2}, 40, 30);
            const Picture picture = drawn(untouchable, &*pyramid, geometry, style);
            const Index row = static_cast<Index>((12.5 - 2) / cell) / 8;
            const Index column = static_cast<Index>((20.5 + 1) / cell) / 8;
            if (cell < 7 || row >= 38 || column >= 25)
                continue;
            const double value = pyramid->level(3).max[static_cast<std::size_t>(row * 25 + column)];
            EXPECT_EQ(picture.at(20, 12), colorOf(value, Mark::number, style));
        }
    }
}

namespace {

// A matrix of a file that is large enough to be mapped and kept.
class LargeFile {
public:
    LargeFile() {
        std::string header = "{'descr': '|u1', 'fortran_order': False, 'shape': (4096, 4097), }";
        header.resize(117, ' ');
        header += '\n';
        std::string file = std::string("\x93NUMPY\x01\x00", 8) + static_cast<char>(header.size()) + '\0' + header;
        file.resize(file.size() + 4096 * 4097);
        for (std::size_t i = header.size() + 10; i < file.size(); i += 97)
            file[i] = static_cast<char>(i % 113);
        folder.file("large.npy", file);
    }
    attention::TensorAlpha open() const {
        auto opened = files::openReference({folder.path("large.npy"), {}, {}});
        EXPECT_TRUE(opened) << sentence(opened.error());
        return attention::TensorAlpha(opened->tensor);
    }
    test::TemporaryFolder folder;
    PyramidCache cache{folder.path("cache")};
    PyramidOptions options{Pooling::max, 2};
};

std::vector<std::filesystem::path> filesIn(const std::string& folder) {
    std::vector<std::filesystem::path> found;
    for (const auto& entry : std::filesystem::directory_iterator(folder))
        found.push_back(entry.path());
    return found;
}

} // namespace

TEST(PyramidCache, GivesBackWhatItKept) {
    const LargeFile file;
    const auto source = file.open();
    ASSERT_TRUE(PyramidCache::concerns(source));
    EXPECT_FALSE(PyramidCache::concerns(GridSource(3, 3)));
    EXPECT_FALSE(file.cache.find(source, file.options));
    const auto pyramid = Pyramid::build(source, {}, {}, file.options);
    ASSERT_TRUE(file.cache.keep(source, file.options, *pyramid));
    const auto found = file.cache.find(file.open(), file.options);
    ASSERT_TRUE(found);
    expectSameLevels(*found, *pyramid, Pooling::max);
    EXPECT_FALSE(file.cache.find(source, {Pooling::mean, 2}));
    EXPECT_FALSE(file.cache.find(source, {Pooling::max, 3}));

    const auto path = file.folder.path("large.npy");
    std::filesystem::last_write_time(path, std::filesystem::last_write_time(path) + std::chrono::seconds(1));
    EXPECT_FALSE(file.cache.find(file.open(), file.options)) << "of a file that has changed since";
    EXPECT_FALSE(file.cache.keep(source, file.options, *pyramid)) << "of a file that changed while it was open";
}

TEST(PyramidCache, DamagedFilesAreNotUsed) {
    const LargeFile file;
    const auto source = file.open();
    ASSERT_TRUE(file.cache.keep(source, file.options, *Pyramid::build(source, {}, {}, file.options)));
    const auto path = filesIn(file.folder.path("cache")).at(0);
    const auto size = std::filesystem::file_size(path);
    for (const std::uintmax_t place : {std::uintmax_t{0}, std::uintmax_t{9}, size / 2, size - 1}) {
        std::fstream bytes(path, std::ios::in | std::ios::out | std::ios::binary);
        const auto at = static_cast<std::streamoff>(place);
        bytes.seekg(at);
        const int byte = bytes.get();
        bytes.seekp(at).put(static_cast<char>(byte ^ 0x40)).flush();
        EXPECT_FALSE(file.cache.find(source, file.options)) << place;
        bytes.seekp(at).put(static_cast<char>(byte)).flush();
        EXPECT_TRUE(file.cache.find(source, file.options)) << place;
    }
    std::filesystem::resize_file(path, size + 1);
    EXPECT_FALSE(file.cache.find(source, file.options)) << "longer";
    for (const std::uintmax_t shorter : {size - 1, size / 2, std::uintmax_t{3}, std::uintmax_t{0}}) {
        std::filesystem::resize_file(path, shorter);
        EXPECT_FALSE(file.cache.find(source, file.options)) << shorter;
    }
    EXPECT_TRUE(file.cache.keep(source, file.options, *Pyramid::build(source, {}, {}, file.options)));
    EXPECT_TRUE(file.cache.find(source, file.options)) << "replaced";
}

TEST(PyramidCache, RemovesWhatWasNotUsedLongest) {
    const LargeFile file;
    const auto source = file.open();
    const std::string folder = file.folder.path("cache");
    const PyramidCache cache(folder, 3'000'000); // a pyramid of level 2 has about 7 MB, one of level 3 fewer than 2
    for (const int first : {3, 4, 5}) {
        const PyramidOptions options{Pooling::max, first};
        ASSERT_TRUE(cache.keep(source, options, *Pyramid::build(source, {}, {}, options)));
        for (const auto& path : filesIn(folder))
            std::filesystem::last_write_time(path, std::filesystem::last_write_time(path) - std::chrono::hours(1));
    }
    EXPECT_EQ(filesIn(folder).size(), 3U);
    EXPECT_TRUE(cache.find(source, {Pooling::max, 3})); // now the youngest
    const PyramidOptions another{Pooling::mean, 3};
    ASSERT_TRUE(cache.keep(source, another, *Pyramid::build(source, {}, {}, another)));
    EXPECT_FALSE(cache.find(source, {Pooling::max, 4}));
    EXPECT_TRUE(cache.find(source, another));
}

TEST(PyramidCache, SurvivesAFolderThatCannotBeWritten) {
    const LargeFile file;
    const auto source = file.open();
    const auto pyramid = Pyramid::build(source, {}, {}, file.options);
    EXPECT_FALSE(PyramidCache("").keep(source, file.options, *pyramid));
    EXPECT_FALSE(PyramidCache("").find(source, file.options));
    const PyramidCache below(file.folder.path("large.npy") + "/cache");
    EXPECT_FALSE(below.keep(source, file.options, *pyramid));
    EXPECT_FALSE(below.find(source, file.options));
}

TEST(PyramidCache, AFullDiskKeepsWhatWasThereAndLeavesNoPart) {
    const LargeFile file;
    const auto source = file.open();
    const auto kept = Pyramid::build(source, {}, {}, file.options);
    ASSERT_TRUE(file.cache.keep(source, file.options, *kept));
    const PyramidOptions other{Pooling::mean, 2};
    const auto more = Pyramid::build(source, {}, {}, other);
    const pid_t child = fork();
    if (child == 0) { // no file may become as large as a pyramid
        std::signal(SIGXFSZ, SIG_IGN);
        const rlimit limit{1'000'000, 1'000'000};
        setrlimit(RLIMIT_FSIZE, &limit);
        const bool nothingKept =
            !file.cache.keep(source, other, *more) && !file.cache.keep(source, file.options, *kept);
        _exit(nothingKept ? 0 : 1);
    }
    int status = 0;
    waitpid(child, &status, 0);
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << status;
    EXPECT_EQ(filesIn(file.folder.path("cache")).size(), 1U);
    EXPECT_FALSE(file.cache.find(source, other));
    const auto found = file.cache.find(source, file.options);
    ASSERT_TRUE(found);
    expectSameLevels(*found, *kept, Pooling::max);
}
