#include "core/heatmap/color_map.h"

#include <cmath>
#include <gtest/gtest.h>
#include <vector>

using namespace heedmap::heatmap;

namespace {

struct Lab {
    double l, a, b;
};

Lab labOf(Rgba color) {
    const auto linear = [](std::uint8_t channel) {
        const double c = channel / 255.0;
        return c > 0.04045 ? std::pow((c + 0.055) / 1.055, 2.4) : c / 12.92;
    };
    const double r = linear(color.r), g = linear(color.g), b = linear(color.b);
    const auto f = [](double t) {
        return t > 0.008856 ? std::cbrt(t) : 7.787 * t + 16.0 / 116;
    };
    const double x = f((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505);
    const double y = f(0.2126 * r + 0.7152 * g + 0.0722 * b);
    const double z = f((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089);
    return {116 * y - 16, 500 * (x - y), 200 * (y - z)};
}

double distance(Rgba a, Rgba b) {
    const Lab p = labOf(a), q = labOf(b);
    return std::hypot(p.l - q.l, p.a - q.a, p.b - q.b);
}

} // namespace

TEST(ColorMap, EndsAndMiddleAreThePublishedColors) {
    const auto at = [](const char* name, double position) {
        return colorMapNamed(name)->at(position);
    };
    EXPECT_EQ(at("viridis", 0), (Rgba{68, 1, 84}));
    EXPECT_EQ(at("viridis", 1), (Rgba{253, 231, 37}));
    EXPECT_EQ(at("viridis", 0.5), (Rgba{33, 145, 140}));
    EXPECT_EQ(at("cividis", 0), (Rgba{0, 34, 78}));
    EXPECT_EQ(at("magma", 0), (Rgba{0, 0, 4}));
    EXPECT_EQ(at("magma", 1), (Rgba{252, 253, 191}));
    EXPECT_EQ(at("RdBu", 0), (Rgba{103, 0, 31}));
    EXPECT_EQ(at("RdBu", 1), (Rgba{5, 48, 97}));
    EXPECT_EQ(at("RdBu_r", 0), (Rgba{5, 48, 97}));
}

TEST(ColorMap, PositionPicksOneOf256EqualParts) {
    const ColorMap gray{ColorMapName::gray};
    EXPECT_EQ(gray.at(0.0).r, 0);
    EXPECT_EQ(gray.at(std::nextafter(1.0 / 256, 0.0)).r, 0);
    EXPECT_EQ(gray.at(1.0 / 256).r, 1);
    EXPECT_EQ(gray.at(255.0 / 256).r, 255);
    EXPECT_EQ(gray.at(1.0).r, 255);
    EXPECT_EQ(gray.at(-3).r, 0);
    EXPECT_EQ(gray.at(INFINITY).r, 255);
    EXPECT_EQ((ColorMap{ColorMapName::gray, true}).at(0.0).r, 255);
}

TEST(ColorMap, NamesReadBackAndTablesAgreeWithPositions) {
    for (const ColorMapName name : allColorMaps) {
        for (const bool reversed : {false, true}) {
            const ColorMap map{name, reversed};
            EXPECT_EQ(colorMapNamed(map.text()), map) << map.text();
            const auto table = map.table();
            for (std::size_t i = 0; i < 256; ++i)
                EXPECT_EQ(table[i], map.at((static_cast<double>(i) + 0.5) / 256)) << map.text() << " entry " << i;
        }
    }
    EXPECT_FALSE(colorMapNamed("Viridis"));
    EXPECT_FALSE(colorMapNamed("jet"));
    EXPECT_FALSE(colorMapNamed("_r"));
    EXPECT_FALSE(colorMapNamed("gray_r_r"));
}

TEST(ColorMapDeathTest, NotANumberHasNoColor) {
    EXPECT_DEATH(static_cast<void>(ColorMap{}.at(NAN)), "precondition failed");
}

TEST(MarkColors, DifferFromEveryMapAndFromEachOther) {
    for (const bool dark : {false, true}) {
        const MarkColors& colors = markColors(dark);
        const std::vector<Rgba> loud{colors.nan, colors.positiveInfinity, colors.negativeInfinity, colors.clippedLine};
        std::vector<Rgba> all = loud;
        all.push_back(colors.masked);
        for (std::size_t i = 0; i < all.size(); ++i) {
            for (std::size_t j = 0; j < i; ++j)
                EXPECT_GT(distance(all[i], all[j]), 40) << "marks " << i << " and " << j << ", dark " << dark;
        }
        for (const ColorMapName name : allColorMaps) {
            const ColorMap map{name};
            for (const Rgba entry : map.table()) {
                EXPECT_GT(distance(colors.masked, entry), 8) << map.text() << ", dark " << dark;
                for (std::size_t i = 0; i < loud.size(); ++i)
                    EXPECT_GT(distance(loud[i], entry), 30) << map.text() << ", mark " << i << ", dark " << dark;
            }
        }
    }
}
