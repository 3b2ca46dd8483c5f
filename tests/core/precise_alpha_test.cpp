// α on demand from Q and K in float64: numbers as attend() gives them, and pictures of what float32 cannot hold.
#include "core/attention/precise_alpha.h"

#include "core/analysis/selection.h"
#include "core/attention/attention.h"
#include "core/attention/parameters.h"
#include "core/files/writers.h"
#include "core/session/reference.h"
#include "tests/support/core/temporary_folder.h"

#include <atomic>
#include <gtest/gtest.h>
#include <latch>
#include <thread>

using namespace heedmap;
using namespace heedmap::attention;

namespace {

struct PreciseCase {
    const char* name;
    ScoreFunction function = ScoreFunction::scaled_dot;
    MaskSpec mask{};
    Normalizer normalizer{};
    double queryScale = 1;
    double keyScale = 1;
};

std::vector<PreciseCase> preciseCases() {
    MaskSpec causal;
    causal.causal = true;
    MaskSpec sparse;
    sparse.window = 2;
    sparse.random = 3;
    MaskSpec nothing;
    nothing.padding = 0;
    Normalizer sparsemax;
    sparsemax.kind = NormalizerKind::sparsemax;
    return {{"plain"},
            {"causal", ScoreFunction::dot, causal, {}},
            {"sparse, additive", ScoreFunction::additive, sparse, {}},
            {"sparsemax", ScoreFunction::dot, causal, sparsemax},
            {"nothing allowed", ScoreFunction::dot, nothing, {}},
            {"sharp", ScoreFunction::dot, {}, {}, 30},
            {"beyond float32", ScoreFunction::dot, causal, {}, 1e40, 1e-40}};
}

constexpr Index queries = 37;
constexpr Index keys = 53;
constexpr Index depth = 5;

struct Computed {
    explicit Computed(const PreciseCase& c) {
        RandomStream random(7);
        const MatrixD q = normalMatrix(queries, depth, random) * c.queryScale;
        const MatrixD k = normalMatrix(keys, depth, random) * c.keyScale;
        const Parameters parameters = withSeededScores({}, depth, depth, 7, 1);
        source = *PreciseAlpha::make(c.function, q, k, parameters, c.mask, c.normalizer);
        expected = *attend<double>(q, k, MatrixD(keys, 0), c.function, parameters, c.mask, c.normalizer);
    }
    std::shared_ptr<const PreciseAlpha> source;
    Attention<double> expected;
};

bool isAllowed(const BoolMatrix& allowed, Index i, Index j) {
    return allowed.size() == 0 || allowed(i, j) != 0;
}

} // namespace

TEST(PreciseAlpha, NumbersAreThoseOfAttend) {
    for (const PreciseCase& c : preciseCases()) {
        const Computed computed(c);
        const AlphaSource& source = *computed.source;
        ASSERT_EQ(source.rows(), queries);
        ASSERT_EQ(source.columns(), keys);
        EXPECT_TRUE(source.isFloat64());
        const Rows rows{3, 29};
        const Columns columns{11, 50};
        std::vector<double> values(static_cast<std::size_t>(rows.size() * columns.size()));
        std::vector<Mark> marks(values.size());
        source.preciseTile(rows, columns, values, marks);
        std::size_t at = 0;
        for (Index i = rows.begin; i < rows.end; ++i) {
            for (Index j = columns.begin; j < columns.end; ++j, ++at) {
                const double expected = computed.expected.alpha(i, j);
                ASSERT_NEAR(values[at], expected, 1e-14 * expected + 1e-15) << c.name << " at " << i << ", " << j;
                ASSERT_NEAR(source.value({i, j}), values[at], 1e-14 * expected + 1e-15)
                    << c.name << " at " << i << ", " << j;
                const Mark mark = isAllowed(computed.expected.allowed, i, j) ? Mark::number : Mark::masked;
                ASSERT_EQ(marks[at], mark) << c.name << " at " << i << ", " << j;
                ASSERT_EQ(source.mark({i, j}), mark) << c.name << " at " << i << ", " << j;
            }
        }
    }
}

TEST(PreciseAlpha, ACellIsTheSameWhateverOthersAskFor) {
    const Computed computed(preciseCases()[1]); // causal: of the last queries key 40 is masked, key 3 is not
    std::atomic<bool> wrong{false};
    std::latch together(4);
    const auto ask = [&](Index row) {
        together.arrive_and_wait();
        for (int i = 0; i < 3000 && !wrong; ++i) {
            if (computed.source->mark({row, 3}) != Mark::number || computed.source->mark({row, 40}) != Mark::masked)
                wrong = true;
        }
    };
    std::vector<std::thread> threads;
    for (const Index row : {33, 34, 35, 36})
        threads.emplace_back(ask, row);
    for (std::thread& thread : threads)
        thread.join();
    EXPECT_FALSE(wrong);
}

