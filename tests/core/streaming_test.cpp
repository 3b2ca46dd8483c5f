#include "core/attention/streaming.h"

#include "core/attention/attention.h"
#include "core/kernels/target.h"
#include "core/tensor/large_array.h"
#include "tests/support/core/numbers.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <limits>

using namespace heedmap;
using namespace heedmap::attention;
using kernels::View;
using kernels::viewOf;

namespace {

using heedmap::test::infinityF;
using heedmap::test::quietNaNF;

// Q, K, V in float32 and what belongs to them.
struct StreamedCase {
    MatrixF q, k, v;
    ScoreFunction function = ScoreFunction::scaled_dot;
    Parameters parameters;
    MaskSpec mask;
    Normalizer normalizer;

    StreamingAttention prepared() const {
        StreamingAttention streaming;
        EXPECT_TRUE(streaming.prepare(function, viewOf(q), viewOf(k), parameters, mask, normalizer));
        return streaming;
    }
    Attention<double> reference() const {
        return attend<double>(q.cast<double>(), k.cast<double>(), v.cast<double>(), function, parameters, mask,
                              normalizer)
            .value();
    }
};

StreamedCase randomCase(Index queries, Index keys, Index dimension, Index values, double size = 1) {
    RandomStream random(7);
    StreamedCase given;
    given.q = (normalMatrix(queries, dimension, random) * size).cast<float>();
    given.k = (normalMatrix(keys, dimension, random) * size).cast<float>();
    given.v = normalMatrix(keys, values, random).cast<float>();
    given.parameters = withSeededScores({}, dimension, dimension, 13, 5);
    return given;
}

struct Answer {
    MatrixF alpha, context;
    std::vector<RowSum> sums;
    std::vector<RowFigures> figures;
};

Answer answerOf(const StreamedCase& given, int threads = 1, std::span<const float> set = {}) {
    StreamingAttention streaming = given.prepared();
    const Index rows = given.q.rows();
    Answer answer;
    answer.alpha = MatrixF::Constant(rows, given.k.rows(), quietNaNF);
    answer.context = MatrixF::Constant(rows, given.v.cols(), quietNaNF);
    answer.sums.resize(static_cast<std::size_t>(rows));
    answer.figures.resize(static_cast<std::size_t>(rows));
    StreamingRequest request;
    request.rows = {0, rows};
    request.values = viewOf(given.v);
    request.alpha = viewOf(answer.alpha);
    request.context = viewOf(answer.context);
    request.sums = answer.sums;
    request.figures = answer.figures;
    request.set = set;
    request.threads = threads;
    EXPECT_TRUE(streaming.run(request));
    return answer;
}

testing::AssertionResult isExact(const MatrixF& alpha, const MatrixD& reference, double tolerance = 4e-6) {
    for (Index i = 0; i < alpha.rows(); ++i) {
        double sum = 0;
        for (Index j = 0; j < alpha.cols(); ++j) {
            const double expected = reference(i, j);
            const double actual = static_cast<double>(alpha(i, j));
            sum += actual;
            if (std::isnan(expected) && std::isnan(actual))
                continue;
            const double error = std::abs(actual - expected);
            if (!(expected > 1e-30 ? error <= tolerance * expected : actual >= 0 && actual <= 2e-30))
                return testing::AssertionFailure()
                       << "α(" << i << ", " << j << ") is " << actual << " instead of " << expected;
        }
        if (alpha.cols() > 0 && reference.row(i).sum() > 0.5 && std::abs(sum - 1) > 1e-6)
            return testing::AssertionFailure() << "row " << i << " sums to " << sum;
    }
    return testing::AssertionSuccess();
}

testing::AssertionResult isNear(const MatrixF& context, const MatrixD& expected, double tolerance = 5e-6) {
    for (Index i = 0; i < context.rows(); ++i)
        for (Index c = 0; c < context.cols(); ++c) {
            const double actual = static_cast<double>(context(i, c));
            if (std::isnan(actual) && std::isnan(expected(i, c)))
                continue;
            if (!(std::abs(actual - expected(i, c)) <= tolerance * std::max(1.0, std::abs(expected(i, c)))))
                return testing::AssertionFailure()
                       << "c(" << i << ", " << c << ") is " << actual << " instead of " << expected(i, c);
        }
    return testing::AssertionSuccess();
}

// Runs each test with every set of instructions of this machine.
class Streaming : public testing::TestWithParam<std::string> {
protected:
    void SetUp() override { ASSERT_TRUE(kernels::useTarget(GetParam())); }
    void TearDown() override { kernels::useTarget(""); }
};

INSTANTIATE_TEST_SUITE_P(All, Streaming, testing::ValuesIn(kernels::availableTargets()),
                         [](const auto& target) { return target.param; });

} // namespace

