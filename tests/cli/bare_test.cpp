#include "core/files/writers.h"
#include "core/heatmap/color_map.h"
#include "tests/support/cli/picture.h"
#include "tests/support/cli/program.h"
#include "tests/support/core/temporary_folder.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace heedmap::test {
namespace {

using heatmap::ColorMap;
using heatmap::ColorMapName;
using heatmap::Rgba;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();

Picture bare(const TemporaryFolder& folder, const MatrixD& matrix, std::vector<std::string> options) {
    const std::string input = folder.path("in.npy");
    const std::string output = folder.path("out.png");
    EXPECT_TRUE(files::writeNpy(input, makeTensor(matrix).view).ok());
    options.insert(options.begin(), {"render", input, "--bare", "-o", output});
    const Finished finished = runHeedmap(options);
    EXPECT_EQ(finished.status, 0) << finished.errors;
    return readPicture(output);
}

// Every pixel against `expected(row, column)`.
template <class Expected>
void expectPixels(const Picture& picture, const MatrixD& matrix, Expected expected) {
    ASSERT_EQ(picture.width, matrix.cols());
    ASSERT_EQ(picture.height, matrix.rows());
    for (Index i = 0; i < matrix.rows(); ++i) {
        for (Index j = 0; j < matrix.cols(); ++j) {
            const Rgba is = picture.at(j, i);
            const Rgba wanted = expected(i, j);
            ASSERT_EQ(is, wanted) << "cell " << i << ", " << j << " of " << matrix(i, j) << ": " << int{is.r} << " "
                                  << int{is.g} << " " << int{is.b} << " instead of " << int{wanted.r} << " "
                                  << int{wanted.g} << " " << int{wanted.b};
        }
    }
}

MatrixD ramp(Index rows, Index columns) {
    MatrixD matrix(rows, columns);
    for (Index i = 0; i < matrix.size(); ++i)
        matrix(i) = static_cast<double>(i) / static_cast<double>(matrix.size());
    return matrix;
}

Rgba entry(const std::array<Rgba, 256>& table, double position) {
    return table[static_cast<std::size_t>(std::clamp(std::floor(256 * position), 0.0, 255.0))];
}

TEST(Bare, EveryColorMapPixelByPixel) {
    const TemporaryFolder folder;
    const MatrixD matrix = ramp(37, 53);
    for (const ColorMapName name : heatmap::allColorMaps) {
        for (const bool reversed : {false, true}) {
            const ColorMap map{name, reversed};
            SCOPED_TRACE(map.text());
            const auto table = map.table();
            const Picture picture = bare(folder, matrix, {"--colormap", map.text(), "--range", "0:1"});
            expectPixels(picture, matrix, [&](Index i, Index j) { return entry(table, matrix(i, j)); });
        }
    }
}

TEST(Bare, RangesAndScales) {
    const TemporaryFolder folder;
    const MatrixD matrix = (ramp(16, 16).array() * 10 - 2).matrix();
    const auto table = ColorMap{}.table();
    const double low = matrix.minCoeff();
    const double high = matrix.maxCoeff();
    expectPixels(bare(folder, matrix, {"--range", "auto"}), matrix,
                 [&](Index i, Index j) { return entry(table, (matrix(i, j) - low) / (high - low)); });
    expectPixels(bare(folder, matrix, {"--range", "0:4"}), matrix,
                 [&](Index i, Index j) { return entry(table, matrix(i, j) / 4); });
    expectPixels(bare(folder, matrix, {"--range", "0:4", "--scale", "sqrt"}), matrix,
                 [&](Index i, Index j) { return entry(table, matrix(i, j) < 0 ? 0 : std::sqrt(matrix(i, j) / 4)); });
    expectPixels(bare(folder, matrix, {"--scale", "rank", "--range", "0:1"}), matrix,
                 [&](Index, Index j) { return entry(table, static_cast<double>(j) / 15); });
}

TEST(Bare, MarksHaveTheirOwnColors) {
    const TemporaryFolder folder;
    const MatrixD matrix{{0, nan, 1}, {infinity, -infinity, 0.5}};
    const heatmap::MarkColors& marks = heatmap::markColors(false);
    const Picture picture = bare(folder, matrix, {"--range", "0:1"});
    EXPECT_EQ(picture.at(1, 0), marks.nan);
    EXPECT_EQ(picture.at(0, 1), marks.positiveInfinity);
    EXPECT_EQ(picture.at(1, 1), marks.negativeInfinity);
    EXPECT_EQ(picture.at(0, 0), ColorMap{}.table()[0]);
    EXPECT_EQ(picture.at(2, 0), ColorMap{}.table()[255]);
    EXPECT_EQ(bare(folder, matrix, {"--range", "0:1", "--theme", "dark"}).at(1, 0), heatmap::markColors(true).nan);
}

TEST(Bare, MaskedCellsAreMarked) {
    const TemporaryFolder folder;
    const std::string output = folder.path("out.png");
    const std::string x = folder.file("x.csv", "1,0\n0,1\n1,1\n");
    ASSERT_EQ(runHeedmap({"render", "--x", x, "--mask", "causal", "--bare", "-o", output}).status, 0);
    const Picture picture = readPicture(output);
    EXPECT_EQ(picture.at(1, 0), heatmap::markColors(false).masked);
    EXPECT_EQ(picture.at(0, 0), ColorMap{}.table()[255]);
}

TEST(Bare, OddSizes) {
    const TemporaryFolder folder;
    for (const auto& [rows, columns] : {std::pair<Index, Index>{1, 1}, {1, 3000}, {3000, 1}, {1500, 1500}}) {
        const MatrixD matrix = ramp(rows, columns);
        const auto table = ColorMap{}.table();
        expectPixels(bare(folder, matrix, {"--range", "0:1"}), matrix,
                     [&](Index i, Index j) { return entry(table, matrix(i, j)); });
    }
}

TEST(Bare, NothingToDrawIsSaid) {
    const TemporaryFolder folder;
    const std::string input = folder.path("in.npy");
    ASSERT_TRUE(files::writeNpy(input, makeTensor(MatrixD(0, 4)).view).ok());
    const Finished finished = runHeedmap({"render", input, "--bare", "-o", folder.path("out.png")});
    EXPECT_EQ(finished.status, 3);
    EXPECT_EQ(finished.errors, "heedmap: render: the matrix has 0 rows and 4 columns, so there is no cell to draw\n");
    EXPECT_EQ(folder.entries(), 1U);
}

} // namespace
} // namespace heedmap::test
