// Where numbers lie on an axis, what it shows, and that fewer points draw the same line.
#include "tests/support/ui/pictures.h"
#include "ui/plot/plot_axis.h"

#include <QSet>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace heedmap::tests {

namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();

QStringList labelsOf(const PlotAxis& axis, double low, double high, int most) {
    QStringList labels;
    for (const PlotTick& tick : ticksOf(axis, low, high, most))
        labels << tick.label;
    return labels;
}

QString ticksText(PlotScale scale, double low, double high, int most) {
    return labelsOf({QString(), scale}, placeOf(scale, low), placeOf(scale, high), most).join(QLatin1Char(' '));
}

} // namespace

TEST(PlotAxis, WhatIsNoNumberHasNoPlace) {
    for (const double value : {nan, infinity, -infinity}) {
        EXPECT_TRUE(std::isnan(placeOf(PlotScale::linear, value))) << value;
        EXPECT_TRUE(std::isnan(placeOf(PlotScale::logarithmic, value))) << value;
    }
    EXPECT_TRUE(std::isnan(placeOf(PlotScale::logarithmic, 0)));
    EXPECT_TRUE(std::isnan(placeOf(PlotScale::logarithmic, -3)));
    EXPECT_EQ(placeOf(PlotScale::linear, -3), -3);
    EXPECT_NEAR(placeOf(PlotScale::logarithmic, 1000), 3, 1e-12);
    EXPECT_NEAR(valueAt(PlotScale::logarithmic, -2), 0.01, 1e-15);
}

TEST(PlotAxis, ShowsWhatTheValuesNeedAndIsNeverEmpty) {
    const PlotAxis linear{};
    const PlotAxis logarithmic{QString(), PlotScale::logarithmic};
    EXPECT_EQ(shownPlaces(linear, {}, true).first < shownPlaces(linear, {}, true).second, true);
    EXPECT_EQ(shownPlaces(linear, std::vector{2.0, nan, 4.0}, false), std::pair(2.0, 4.0));
    EXPECT_EQ(shownPlaces(linear, std::vector{5.0}, true), std::pair(4.5, 5.5));
    EXPECT_EQ(shownPlaces(logarithmic, std::vector{0.0, 10.0, 1000.0}, false), std::pair(1.0, 3.0));
    const auto padded = shownPlaces(linear, std::vector{0.0, 100.0}, true);
    EXPECT_EQ(padded, std::pair(-4.0, 104.0));
    EXPECT_EQ(shownPlaces({QString(), PlotScale::linear, 0, 1}, std::vector{0.2, 7.0}, true), std::pair(0.0, 1.0));
    // A fixed end beyond all values.
    const auto beyond = shownPlaces({QString(), PlotScale::linear, 10.0}, std::vector{1.0, 2.0}, false);
    EXPECT_LT(beyond.first, beyond.second);
}

TEST(PlotAxis, TicksAreRoundNumbers) {
    EXPECT_EQ(ticksText(PlotScale::linear, 0, 1, 5), QStringLiteral("0 0.2 0.4 0.6 0.8 1"));
    EXPECT_EQ(ticksText(PlotScale::linear, -3.2, 3.9, 4), QStringLiteral("−2 0 2"));
    EXPECT_EQ(ticksText(PlotScale::linear, 0, 600, 8), QStringLiteral("0 100 200 300 400 500 600"));
    EXPECT_EQ(ticksText(PlotScale::linear, -0.2, 4.4, 2), QStringLiteral("0 2 4")); // not 0 alone
    EXPECT_EQ(ticksText(PlotScale::logarithmic, 1, 1e6, 30), QStringLiteral("1 10 100 1000 10000 10⁵ 10⁶"));
    EXPECT_EQ(ticksText(PlotScale::logarithmic, 1, 512, 8), QStringLiteral("1 3 10 30 100 300"));
    EXPECT_EQ(ticksText(PlotScale::logarithmic, 1e-4, 10, 6), QStringLiteral("10⁻⁴ 0.001 0.01 0.1 1 10"));
    EXPECT_EQ(ticksText(PlotScale::logarithmic, 1e-12, 1, 4), QStringLiteral("10⁻¹² 10⁻⁸ 10⁻⁴ 1"));
    EXPECT_EQ(ticksText(PlotScale::logarithmic, 1e-158, 1, 4), QStringLiteral("10⁻¹²⁰ 10⁻⁸⁰ 10⁻⁴⁰ 1"));
    EXPECT_EQ(ticksText(PlotScale::logarithmic, 0.31, 0.44, 4), QStringLiteral("0.35 0.4"));
    EXPECT_EQ(ticksText(PlotScale::linear, 1, 1, 4), QString());
    EXPECT_EQ(ticksText(PlotScale::linear, 0, infinity, 4), QString());
}