TEST_P(Streaming, EqualsAttentionInFloat64) {
    for (const auto& [queries, keys] : {std::pair<Index, Index>{1, 1}, {2, 3}, {13, 33}, {37, 70}, {5, 530}})
        for (const ScoreFunction function : allScoreFunctions)
            for (const char* mask : {"none", "causal", "window:2,causal", "padding:20,global:1,random:3"}) {
                SCOPED_TRACE(testing::Message() << queries << "×" << keys << " " << nameOf(function) << " " << mask);
                StreamedCase given = randomCase(queries, keys, 19, 21);
                given.function = function;
                given.mask = parseMask(mask).value();
                const Attention<double> reference = given.reference();
                const Answer answer = answerOf(given);
                EXPECT_TRUE(isExact(answer.alpha, reference.alpha));
                EXPECT_TRUE(isNear(answer.context, reference.context));
            }
}

// Rows that begin with a line of the caches are stored while the next ones are computed, others at once.
TEST_P(Streaming, StoresThatWaitChangeNothing) {
    for (const Index keys : {Index{16}, Index{528}, Index{1040}}) {
        const StreamedCase given = randomCase(211, keys, 16, 8);
        const MatrixF whole = answerOf(given).alpha;
        StreamingAttention streaming = given.prepared();
        LargeArray<float> lines(static_cast<std::size_t>(211 * (keys + 16)));
        for (const Rows rows : {Rows{0, 211}, Rows{0, 1}, Rows{5, 187}})
            for (const int threads : {1, 2}) {
                SCOPED_TRACE(testing::Message() << keys << " keys, rows " << rows.begin << " to " << rows.end);
                lines.assign(lines.size(), -1.0F);
                StreamingRequest request;
                request.rows = rows;
                request.alpha = {lines.data(), rows.size(), keys, keys + 16};
                request.threads = threads;
                ASSERT_TRUE(streaming.run(request));
                for (Index i = 0; i < rows.size(); ++i)
                    for (Index j = 0; j < keys + 16; ++j)
                        ASSERT_EQ(request.alpha.row(i)[j], j < keys ? whole(rows.begin + i, j) : -1.0F)
                            << "row " << i << ", key " << j;
            }
    }
}

// Scores that float32 cannot sum exactly enough, and some whose powers are beyond it without a reference.
TEST_P(Streaming, LargeScoresAreSummedInFloat64) {
    for (const double size : {2.0, 5.0, 30.0, 300.0})
        for (const ScoreFunction function : {ScoreFunction::dot, ScoreFunction::general, ScoreFunction::scaled_dot}) {
            SCOPED_TRACE(testing::Message() << size << " " << nameOf(function));
            StreamedCase given = randomCase(14, 90, 16, 5, size);
            given.function = function;
            const Attention<double> reference = given.reference();
            const Answer answer = answerOf(given);
            EXPECT_TRUE(isExact(answer.alpha, reference.alpha));
            EXPECT_TRUE(isNear(answer.context, reference.context));
        }
}

// Every score is far below what its bound allows, so that the first reference leaves no sum.
TEST_P(Streaming, RowsFarBelowTheirBoundGetTheirTrueMaximum) {
    StreamedCase given = randomCase(3, 40, 2, 2);
    given.function = ScoreFunction::dot;
    given.q.setConstant(20);
    given.k.setConstant(-20);
    for (Index j = 0; j < given.k.rows(); ++j)
        given.k(j, 0) += static_cast<float>(j) * 0.01F;
    given.mask = parseMask("causal").value();
    const Attention<double> reference = given.reference();
    const Answer answer = answerOf(given);
    EXPECT_TRUE(isExact(answer.alpha, reference.alpha));
    EXPECT_TRUE(isNear(answer.context, reference.context));
}

