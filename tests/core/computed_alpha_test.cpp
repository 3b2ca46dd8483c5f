#include "core/attention/computed_alpha.h"

#include "core/analysis/rows.h"
#include "core/heatmap/pyramid.h"

#include <cmath>
#include <gtest/gtest.h>

#include <thread>

using namespace heedmap;
using namespace heedmap::attention;

namespace {

struct Case {
    const char* name;
    ScoreFunction function;
    MaskSpec mask;
    Normalizer normalizer;
};

std::vector<Case> cases() {
    MaskSpec causal;
    causal.causal = true;
    MaskSpec sparse;
    sparse.window = 5;
    sparse.global = 2;
    sparse.random = 3;
    MaskSpec padded;
    padded.padding = 0; // nothing is allowed
    Normalizer sharp;
    sharp.temperature = 0.3;
    Normalizer sparsemax;
    sparsemax.kind = NormalizerKind::sparsemax;
    return {{"dot", ScoreFunction::dot, {}, {}},
            {"scaled dot, causal", ScoreFunction::scaled_dot, causal, {}},
            {"general, sparse", ScoreFunction::general, sparse, sharp},
            {"additive, causal", ScoreFunction::additive, causal, sharp},
            {"cosine, nothing allowed", ScoreFunction::cosine, padded, {}},
            {"sparsemax", ScoreFunction::scaled_dot, sparse, sparsemax}};
}

struct Input {
    MatrixF q, k;
    Parameters parameters;
    Input(Index queries, Index keys, Index d) {
        RandomStream random(5);
        q = normalMatrix(queries, d, random).cast<float>();
        k = normalMatrix(keys, d, random).cast<float>();
        parameters = withSeededScores({}, d, d, 7, 1);
    }
    std::shared_ptr<const ComputedAlpha> source(const Case& c) const {
        auto made =
            ComputedAlpha::make(c.function, kernels::viewOf(q), kernels::viewOf(k), parameters, c.mask, c.normalizer);
        EXPECT_TRUE(made) << c.name;
        return *made;
    }
    // α as a whole.
    MatrixF whole(const Case& c) const {
        StreamingAttention attention;
        EXPECT_TRUE(
            attention.prepare(c.function, kernels::viewOf(q), kernels::viewOf(k), parameters, c.mask, c.normalizer));
        MatrixF alpha(q.rows(), k.rows());
        StreamingRequest request;
        request.rows = {0, q.rows()};
        request.alpha = kernels::viewOf(alpha);
        EXPECT_TRUE(attention.run(request));
        return alpha;
    }
};

void expectTile(const ComputedAlpha& source, const MatrixF& whole, const BoolMatrix& allowed, Rows rows,
                Columns columns, const char* name) {
    const auto count = static_cast<std::size_t>(rows.size() * columns.size());
    std::vector<float> values(count, -7);
    std::vector<Mark> marks(count, Mark::nan);
    source.tile(rows, columns, values, marks);
    std::size_t at = 0;
    for (Index i = rows.begin; i < rows.end; ++i)
        for (Index j = columns.begin; j < columns.end; ++j, ++at) {
            const Mark mark = allowed(i, j) != 0 ? Mark::number : Mark::masked;
            ASSERT_EQ(marks[at], mark) << name << ": " << i << "," << j;
            ASSERT_EQ(values[at], whole(i, j)) << name << ": " << i << "," << j; // bit for bit
        }
}

} // namespace

TEST(ComputedAlpha, EveryTileIsThatOfTheWholeBitForBit) {
    for (const auto& [queries, keys] : {std::pair<Index, Index>{1, 1}, {37, 53}, {130, 1100}}) {
        const Input input(queries, keys, 6);
        for (const Case& c : cases()) {
            const auto source = input.source(c);
            const MatrixF whole = input.whole(c);
            const BoolMatrix allowed = buildMask(c.mask, queries, keys).value();
            EXPECT_EQ(source->storage(), Storage::computed);
            expectTile(*source, whole, allowed, {queries - 1, queries}, {keys - 1, keys}, c.name);
            expectTile(*source, whole, allowed, {0, queries}, {0, keys}, c.name);
            expectTile(*source, whole, allowed, {queries / 3, queries / 2 + 1}, {keys / 5, keys / 2 + 1}, c.name);
            expectTile(*source, whole, allowed, {0, 0}, {0, keys}, c.name);
            const Cell cell{queries / 2, keys / 2};
            EXPECT_EQ(source->value(cell), static_cast<double>(whole(cell.row, cell.column))) << c.name;
            EXPECT_EQ(source->mark(cell), allowed(cell.row, cell.column) != 0 ? Mark::number : Mark::masked) << c.name;
        }
    }
}

