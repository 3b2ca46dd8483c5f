#include "core/heatmap/raster.h"

#include "tests/support/core/grid_source.h"
#include "tests/support/core/numbers.h"
#include "tests/support/core/picture.h"

#include <cmath>
#include <functional>
#include <gtest/gtest.h>
#include <limits>
#include <set>

using namespace heedmap;
using namespace heedmap::heatmap;
using heedmap::test::drawn;
using heedmap::test::geometryOf;
using heedmap::test::GridSource;
using heedmap::test::noise;
using heedmap::test::Picture;
using heedmap::test::plainStyle;

namespace {

using heedmap::test::infinity;
using heedmap::test::quietNaN;

GridSource everything(Index rows, Index columns) {
    GridSource source(rows, columns, [](Index i, Index j) { return noise(i, j) * noise(j, i) * 1.4 - 0.1; });
    for (Index i = 0; i < rows; ++i) {
        for (Index j = 0; j < columns; ++j) {
            const double dice = noise(j + 77, i);
            if (dice < 0.02)
                source.set(i, j, dice < 0.005 ? quietNaN : dice < 0.01 ? infinity : dice < 0.015 ? -infinity : 1e17);
            else if (j > i + 20)
                source.mask(i, j);
        }
    }
    return source;
}

Mark prevailing(MarkSet set, Pooling pooling) {
    const auto has = [set](Mark mark) {
        return (set & setOf(mark)) != 0;
    };
    if (has(Mark::nan))
        return Mark::nan;
    if (pooling == Pooling::mean && has(Mark::positiveInfinity) && has(Mark::negativeInfinity))
        return Mark::nan;
    const std::vector<Mark> order =
        pooling == Pooling::max
            ? std::vector{Mark::positiveInfinity, Mark::number, Mark::negativeInfinity, Mark::masked}
            : std::vector{Mark::positiveInfinity, Mark::negativeInfinity, Mark::number, Mark::masked};
    for (const Mark mark : order) {
        if (has(mark))
            return mark;
    }
    return Mark::masked;
}

// The color of a pixel by the words of raster.h, with Pooling::max; for mean the value is compared elsewhere.
Rgba naivePixel(const AlphaSource& source, const CellGeometry& geometry, const RasterStyle& style, Index x, Index y) {
    const int level = poolingLevel(geometry);
    const auto covered = [level](Index pixel, double origin, double size, Index count, Index& begin, Index& end) {
        const double low = size >= 1 ? static_cast<double>(pixel) + 0.5 + 1e-7 : static_cast<double>(pixel);
        for (Index i = 0; i < count; ++i) {
            const double left = origin + static_cast<double>(i) * size;
            const double right = origin + static_cast<double>(i + 1) * size;
            if (size >= 1 ? left <= low && low < right : left < low + 1 - 1e-7 && right > low + 1e-7) {
                begin = end == 0 ? i : begin;
                end = i + 1;
            }
        }
        if (size < 1 && end > 0) {
            begin = begin >> level << level;
            end = std::min(count, (((end - 1) >> level) + 1) << level);
        }
    };
    Rows rows;
    Columns columns;
    covered(x, geometry.origin.x, geometry.cellWidth, source.columns(), columns.begin, columns.end);
    covered(y, geometry.origin.y, geometry.cellHeight, source.rows(), rows.begin, rows.end);
    if (rows.size() == 0 || columns.size() == 0)
        return style.background;
    MarkSet set = 0;
    double largest = -infinity;
    for (Index i = rows.begin; i < rows.end; ++i) {
        for (Index j = columns.begin; j < columns.end; ++j) {
            set = static_cast<MarkSet>(set | setOf(source.mark({i, j})));
            if (source.mark({i, j}) == Mark::number)
                largest = std::max(largest, static_cast<double>(static_cast<float>(source.value({i, j}))));
        }
    }
    return colorOf(largest, prevailing(set, style.pooling), style);
}

void expectNaive(const AlphaSource& source, const CellGeometry& geometry, const RasterStyle& style) {
    const auto pyramid = Pyramid::build(source);
    const Picture with = drawn(source, &*pyramid, geometry, style);
    const Picture without = drawn(source, nullptr, geometry, style);
    for (Index y = 0; y < with.height; ++y) {
        for (Index x = 0; x < with.width; ++x) {
            const Rgba expected = naivePixel(source, geometry, style, x, y);
            ASSERT_EQ(with.at(x, y), expected) << "pixel " << x << "," << y << ", cell " << geometry.cellWidth;
            ASSERT_EQ(without.at(x, y), expected) << "pixel " << x << "," << y << ", no pyramid";
        }
    }
}

} // namespace

