#include "core/analysis/selection.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

using namespace heedmap;
using namespace heedmap::analysis;
using attention::DenseAlpha;

TEST(Selection, FiguresOfARectangle) {
    const DenseAlpha alpha(MatrixD{{0.5, 0.25, 0.25}, {0.1, 0.2, 0.7}});
    const SelectionFigures figures = selectionFigures(alpha, {0, 2}, {1, 3});
    EXPECT_EQ(figures.numbers, 4);
    EXPECT_NEAR(figures.sum, 1.4, 1e-12);
    EXPECT_NEAR(figures.mean, 0.35, 1e-12);
    EXPECT_NEAR(figures.deviation, std::sqrt((0.01 + 0.01 + 0.0225 + 0.1225) / 4), 1e-12);
    EXPECT_EQ(figures.least, 0.2);
    EXPECT_EQ(figures.leastAt, (Cell{1, 1}));
    EXPECT_EQ(figures.most, 0.7);
    EXPECT_EQ(figures.mostAt, (Cell{1, 2}));
    EXPECT_NEAR(*figures.share, 0.7, 1e-12);
    double entropy = 0;
    for (const double p : {0.25 / 1.4, 0.25 / 1.4, 0.2 / 1.4, 0.7 / 1.4})
        entropy -= p * std::log(p);
    EXPECT_NEAR(*figures.entropy, entropy, 1e-12);
    EXPECT_NEAR(*figures.effectiveCells, std::exp(entropy), 1e-12);
}

TEST(Selection, WhatIsNoNumberDoesNotCount) {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const DenseAlpha alpha(MatrixD{{nan, 1, 0}}, BoolMatrix{{1, 1, 0}});
    const SelectionFigures all = selectionFigures(alpha, {0, 1}, {0, 3});
    EXPECT_EQ(all.numbers, 1);
    EXPECT_EQ(*all.entropy, 0);
    EXPECT_EQ(*all.share, 1);
    const SelectionFigures none = selectionFigures(alpha, {0, 1}, {2, 3});
    EXPECT_EQ(none.numbers, 0);
    EXPECT_FALSE(none.entropy);
    EXPECT_EQ(selectionFigures(alpha, {0, 0}, {0, 0}).numbers, 0);
}

TEST(Selection, NegativeNumbersHaveNoEntropy) {
    const SelectionFigures figures = selectionFigures(DenseAlpha(MatrixD{{-1, 2}}), {0, 1}, {0, 2});
    EXPECT_FALSE(figures.entropy);
    EXPECT_EQ(figures.sum, 1);
    EXPECT_EQ(*figures.share, 1);
}