TEST(ComputedAlpha, FromSeveralThreadsAtOnce) {
    const Input input(200, 300, 8);
    const Case plain{"dot", ScoreFunction::dot, {}, {}};
    const auto source = input.source(plain);
    const MatrixF whole = input.whole(plain);
    const BoolMatrix allowed = BoolMatrix::Ones(200, 300);
    std::vector<std::jthread> threads;
    for (Index t = 0; t < 4; ++t)
        threads.emplace_back([&, t] {
            for (Index first = 0; first < 200; first += 10)
                expectTile(*source, whole, allowed, {first, first + 10}, {t * 40, t * 40 + 100}, "threads");
        });
}

TEST(ComputedAlpha, ItsPyramidIsThatOfTheNumbers) {
    const Input input(300, 700, 8);
    const Case causal = cases()[1];
    const auto source = input.source(causal);
    const DenseAlpha dense(input.whole(causal), buildMask(causal.mask, 300, 700).value());
    const heatmap::PyramidOptions options{heatmap::Pooling::max, 2};
    const auto pyramid = heatmap::Pyramid::build(*source, {}, {}, options);
    const auto expected = heatmap::Pyramid::build(dense, {}, {}, options);
    ASSERT_TRUE(pyramid && expected);
    for (int level = 2; level <= expected->levels(); ++level) {
        for (std::size_t i = 0; i < expected->level(level).max.size(); ++i) {
            ASSERT_EQ(pyramid->level(level).max[i], expected->level(level).max[i]) << level << ": " << i;
            ASSERT_EQ(pyramid->level(level).marks[i], expected->level(level).marks[i]) << level << ": " << i;
        }
    }
    EXPECT_EQ(pyramid->summary().largest, expected->summary().largest);
}

TEST(ComputedAlpha, SizesThatDoNotFitAreASentence) {
    const Input input(3, 4, 6);
    const MatrixF narrow = MatrixF::Zero(4, 5);
    const auto made = ComputedAlpha::make(ScoreFunction::dot, kernels::viewOf(input.q), kernels::viewOf(narrow));
    ASSERT_FALSE(made);
    EXPECT_FALSE(sentence(made.error()).empty());
}

TEST(ComputedAlpha, TilesOfALongSequenceEqualTheDirectComputation) {
    constexpr Index n = 131072;
    const Input input(n, n, 4);
    const Case softmax{"scaled dot", ScoreFunction::scaled_dot, {}, {}};
    const auto source = input.source(softmax);
    StreamingAttention direct;
    ASSERT_TRUE(direct.prepare(softmax.function, kernels::viewOf(input.q), kernels::viewOf(input.k)));
    MatrixF alpha(3, n);
    MatrixF tile(3, 40);
    std::vector<Mark> marks(120);
    for (const Index row : {Index{0}, Index{65'537}, n - 3}) {
        StreamingRequest request;
        request.rows = {row, row + 3};
        request.alpha = kernels::viewOf(alpha);
        ASSERT_TRUE(direct.run(request));
        for (const Index column : {Index{0}, Index{99'991}, n - 40}) {
            source->tile({row, row + 3}, {column, column + 40}, {tile.data(), 120}, marks);
            for (Index i = 0; i < 3; ++i)
                for (Index j = 0; j < 40; ++j)
                    ASSERT_EQ(tile(i, j), alpha(i, column + j)) << "[" << row + i << "," << column + j << "]";
        }
    }
}

TEST(ComputedAlpha, ARowReadAtOnceIsTheRowCellByCell) {
    const Input input(50, 70, 4);
    for (const Case& c : cases()) {
        const auto source = input.source(c);
        for (const Index row : {0, 13, 49}) {
            const std::vector<double> values = analysis::rowOf(*source, row);
            ASSERT_EQ(values.size(), 70U);
            for (Index j = 0; j < 70; ++j)
                EXPECT_EQ(values[static_cast<std::size_t>(j)], source->value({row, j}))
                    << c.name << " [" << row << "," << j << "]";
        }
    }
    MatrixD odd{{std::nan(""), 1.0, -HUGE_VAL, HUGE_VAL, 1e300}};
    const std::vector<double> values = analysis::rowOf(DenseAlpha(odd), 0);
    EXPECT_TRUE(std::isnan(values[0]));
    for (Index j = 1; j < 5; ++j)
        EXPECT_EQ(values[static_cast<std::size_t>(j)], odd(0, j)) << j;
}