TEST(Raster, AgreesWithNaivePixelsAtEveryScaleAndPlace) {
    const GridSource source = everything(129, 71);
    RasterStyle style = plainStyle();
    for (const Scale scale : {Scale::linear, Scale::sqrt, Scale::log}) {
        style.range = {scale == Scale::log ? 1e-3 : -0.05, 0.9, scale};
        for (const double cell : {0.07, 0.125, 0.26, 0.5, 0.77, 1.0, 1.3, 5.0, 33.3}) {
            for (const Point origin : {Point{0, 0}, {7.5, -20.25}, {-30.1, 3.3}, {-500, 0}})
                expectNaive(source, geometryOf(source, cell, cell, origin, 47, 39), style);
        }
    }
}

TEST(Raster, AgreesWithNaivePixelsWhereCellsAreStretched) {
    const GridSource source = everything(67, 130);
    for (const auto& [width, height] : {std::pair{0.3, 4.0}, {4.0, 0.3}, {0.11, 0.6}, {1.0, 0.2}})
        expectNaive(source, geometryOf(source, width, height, {2.5, -1.5}, 60, 50), plainStyle());
}

TEST(Raster, DrawsDegenerateMatrices) {
    for (const auto& [rows, columns] :
         {std::pair<Index, Index>{0, 0}, {0, 5}, {5, 0}, {1, 1}, {1, 300}, {300, 1}, {5, 7}}) {
        const GridSource source(rows, columns, noise);
        SCOPED_TRACE(std::to_string(rows) + "×" + std::to_string(columns));
        expectNaive(source, CellGeometry::fitted(rows, columns, 40, 30), plainStyle());
    }
    rasterize(GridSource(3, 3), nullptr, CellGeometry::fitted(3, 3, 0, 0), plainStyle(), {}, 0, 0, 0);
}

TEST(Raster, RepeatsAConstantMatrixInOneColor) {
    for (const double value : {0.0, 0.3, -5.5, 1e17}) {
        const GridSource source(50, 50, value);
        const auto pyramid = Pyramid::build(source);
        RasterStyle style = plainStyle();
        style.range = resolveRange({}, Scale::linear, source, pyramid->summary());
        for (const Pooling pooling : {Pooling::max, Pooling::mean}) {
            style.pooling = pooling;
            const Rgba expected = colorOf(source, {0, 0}, style);
            for (const double cell : {0.13, 0.4, 0.9, 1.0, 3.0}) {
                const Picture picture = drawn(source, &*pyramid, geometryOf(source, cell, cell, {0, 0}, 6, 6), style);
                for (const Rgba& pixel : picture.pixels)
                    ASSERT_EQ(pixel, expected) << value << " at " << cell;
            }
        }
    }
}

TEST(Raster, AnOutlierLeavesTheRestAtTheLowEnd) {
    GridSource source(40, 40, 0.5);
    source.set(7, 9, 1e17).set(0, 0, -1.0);
    const auto pyramid = Pyramid::build(source);
    RasterStyle style = plainStyle();
    style.range = resolveRange({}, Scale::linear, source, pyramid->summary());
    const Picture picture = drawn(source, &*pyramid, geometryOf(source, 1, 1, {0, 0}, 40, 40), style);
    EXPECT_EQ(picture.at(9, 7), style.map.at(1));
    EXPECT_EQ(picture.at(8, 7), style.map.at(0));
}

TEST(Raster, OneBrightCellOrLineIsVisibleAtEveryZoom) {
    constexpr Index n = 509;
    const std::vector<std::pair<const char*, std::function<bool(Index, Index)>>> lines{
        {"diagonal",
         [](Index i, Index j) {
             return i == j;
         }},
        {"row",
         [](Index i, Index) {
             return i == 301;
         }},
        {"column",
         [](Index, Index j) {
             return j == 77;
         }},
        {"cell",
         [](Index i, Index j) {
             return i == 400 && j == 13;
         }},
        {"last cell",
         [](Index i, Index j) {
             return i == n - 1 && j == n - 1;
         }},
    };
    const RasterStyle style = plainStyle();
    const Rgba bright = style.map.at(1);
    for (const auto& [name, isBright] : lines) {
        const auto& lit = isBright;
        const GridSource source(n, n, [&](Index i, Index j) { return lit(i, j) ? 1.0 : 1e-4; });
        const auto pyramid = Pyramid::build(source);
        for (double cell = 0.1; cell < 80; cell *= 1.31) {
            // Over every bright cell in turn, as someone would follow the line.
            for (Index i = 0; i < n; i += 37) {
                for (Index j = 0; j < n; ++j) {
                    if (!isBright(i, j) || (name == std::string("row") && j % 37 != 0))
                        continue;
                    const Point origin{8.3 - static_cast<double>(j) * cell, 8.7 - static_cast<double>(i) * cell};
                    const auto geometry = geometryOf(source, cell, cell, origin, 16, 16);
                    const Rect rect = geometry.rectOf(Cell{i, j});
                    const Picture picture = drawn(source, &*pyramid, geometry, style);
                    const Index x = static_cast<Index>(cell < 1 ? rect.x : std::ceil(rect.x - 0.5));
                    const Index y = static_cast<Index>(cell < 1 ? rect.y : std::ceil(rect.y - 0.5));
                    ASSERT_EQ(picture.at(x, y), bright) << name << " at " << i << "," << j << ", cell " << cell;
                }
            }
        }
    }
}