TEST_P(Streaming, AdditiveWithLargeVAndSaturatedUnits) {
    for (const double v : {3.0, 30.0, 300.0})
        for (const double w : {0.01, 1.0, 8.0, 100.0}) {
            SCOPED_TRACE(testing::Message() << "v " << v << " w " << w);
            StreamedCase given = randomCase(14, 35, 6, 3);
            given.function = ScoreFunction::additive;
            given.parameters.v *= v;
            given.parameters.w_s *= w;
            given.parameters.w_h *= w;
            const Attention<double> reference = given.reference();
            const Answer answer = answerOf(given);
            // A v of such sizes multiplies the rounding of a tanh, and with it the relative error of a weight.
            EXPECT_TRUE(isExact(answer.alpha, reference.alpha, 4e-6 * std::max(1.0, v / 3)));
            EXPECT_TRUE(isNear(answer.context, reference.context, 1e-6 * std::max(5.0, 3 * v)));
        }
}

TEST_P(Streaming, TilesAndPartsEqualTheWholeBitForBit) {
    for (const ScoreFunction function : allScoreFunctions)
        for (const char* mask : {"none", "causal", "window:40", "global:2,random:9"}) {
            SCOPED_TRACE(testing::Message() << nameOf(function) << " " << mask);
            StreamedCase given = randomCase(61, 601, 8, 4, 1.7);
            given.function = function;
            given.mask = parseMask(mask).value();
            StreamingAttention streaming = given.prepared();
            const Answer whole = answerOf(given);
            const Rows rows{7, 44};
            std::vector<RowSum> sums(static_cast<std::size_t>(rows.size()));
            StreamingRequest request;
            request.rows = rows;
            request.sums = sums;
            ASSERT_TRUE(streaming.run(request));
            EXPECT_TRUE(std::equal(sums.begin(), sums.end(), whole.sums.begin() + rows.begin));
            for (const Columns& columns : {Columns{0, 601}, Columns{13, 14}, Columns{500, 590}, Columns{600, 601}}) {
                MatrixF tile(rows.size(), columns.size());
                streaming.tile(sums, rows, columns, viewOf(tile));
                EXPECT_EQ(tile, whole.alpha.block(rows.begin, columns.begin, rows.size(), columns.size()))
                    << columns.begin << " … " << columns.end;
            }
        }
}

TEST_P(Streaming, ThreadsDoNotChangeAnything) {
    StreamedCase given = randomCase(400, 700, 24, 17);
    given.mask = parseMask("causal").value();
    const Answer one = answerOf(given, 1);
    const Answer three = answerOf(given, 3);
    EXPECT_EQ(one.alpha, three.alpha);
    EXPECT_EQ(one.context, three.context);
    EXPECT_EQ(one.sums, three.sums);
}

TEST_P(Streaming, ContextAloneIsTheSame) {
    const StreamedCase given = randomCase(100, 1100, 20, 9);
    const Answer answer = answerOf(given);
    StreamingAttention streaming = given.prepared();
    MatrixF context(100, 9);
    StreamingRequest request;
    request.rows = {0, 100};
    request.values = viewOf(given.v);
    request.context = viewOf(context);
    ASSERT_TRUE(streaming.run(request));
    EXPECT_EQ(context, answer.context);
}

TEST_P(Streaming, FiguresOfRows) {
    for (const ScoreFunction function : {ScoreFunction::scaled_dot, ScoreFunction::dot, ScoreFunction::additive})
        for (const NormalizerKind kind : {NormalizerKind::softmax, NormalizerKind::sparsemax}) {
            SCOPED_TRACE(testing::Message() << nameOf(function) << " " << nameOf(kind));
            StreamedCase given = randomCase(23, 540, 12, 2);
            given.function = function;
            given.normalizer = {kind, 0.7};
            given.mask = parseMask("causal,window:3").value();
            given.mask.padding = 20; // rows 23 … and beyond would be empty
            given.mask.window = 1;
            std::vector<float> set(540, 0.0F);
            set[3] = set[10] = 1;
            const Attention<double> reference = given.reference();
            const Answer answer = answerOf(given, 1, set);
            for (Index i = 0; i < 23; ++i) {
                SCOPED_TRACE(i);
                const RowFigures& figures = answer.figures[static_cast<std::size_t>(i)];
                Index where = 0;
                const double largest = reference.alpha.row(i).maxCoeff(&where);
                if (largest == 0) {
                    EXPECT_EQ(figures.where, -1);
                    EXPECT_EQ(figures.entropy, 0);
                    continue;
                }
                double entropy = 0;
                double maximum = -1e9;
                for (Index j = 0; j < 540; ++j) {
                    const double weight = reference.alpha(i, j);
                    entropy -= weight > 0 ? weight * std::log(weight) : 0;
                    if (reference.allowed(i, j) != 0)
                        maximum = std::max(maximum, reference.scores(i, j));
                }
                EXPECT_EQ(figures.where, where);
                EXPECT_NEAR(static_cast<double>(figures.largest), largest, 4e-6);
                EXPECT_NEAR(figures.maximum, maximum, 2e-6 * std::max(1.0, std::abs(maximum)));
                EXPECT_NEAR(figures.entropy, entropy, 4e-6);
                EXPECT_NEAR(figures.mass, reference.alpha(i, 3) + reference.alpha(i, 10), 4e-6);
                EXPECT_NEAR(figures.denominator, kind == NormalizerKind::softmax ? 1 / largest : 0, 1e-5);
            }
        }
}

