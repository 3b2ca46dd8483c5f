#include "core/analysis/panel_figures.h"

#include "tests/support/core/case_file.h"
#include "tests/support/core/cases.h"
#include "tests/support/core/grid_source.h"

#include <cmath>
#include <gtest/gtest.h>
#include <limits>

namespace heedmap::analysis {
namespace {

using test::CaseFile;
using test::GridSource;

TEST(PanelFigures, AUniformRow) {
    const std::vector<double> p{0.25, 0.25, 0.25, 0.25};
    const RowFigures row = rowFigures(p, 1, 4, {.band = 1, .sink = 0, .set = {2, 3}});
    EXPECT_NEAR(row.entropy, std::log(4), 1e-15);
    EXPECT_NEAR(inBits(row.entropy), 2, 1e-15);
    EXPECT_NEAR(row.effectiveKeys, 4, 1e-14);
    EXPECT_EQ(row.largest, 0.25);
    EXPECT_EQ(row.largestAt, 0);
    EXPECT_EQ(row.distance, 0.25 * (1 + 0 + 1 + 2));
    EXPECT_EQ(row.offDiagonal, row.distance) << "a square matrix has its diagonal at j = i";
    EXPECT_EQ(row.inBand, 0.75);
    EXPECT_EQ(row.sink, 0.25);
    EXPECT_EQ(row.onSet, 0.5);
}

TEST(PanelFigures, ARowOnOneKey) {
    const std::vector<double> p{0, 0, 1};
    const RowFigures row = rowFigures(p, 0, 1, {.band = 0, .sink = 2, .set = {}});
    EXPECT_EQ(row.entropy, 0);
    EXPECT_EQ(row.effectiveKeys, 1);
    EXPECT_EQ(row.largestAt, 2);
    EXPECT_EQ(row.distance, 2);
    EXPECT_EQ(row.offDiagonal, 1) << "the only row's diagonal is at the middle key";
    EXPECT_EQ(row.inBand, 0);
    EXPECT_EQ(row.sink, 1);
    EXPECT_EQ(row.onSet, 0);
    EXPECT_EQ(rowFigures(p, 0, 1, {.band = 1, .sink = 7, .set = {}}).sink, 0) << "no such key";
    EXPECT_EQ(rowFigures(p, 0, 1, {.band = 1, .sink = 0, .set = {}}).inBand, 1);
}

TEST(PanelFigures, AStretchedDiagonalIsADiagonal) {
    GridSource alpha(2, 4, [](Index row, Index column) { return column / 2 == row ? 0.5 : 0.0; });
    const PanelFigures figures = panelFigures(alpha);
    EXPECT_EQ(figures.offDiagonal, 0.5); // keys 0 and 1 about d = 0.5, 2 and 3 about 2.5
    EXPECT_EQ(figures.inBand, 1);
}

TEST(PanelFigures, ASetCountsEveryKeyOnceAndNoOther) {
    const std::vector<double> p{0.5, 0.25, 0.25};
    EXPECT_EQ(massOn(p, std::vector<Index>{0, 2}), 0.75);
    EXPECT_EQ(massOn(p, std::vector<Index>{1, 1, 1}), 0.25);
    EXPECT_EQ(massOn(p, std::vector<Index>{-1, 3}), 0);
    EXPECT_EQ(massOn(p, {}), 0);
}

TEST(PanelFigures, MeansOverTheRowsThatHoldWeight) {
    GridSource alpha{{1, 0}, {0, 0}, {0.5, 0.5}};
    const PanelFigures figures = panelFigures(alpha, {.band = 1, .sink = 0, .set = {1}});
    EXPECT_NEAR(*figures.entropy, std::numbers::ln2 / 2, 1e-15);
    EXPECT_NEAR(*figures.effectiveKeys, 1.5, 1e-15);
    EXPECT_EQ(figures.largest, 0.75);
    EXPECT_EQ(figures.peak, 1);
    EXPECT_EQ(figures.peakAt, (Cell{0, 0}));
    EXPECT_EQ(figures.sink, 0.75);
    EXPECT_EQ(figures.onSet, 0.25);
    EXPECT_EQ(figures.distance, (0 + 1.5) / 2);
}

TEST(PanelFigures, WhatIsNoWeightGivesNoFigure) {
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    for (const double bad : {nan, -0.25, std::numeric_limits<double>::infinity(), 7.0}) {
        const PanelFigures figures = panelFigures(attention::DenseAlpha(MatrixD{{0.5, 0.5}, {bad, 0.5}}));
        EXPECT_FALSE(figures.entropy || figures.effectiveKeys || figures.largest || figures.peak || figures.distance ||
                     figures.offDiagonal || figures.inBand || figures.sink)
            << bad;
    }
    for (const GridSource& nothing : {GridSource(0, 3), GridSource(3, 0), GridSource(2, 2)}) {
        EXPECT_FALSE(panelFigures(nothing).entropy.has_value());
        EXPECT_FALSE(panelFigures(nothing).peak.has_value());
    }
    EXPECT_FALSE(panelFigures(GridSource{{1}}).onSet.has_value()) << "no set was asked for";
}

TEST(PanelFigures, RowsThatDoNotSumToOneHaveALargestWeightAlone) {
    const PanelFigures figures = panelFigures(GridSource{{1, 0}, {0.75, 0.5}}, {.band = 1, .sink = 0, .set = {1}});
    EXPECT_EQ(figures.largest, 0.875);
    EXPECT_EQ(figures.peak, 1);
    EXPECT_EQ(figures.peakAt, (Cell{0, 0}));
    EXPECT_FALSE(figures.entropy || figures.effectiveKeys || figures.distance || figures.offDiagonal ||
                 figures.inBand || figures.sink || figures.onSet);
    const PanelFigures causal = panelFigures(GridSource{{0, 0}, {0.98, 0.03}});
    ASSERT_TRUE(causal.sink);
    EXPECT_NEAR(*causal.sink, 0.98, 1e-7) << "two decimals, below a row that allows nothing";
}

TEST(PanelFigures, EntropyAgreesWithTheReference) {
    HEEDMAP_CASE(path, "reference/figures.npz");
    const CaseFile file(path);
    const MatrixD p = file.matrix("attentions", 0, 0);
    const VectorD entropies = file.vector("entropy_nat_expected");
    for (Index i = 0; i < p.rows(); ++i) {
        const RowFigures row = rowFigures({p.data() + i * p.cols(), static_cast<std::size_t>(p.cols())}, i, p.rows());
        EXPECT_NEAR(row.entropy, entropies(i), 1e-14) << "row " << i;
        EXPECT_NEAR(row.effectiveKeys, std::exp(entropies(i)), 1e-13) << "row " << i;
    }
    EXPECT_NEAR(*panelFigures(attention::DenseAlpha(p)).entropy, entropies.mean(), 1e-14);
}

TEST(PanelFigures, AreSortedWithTheMissingOnesLast) {
    const std::vector<std::optional<double>> values{3, std::nullopt, 1, 3, std::nullopt, 2};
    EXPECT_EQ(ordered(values, Order::ascending), (std::vector<std::size_t>{2, 5, 0, 3, 1, 4}));
    EXPECT_EQ(ordered(values, Order::descending), (std::vector<std::size_t>{0, 3, 5, 2, 1, 4}));
    EXPECT_TRUE(ordered({}, Order::ascending).empty());
}

// What a click on a head of the table waits for.
TEST(PanelFigures, ReadEveryWeightOnce) {
    class Counting : public GridSource {
    public:
        using GridSource::GridSource;
        double value(Cell cell) const override {
            ++values;
            return GridSource::value(cell);
        }
        void tile(Rows rows, Columns columns, std::span<float> into, std::span<attention::Mark> marks) const override {
            values += rows.size() * columns.size();
            GridSource::tile(rows, columns, into, marks);
        }
        mutable Index values = 0;
    };
    const Counting alpha(30, 40, 1.0 / 40);
    EXPECT_TRUE(panelFigures(alpha).entropy);
    EXPECT_EQ(alpha.values, 30 * 40);
}

TEST(PanelFigures, Of144HeadsAreSorted) {
    HEEDMAP_CASE(path, "attention/gpt2/ex0.npz");
    const CaseFile file(path);
    std::vector<attention::DenseAlpha> heads;
    for (Index layer = 0; layer < 12; ++layer)
        for (Index head = 0; head < 12; ++head)
            heads.emplace_back(file.matrix("attn_softmax", layer, head));
    for (const auto figure : {&PanelFigures::entropy, &PanelFigures::sink}) {
        std::vector<std::optional<double>> values;
        for (const attention::DenseAlpha& head : heads)
            values.push_back(panelFigures(head).*figure);
        const std::vector<std::size_t> places = ordered(values, Order::descending);
        ASSERT_EQ(places.size(), 144U);
        for (std::size_t i = 1; i < places.size(); ++i)
            EXPECT_GE(*values[places[i - 1]], *values[places[i]]) << "place " << i;
    }
}

TEST(Correlation, IsPearsons) {
    const std::vector<double> p{1, 2, 3, 4};
    EXPECT_NEAR(correlation(p, std::vector<double>{10, 20, 30, 40}), 1, 1e-15);
    EXPECT_NEAR(correlation(p, std::vector<double>{4, 3, 2, 1}), -1, 1e-15);
    EXPECT_NEAR(correlation(p, std::vector<double>{1, -1, -1, 1}), 0, 1e-15);
    EXPECT_TRUE(std::isnan(correlation(p, std::vector<double>{0.1, 0.1, 0.1, 0.1})));
    EXPECT_TRUE(std::isnan(correlation({}, {})));
}

TEST(Correlation, LeavesOutWhatIsMasked) {
    GridSource a{{1, 2, 3, 100}};
    const GridSource b{{2, 4, 6, 0}};
    EXPECT_LT(*compare(a, b).correlation, 0);
    a.mask(0, 3);
    EXPECT_NEAR(*compare(a, b).correlation, 1, 1e-15);
    EXPECT_FALSE(compare(GridSource(2, 2), GridSource(2, 2)).correlation.has_value());
}

} // namespace
} // namespace heedmap::analysis
