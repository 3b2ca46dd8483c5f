#include "core/attention/parameters.h"
#include "core/heatmap/pyramid_update.h"
#include "tests/support/core/numbers.h"

#include <gtest/gtest.h>

#include <limits>

using namespace heedmap;
using heatmap::Pooling;
using heatmap::Pyramid;
using heatmap::PyramidLevel;

namespace {

using heedmap::test::infinity;

void expectSameValues(const heatmap::LevelValues& actual, const heatmap::LevelValues& expected) {
    ASSERT_EQ(actual.size(), expected.size());
    for (std::size_t at = 0; at < expected.size(); ++at)
        ASSERT_EQ(actual[at], expected[at]) << at;
}

void expectSame(const Pyramid& actual, const Pyramid& expected) {
    ASSERT_EQ(actual.levels(), expected.levels());
    for (int level = 1; level <= expected.levels(); ++level) {
        SCOPED_TRACE(testing::Message() << "level " << level);
        const PyramidLevel& a = actual.level(level);
        const PyramidLevel& b = expected.level(level);
        expectSameValues(a.max, b.max);
        expectSameValues(a.mean, b.mean);
        EXPECT_EQ(a.marks, b.marks);
    }
    const heatmap::ValueSummary& summary = actual.summary();
    EXPECT_EQ(summary.smallest, expected.summary().smallest);
    EXPECT_EQ(summary.largest, expected.summary().largest);
    EXPECT_EQ(summary.smallestPositive, expected.summary().smallestPositive);
    for (std::size_t mark = 0; mark < 5; ++mark)
        EXPECT_EQ(summary.counts[mark], expected.summary().counts[mark]) << mark;
}

MatrixD numbers(Index rows, Index columns) {
    attention::RandomStream random(7);
    return attention::normalMatrix(rows, columns, random);
}

} // namespace

TEST(PyramidUpdate, IsWhatIsBuiltAnew) {
    for (const auto& [rows, columns] : {std::pair<Index, Index>{2, 1}, {1, 9}, {7, 5}, {301, 701}, {1030, 67}})
        for (const auto& only : {std::optional(Pooling::max), std::optional(Pooling::mean), std::optional<Pooling>()}) {
            SCOPED_TRACE(testing::Message() << rows << " × " << columns);
            MatrixD values = numbers(rows, columns);
            BoolMatrix allowed = BoolMatrix::Ones(rows, columns);
            values(0, 0) = infinity;
            const heatmap::PyramidOptions options{only, 1};
            const attention::DenseAlpha before(values, allowed);
            auto kept = heatmap::buildUpdatable(before, options);
            expectSame(kept.pyramid, *Pyramid::build(before, {}, {}, options));
            values.row(rows - 1) *= -1000; // the largest and the smallest number
            values.row(rows / 2).setConstant(std::numeric_limits<double>::quiet_NaN());
            allowed(0, columns - 1) = 0;
            const attention::DenseAlpha now(values, allowed);
            ASSERT_TRUE(heatmap::update(kept, now, {0, rows / 2, rows - 1}));
            expectSame(kept.pyramid, *Pyramid::build(now, {}, {}, options));
            ASSERT_TRUE(heatmap::update(kept, now, {}));
            expectSame(kept.pyramid, *Pyramid::build(now, {}, {}, options));
        }
}

TEST(PyramidUpdate, OfFloat32) {
    MatrixF values = numbers(90, 900).cast<float>();
    auto kept = heatmap::buildUpdatable(attention::TensorAlpha(makeTensor(values)), {});
    values.row(71) *= 3;
    const attention::TensorAlpha now(makeTensor(values));
    ASSERT_TRUE(heatmap::update(kept, now, {71}));
    expectSame(kept.pyramid, *Pyramid::build(now));
    EXPECT_FALSE(heatmap::update(kept, attention::DenseAlpha(numbers(90, 900)), {71})) << "float64 now";
}

TEST(PyramidUpdate, ASingleCellHasNoLevels) {
    const attention::DenseAlpha source(numbers(1, 1));
    auto kept = heatmap::buildUpdatable(source, {});
    expectSame(kept.pyramid, *Pyramid::build(source));
    EXPECT_FALSE(heatmap::update(kept, source, {0}));
}