TEST_P(Streaming, EdgeSizes) {
    for (const auto& [queries, keys, dimension, values] :
         {std::array<Index, 4>{0, 3, 2, 2}, {3, 0, 2, 2}, {3, 4, 0, 2}, {3, 4, 2, 0}}) {
        SCOPED_TRACE(testing::Message() << queries << " " << keys << " " << dimension << " " << values);
        for (const ScoreFunction function : allScoreFunctions) {
            StreamedCase given = randomCase(queries, keys, dimension, values);
            given.function = function;
            const Attention<double> reference = given.reference();
            const Answer answer = answerOf(given);
            EXPECT_TRUE(isExact(answer.alpha, reference.alpha));
            EXPECT_TRUE(isNear(answer.context, reference.context));
        }
    }
}

TEST_P(Streaming, NumbersThatAreNotFinite) {
    StreamedCase given = randomCase(6, 40, 4, 3);
    given.q(1, 2) = quietNaNF;
    given.q(3, 0) = infinityF;
    given.k(7, 1) = -infinityF;
    for (const char* mask : {"none", "causal"}) {
        given.mask = parseMask(mask).value();
        const Attention<double> reference = given.reference();
        const Answer answer = answerOf(given);
        EXPECT_TRUE(isExact(answer.alpha, reference.alpha));
        EXPECT_TRUE(isNear(answer.context, reference.context));
        MatrixF tile(6, 9);
        given.prepared().tile(answer.sums, {0, 6}, {3, 12}, viewOf(tile));
        EXPECT_TRUE(isExact(tile, reference.alpha.middleCols(3, 9)));
    }
}

TEST_P(Streaming, ForbiddenValuesDoNotReachTheContext) {
    StreamedCase given = randomCase(40, 40, 4, 3);
    given.mask = parseMask("causal").value();
    given.v(30, 1) = quietNaNF;
    given.v(33, 0) = infinityF;
    const Answer answer = answerOf(given);
    EXPECT_TRUE(isNear(answer.context.topRows(30), given.reference().context.topRows(30)));
    EXPECT_TRUE(std::isnan(answer.context(30, 1)));
}

TEST(StreamingRequests, WrongSizesAreErrors) {
    const MatrixF q = MatrixF::Zero(2, 3);
    const MatrixF k = MatrixF::Zero(2, 4);
    StreamingAttention streaming;
    EXPECT_TRUE(streaming.prepare(ScoreFunction::dot, viewOf(q), viewOf(k)).error().is(sizesOfQueryAndKeyDiffer));
    MaskSpec mask;
    mask.custom = BoolMatrix::Ones(2, 3);
    EXPECT_TRUE(streaming.prepare(ScoreFunction::dot, viewOf(k), viewOf(k), {}, mask).error().is(customMaskDoesNotFit));
}

TEST(StreamingRequests, AStopIsHeeded) {
    const StreamedCase given = randomCase(500, 500, 16, 16);
    StreamingAttention streaming = given.prepared();
    MatrixF context(500, 16);
    std::stop_source source;
    StreamingRequest request;
    request.rows = {0, 500};
    request.values = viewOf(given.v);
    request.context = viewOf(context);
    request.stop = source.get_token();
    EXPECT_TRUE(streaming.run(request));
    source.request_stop();
    EXPECT_FALSE(streaming.run(request));
}
