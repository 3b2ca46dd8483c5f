#include "core/files/bare_picture.h"

#include "tests/support/core/grid_source.h"
#include "tests/support/core/numbers.h"
#include "tests/support/core/temporary_folder.h"

#include <cmath>
#include <cstring>
#include <gtest/gtest.h>
#include <limits>
#include <png.h>

using namespace heedmap;
using namespace heedmap::heatmap;
using namespace heedmap::files;
using heedmap::test::GridSource;
using heedmap::test::noise;

namespace {

using heedmap::test::infinity;

std::vector<Rgba> readPng(const std::string& path, Index width, Index height) {
    png_image image;
    std::memset(&image, 0, sizeof image);
    image.version = PNG_IMAGE_VERSION;
    EXPECT_NE(png_image_begin_read_from_file(&image, path.c_str()), 0) << image.message;
    EXPECT_EQ(static_cast<Index>(image.width), width);
    EXPECT_EQ(static_cast<Index>(image.height), height);
    image.format = PNG_FORMAT_RGBA;
    std::vector<Rgba> pixels(image.width * image.height);
    png_image_finish_read(&image, nullptr, pixels.data(), 0, nullptr);
    return pixels;
}

GridSource mixedDiagonal(Index rows, Index columns) {
    GridSource source(rows, columns, noise);
    for (Index i = 0; i < std::min(rows, columns); ++i)
        source.set(i, i, i % 3 == 0 ? infinity : i % 3 == 1 ? -infinity : std::nan("")).mask(i, columns - 1);
    return source;
}

} // namespace

TEST(BarePicture, IsOnePixelACellWithExactlyTheColorsOfTheTable) {
    const test::TemporaryFolder folder;
    for (const auto& [rows, columns] : {std::pair<Index, Index>{1, 1}, {1, 9}, {9, 1}, {700, 401}}) {
        const GridSource source = mixedDiagonal(rows, columns);
        RasterStyle style;
        style.range = {0.1, 0.8};
        style.map = {ColorMapName::magma};
        const std::string path = folder.path("bare.png");
        const auto written = writeBarePicture(path, source, nullptr, style);
        ASSERT_TRUE(written) << sentence(written.error());
        const auto pixels = readPng(path, columns, rows);
        const auto table = style.map.table();
        for (Index i = 0; i < rows; ++i) {
            for (Index j = 0; j < columns; ++j) {
                const Mark mark = source.mark({i, j});
                const double value = static_cast<double>(static_cast<float>(source.value({i, j})));
                const double position = std::clamp((value - 0.1) / (0.8 - 0.1), 0.0, 1.0);
                const Rgba expected = mark == Mark::number
                                          ? table[std::min<std::size_t>(static_cast<std::size_t>(256 * position), 255)]
                                          : colorOf(0, mark, style);
                ASSERT_EQ(pixels[static_cast<std::size_t>(i * columns + j)], expected) << i << "," << j;
            }
        }
    }
}

TEST(BarePicture, OfAnySizeIsWhatRasterizeDraws) {
    const test::TemporaryFolder folder;
    const GridSource source = mixedDiagonal(300, 211);
    for (const Pooling pooling : {Pooling::max, Pooling::mean}) {
        for (const auto& [width, height] :
             {std::pair<Index, Index>{1, 1}, {40, 40}, {70, 500}, {500, 70}, {700, 1000}, {105, 150}, {2000, 11}}) {
            RasterStyle style;
            style.range = {0.1, 0.8};
            style.pooling = pooling;
            const std::string path = folder.path("bare.png");
            ASSERT_TRUE(writeBarePicture(path, source, nullptr, style, {width, height, 0, {}}));
            const auto pixels = readPng(path, width, height);
            const CellGeometry geometry{300,
                                        211,
                                        static_cast<double>(width) / 211,
                                        static_cast<double>(height) / 300,
                                        {},
                                        static_cast<double>(width),
                                        static_cast<double>(height)};
            std::vector<Rgba> expected(pixels.size());
            rasterize(source, nullptr, geometry, style, expected, width, height, width);
            for (std::size_t i = 0; i < pixels.size(); ++i)
                ASSERT_EQ(pixels[i], expected[i]) << "pixel " << i << " of " << width << "×" << height;
        }
    }
}

TEST(BarePicture, RefusesWhatCannotBeDrawn) {
    const test::TemporaryFolder folder;
    const std::string path = folder.path("bare.png");
    EXPECT_EQ(sentence(writeBarePicture(path, GridSource(0, 5), nullptr, {}).error()),
              "the matrix has 0 rows and 5 columns, so there is no cell to draw");
    EXPECT_EQ(sentence(writeBarePicture(path, GridSource(1, 1), nullptr, {}, {Index{1} << 31, 1, 0, {}}).error()),
              "a PNG of 2147483648×1 pixels is too large; give a size of at most 2147483647 on each side");
    std::stop_source stop;
    stop.request_stop();
    EXPECT_TRUE(
        writeBarePicture(path, GridSource(5, 5), nullptr, {}, {}, stop.get_token()).error().is(files::writingStopped));
    EXPECT_FALSE(std::filesystem::exists(path));
}

TEST(BarePicture, TellsProgress) {
    const test::TemporaryFolder folder;
    double last = 0;
    ASSERT_TRUE(
        writeBarePicture(folder.path("bare.png"), GridSource(640, 3, noise), nullptr, {}, {}, {}, [&](double fraction) {
            EXPECT_GT(fraction, last);
            last = fraction;
        }));
    EXPECT_EQ(last, 1);
}