// Above the size at which panels are computed on demand, what is written has to be what it is below it.
TEST(PreciseAlpha, IsWrittenInFloat64) {
    const test::TemporaryFolder folder;
    const std::string path = folder.path("alpha.npy");
    const Computed computed({"sharp", ScoreFunction::dot, {}, {}, 30});
    ASSERT_TRUE(files::writeNpy(path, std::vector<std::shared_ptr<const AlphaSource>>{computed.source}));
    const auto read = files::openReference({path, {}, {}});
    ASSERT_TRUE(read) << sentence(read.error());
    EXPECT_EQ(read->tensor.dtype(), DType::float64);
    const MatrixD written = toMatrixD(read->tensor.view);
    for (Index i = 0; i < queries; ++i) {
        for (Index j = 0; j < keys; ++j) {
            const double expected = computed.expected.alpha(i, j);
            ASSERT_NEAR(written(i, j), expected, 1e-12 * expected) << i << ", " << j;
        }
    }
}

TEST(PreciseAlpha, PicturesHoldWhatFloat32CannotScore) {
    for (const PreciseCase& c : preciseCases()) {
        const Computed computed(c);
        EXPECT_EQ(computed.source->exceedsFloat32(), c.queryScale > 1e30) << c.name;
        std::vector<float> values(static_cast<std::size_t>(queries * keys));
        std::vector<Mark> marks(values.size());
        computed.source->tile({0, queries}, {0, keys}, values, marks);
        for (Index i = 0; i < queries; ++i) {
            for (Index j = 0; j < keys; ++j) {
                const auto at = static_cast<std::size_t>(i * keys + j);
                ASSERT_NEAR(static_cast<double>(values[at]), computed.expected.alpha(i, j), 2e-5)
                    << c.name << " at " << i << ", " << j;
                ASSERT_EQ(marks[at] == Mark::masked, !isAllowed(computed.expected.allowed, i, j))
                    << c.name << " at " << i << ", " << j;
            }
        }
    }
}

TEST(PreciseAlpha, AScoreThatIsNoNumberIsSaid) {
    MatrixD q = MatrixD::Constant(2, 1, 1e300);
    const MatrixD k{{1e300}, {1.0}, {std::numeric_limits<double>::quiet_NaN()}};
    const auto source = *PreciseAlpha::make(ScoreFunction::dot, q, k);
    EXPECT_TRUE(source->exceedsFloat32());
    EXPECT_EQ(source->mark({1, 2}), Mark::nan);
    EXPECT_TRUE(std::isnan(source->value({1, 2})));
    EXPECT_TRUE(std::isnan(rowOf(*source, 1)[2]));
    std::vector<float> values(3);
    std::vector<Mark> marks(3);
    source->tile({0, 1}, {0, 3}, values, marks);
    EXPECT_EQ(marks[2], Mark::nan);
}

TEST(PreciseAlpha, SizesThatDoNotFitAreRefused) {
    const auto made = PreciseAlpha::make(ScoreFunction::dot, MatrixD::Ones(2, 3), MatrixD::Ones(2, 4));
    ASSERT_FALSE(made);
    EXPECT_TRUE(made.error().is(sizesOfQueryAndKeyDiffer)) << sentence(made.error());
}

TEST(PreciseAlpha, ASelectionIsSummedInFloat64) {
    const Computed computed({"plain"});
    const auto figures = analysis::selectionFigures(*computed.source, {4, 6}, {0, keys});
    EXPECT_NEAR(figures.sum, 2, 1e-14);
    EXPECT_NEAR(figures.share.value_or(0), 1, 1e-15);
}

TEST(PreciseAlpha, KnowsWhatFloat32Holds) {
    EXPECT_TRUE(isFloat32(MatrixD()));
    EXPECT_TRUE(isFloat32(MatrixD{{0.5, -1, std::numeric_limits<double>::infinity(),
                                   std::numeric_limits<double>::quiet_NaN(), static_cast<double>(0.1F)}}));
    EXPECT_FALSE(isFloat32(MatrixD{{0.5, 0.1}}));
    EXPECT_FALSE(isFloat32(MatrixD{{1e300}}));
}