TEST(Raster, MeanIsWeighedByTheAreaCovered) {
    const GridSource source{{0, 1, 0.5}};
    RasterStyle style = plainStyle();
    style.map = {ColorMapName::gray};
    style.pooling = Pooling::mean;
    // Pixels of 1.5 cells: (0 + ½·1)/1.5 and (½·1 + 0.5)/1.5.
    const Picture picture = drawn(source, nullptr, geometryOf(source, 1 / 1.5, 1, {0, 0}, 3, 1), style);
    EXPECT_EQ(int{picture.at(0, 0).r}, 85);
    EXPECT_EQ(int{picture.at(1, 0).r}, 170);
    EXPECT_EQ(picture.at(2, 0), plainStyle().background);
}

TEST(Raster, MeanOfAWholeNumberOfCellsIsTheirMean) {
    const GridSource source = GridSource(64, 64, noise);
    RasterStyle style = plainStyle();
    style.map = {ColorMapName::gray};
    style.pooling = Pooling::mean;
    const auto pyramid = Pyramid::build(source);
    for (const Pyramid* used : {static_cast<const Pyramid*>(nullptr), &*pyramid}) {
        const Picture picture = drawn(source, used, geometryOf(source, 0.25, 0.25, {0, 0}, 16, 16), style);
        for (Index y = 0; y < 16; ++y) {
            for (Index x = 0; x < 16; ++x) {
                double sum = 0;
                for (Index i = 0; i < 16; ++i)
                    sum += source.value({4 * y + i / 4, 4 * x + i % 4});
                ASSERT_NEAR(picture.at(x, y).r, std::floor(sum * 16), 1) << x << "," << y;
            }
        }
    }
}

TEST(Raster, StripsFitTogether) {
    GridSource source = everything(40, 60);
    RasterStyle style;
    style.range = {0.1, 0.5};
    for (const double cell : {0.3, 1.0, 5.5, 9.7, 20.25}) {
        const auto geometry = geometryOf(source, cell, cell, {3.25, -7.5}, 90, 77);
        const Picture whole = drawn(source, nullptr, geometry, style);
        for (Index top = 0; top < 77; top += 13) {
            auto part = geometry.panned(0, -static_cast<double>(top));
            part.viewHeight = static_cast<double>(std::min<Index>(13, 77 - top));
            const Picture strip = drawn(source, nullptr, part, style);
            for (Index y = 0; y < strip.height; ++y) {
                for (Index x = 0; x < strip.width; ++x)
                    ASSERT_EQ(strip.at(x, y), whole.at(x, top + y)) << x << "," << top + y << ", cell " << cell;
            }
        }
    }
}

TEST(Raster, StrideLeavesTheRestOfTheLineAlone) {
    const GridSource source(4, 4, 0.5);
    std::vector<Rgba> pixels(10 * 4, Rgba{7, 7, 7, 7});
    rasterize(source, nullptr, CellGeometry::fitted(4, 4, 4, 4), plainStyle(), pixels, 4, 4, 10);
    for (std::size_t i = 0; i < pixels.size(); ++i)
        EXPECT_EQ(pixels[i], i % 10 < 4 ? plainStyle().map.at(0.5) : (Rgba{7, 7, 7, 7})) << i;
}

TEST(Raster, ColorsAreExactlyThoseOfTheTable) {
    // Values right at, before and after each border between two colors.
    for (const ValueRange range :
         {ValueRange{0, 1}, ValueRange{-0.3, 0.7}, ValueRange{0, 0.9, Scale::sqrt}, ValueRange{1e-6, 1, Scale::log},
          ValueRange{0.5, 0.500001, Scale::log}, ValueRange{1e-40, 3e38, Scale::log}, ValueRange{0, double{1e-44F}},
          ValueRange{2, 2}}) {
        RasterStyle style = plainStyle();
        style.range = range;
        style.map = {ColorMapName::gray};
        std::vector<double> values{0, 1, -1, 1e17, -1e17, double{1e-44F}};
        for (int k = 0; k <= 256; ++k) {
            const auto border = static_cast<float>(range.valueAt(k / 256.0));
            for (const float value : {border, std::nextafter(border, -1e38F), std::nextafter(border, 1e38F)})
                values.push_back(static_cast<double>(value));
        }
        const GridSource source(1, static_cast<Index>(values.size()),
                                [&](Index, Index j) { return values[static_cast<std::size_t>(j)]; });
        const Picture picture =
            drawn(source, nullptr, geometryOf(source, 1, 1, {0, 0}, static_cast<double>(values.size()), 1), style);
        for (std::size_t i = 0; i < values.size(); ++i) {
            const double position = std::clamp(range.position(values[i]), 0.0, 1.0);
            const int expected = std::min(static_cast<int>(std::floor(256 * position)), 255);
            ASSERT_EQ(int{picture.pixels[i].r}, expected) << values[i] << " in " << range.low << ":" << range.high;
        }
    }
}