TEST(PlotAxis, TicksStayFewAndDifferWhateverTheRange) {
    for (const PlotScale scale : {PlotScale::linear, PlotScale::logarithmic}) {
        for (double low = 1e-9; low < 1e9; low *= 7) {
            for (const double factor : {1.001, 1.5, 30.0, 1e7}) {
                const auto labels = labelsOf({QString(), scale}, placeOf(scale, low), placeOf(scale, low * factor), 6);
                EXPECT_LE(labels.size(), 9) << low << " × " << factor << ": " << labels.join(u' ').toStdString();
                EXPECT_EQ(QSet<QString>(labels.begin(), labels.end()).size(), labels.size());
            }
        }
    }
}

TEST(PlotAxis, TicksSayWhatTheAxisSays) {
    const PlotAxis bytes{.title = {}, .label = [](double value) {
                             return QString::number(value / 1000) + QStringLiteral(" kB");
                         }};
    EXPECT_EQ(labelsOf(bytes, 0, 2000, 2),
              (QStringList{QStringLiteral("0 kB"), QStringLiteral("1 kB"), QStringLiteral("2 kB")}));
}

TEST(PlotAxis, NumbersHaveARealMinusAndRaisedPowers) {
    EXPECT_EQ(tickText(0), QStringLiteral("0"));
    EXPECT_EQ(tickText(-0.5), QStringLiteral("−0.5"));
    EXPECT_EQ(tickText(1e6), QStringLiteral("10⁶"));
    EXPECT_EQ(tickText(-1e6), QStringLiteral("−10⁶"));
    EXPECT_EQ(tickText(2e-6), QStringLiteral("2×10⁻⁶"));
    EXPECT_EQ(tickText(1200), QStringLiteral("1200"));
}

TEST(PlotDecimation, KeepsEveryColumnsExtremes) {
    std::vector<QPointF> points;
    for (int i = 0; i < 10000; ++i)
        points.emplace_back(i, i == 4321 ? 50.0 : std::sin(i * 0.7));
    const QList<QPointF> kept = decimated(points, 0, 9999, 200);
    EXPECT_LE(kept.size(), 4 * 201);
    EXPECT_TRUE(kept.contains(QPointF(4321, 50)));
    EXPECT_EQ(kept.front(), points.front());
    EXPECT_EQ(kept.back(), points.back());
    EXPECT_TRUE(std::is_sorted(kept.begin(), kept.end(), [](auto a, auto b) { return a.x() < b.x(); }));
    for (int column = 0; column < 200; ++column) {
        const auto inColumn = [&](const QPointF& p) {
            return static_cast<int>(p.x() / 9999 * 200) == column;
        };
        double lowest = infinity;
        double lowestKept = infinity;
        for (const QPointF& p : points)
            lowest = inColumn(p) ? std::min(lowest, p.y()) : lowest;
        for (const QPointF& p : kept)
            lowestKept = inColumn(p) ? std::min(lowestKept, p.y()) : lowestKept;
        EXPECT_EQ(lowestKept, lowest) << "column " << column;
    }
}

TEST(PlotDecimation, LeavesFewPointsAndLoopsAloneAndNaNOut) {
    const std::vector<QPointF> few{{0, 1}, {1, nan}, {2, 3}};
    EXPECT_EQ(decimated(few, 0, 2, 100), (QList<QPointF>{{0, 1}, {2, 3}}));
    EXPECT_TRUE(decimated({}, 0, 1, 100).isEmpty());
    std::vector<QPointF> circle;
    for (int i = 0; i < 1000; ++i)
        circle.emplace_back(std::cos(i * 0.01), std::sin(i * 0.01));
    EXPECT_EQ(decimated(circle, -1, 1, 10).size(), 1000);
}

} // namespace heedmap::tests
