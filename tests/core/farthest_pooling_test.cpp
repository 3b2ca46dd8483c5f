// Pooling of values of either sign: the one farthest from 0, with its sign, compared with a naive search.
#include "core/heatmap/farthest.h"
#include "core/heatmap/raster.h"
#include "tests/support/core/grid_source.h"

#include <gtest/gtest.h>

#include <limits>

using namespace heedmap;
using namespace heedmap::heatmap;
using test::GridSource;

namespace {

double naive(const GridSource& source, Rows rows, Columns columns) {
    double found = 0;
    for (Index i = rows.begin; i < std::min(rows.end, source.rows()); ++i) {
        for (Index j = columns.begin; j < std::min(columns.end, source.columns()); ++j) {
            const double value = source.mark({i, j}) == Mark::number ? source.value({i, j}) : 0;
            if (std::abs(value) > std::abs(found) || (std::abs(value) == std::abs(found) && value > found))
                found = value;
        }
    }
    return found;
}

GridSource grid(Index rows, Index columns) {
    return {rows, columns, [](Index i, Index j) {
                return static_cast<double>(static_cast<float>(test::noise(i, j) - 0.5));
            }};
}

} // namespace

TEST(FarthestPooling, StandsForTheLargestOfWhatHasEitherSign) {
    EXPECT_EQ(poolingFor(Pooling::max, true), farthest);
    EXPECT_EQ(poolingFor(Pooling::max, false), Pooling::max);
    EXPECT_EQ(poolingFor(Pooling::mean, true), Pooling::mean);
    EXPECT_EQ(farther(-3.0, 2.0), -3.0);
    EXPECT_EQ(farther(2.0, -2.0), 2.0);
    EXPECT_EQ(farther(-2.0, 2.0), 2.0);
}

TEST(FarthestPooling, EveryLevelIsTheNaiveSearch) {
    for (const auto& [rows, columns] : {std::pair<Index, Index>{1, 2}, {5, 3}, {64, 64}, {37, 101}}) {
        GridSource source = grid(rows, columns);
        source.mask(0, 0);
        for (const int first : {1, 3}) {
            const auto pyramid = Pyramid::build(source, {}, {}, {farthest, first});
            ASSERT_TRUE(pyramid);
            for (int level = pyramid->firstLevel(); level <= pyramid->levels(); ++level) {
                const PyramidLevel& made = pyramid->level(level);
                EXPECT_TRUE(pyramid->keeps(level, farthest));
                EXPECT_FALSE(pyramid->keeps(level, Pooling::max));
                for (Index i = 0; i < made.rows; ++i)
                    for (Index j = 0; j < made.columns; ++j)
                        EXPECT_EQ(made.values(farthest)[static_cast<std::size_t>(i * made.columns + j)],
                                  naive(source, {i << level, (i + 1) << level}, {j << level, (j + 1) << level}))
                            << "level " << level << " [" << i << "," << j << "]";
            }
        }
    }
}

TEST(FarthestPooling, ASingleNegativeCellIsSeenAtEveryZoom) {
    GridSource source(400, 400, 0.1);
    source.set(123, 321, -0.9);
    const auto pyramid = Pyramid::build(source, {}, {}, {farthest, 1});
    RasterStyle style;
    style.range = {-1, 1, Scale::linear};
    style.map = {ColorMapName::rdbu, true};
    style.pooling = farthest;
    const Rgba wanted = colorOf(-0.9, Mark::number, style);
    for (const Index size : {400, 311, 200, 50, 7, 1}) {
        for (const Pyramid* used : {&*pyramid, static_cast<const Pyramid*>(nullptr)}) {
            const double cell = static_cast<double>(size) / 400;
            const CellGeometry geometry{
                400, 400, cell, cell, {0, 0}, static_cast<double>(size), static_cast<double>(size)};
            std::vector<Rgba> pixels(static_cast<std::size_t>(size * size));
            rasterize(source, used, geometry, style, pixels, size, size, size);
            EXPECT_NE(std::find(pixels.begin(), pixels.end(), wanted), pixels.end())
                << size << " pixels, " << (used ? "with" : "without") << " a pyramid";
        }
    }
}
