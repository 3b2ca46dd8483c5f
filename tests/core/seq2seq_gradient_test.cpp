#include "core/kernels/multiply.h"
#include "core/seq2seq/network.h"
#include "tests/support/core/near.h"

#include <cmath>
#include <gtest/gtest.h>
#include <tbb/global_control.h>

using namespace heedmap;
using namespace heedmap::seq2seq;
using attention::ScoreFunction;

namespace {

const std::optional<ScoreFunction> variants[] = {std::nullopt, ScoreFunction::additive, ScoreFunction::dot,
                                                 ScoreFunction::general, ScoreFunction::scaled_dot};

// Sizes that are no multiple of any vector; decoder ≠ 2·encoder, so that dot needs its projection, or not.
ModelSizes smallSizes(std::optional<ScoreFunction> score, Index decoder) {
    return {score, 7, 6, 3, 2, decoder, 5};
}

// Three sentences of different lengths on both sides.
std::vector<IdPair> smallPairs() {
    return {{{2, 3, 4, 1}, {2, 5, 1}}, {{6, 1}, {3, 3, 4, 2, 1}}, {{0, 5, 1}, {1}}};
}

Batch batchOf(const std::vector<IdPair>& pairs) {
    std::vector<const IdPair*> pointers;
    for (const IdPair& pair : pairs)
        pointers.push_back(&pair);
    return makeBatch(pointers);
}

template <class T>
std::vector<T> gradientOf(const ModelShape& shape, std::span<const T> weights, const Batch& batch) {
    Network<T> network(shape);
    std::vector<T> gradient(weights.size(), T{0});
    network.loss(weights, batch);
    network.addGradient(gradient);
    return gradient;
}

} // namespace

TEST(Seq2SeqGradient, EqualsCentralDifferencesForEveryParameterOfEveryVariant) {
    const Batch batch = batchOf(smallPairs());
    for (const auto& score : variants)
        for (const Index decoder : {Index{3}, Index{4}}) {
            SCOPED_TRACE(nameOfScore(score) + ", decoder " + std::to_string(decoder));
            const ModelShape shape(smallSizes(score, decoder));
            std::vector<double> weights = shape.table().seeded<double>(3);
            const std::vector<double> gradient = gradientOf<double>(shape, weights, batch);
            Network<double> network(shape);
            for (const NamedParameter& parameter : shape.table().all()) {
                bool moves = false;
                for (Index i = parameter.offset; i < parameter.offset + parameter.size(); ++i) {
                    double& weight = weights[static_cast<std::size_t>(i)];
                    const double kept = weight;
                    constexpr double step = 1e-5;
                    weight = kept + step;
                    const double above = network.loss(weights, batch);
                    weight = kept - step;
                    const double below = network.loss(weights, batch);
                    weight = kept;
                    const double expected = (above - below) / (2 * step);
                    const double actual = gradient[static_cast<std::size_t>(i)];
                    moves = moves || std::abs(actual) > 1e-7;
                    ASSERT_NEAR(actual, expected, 1e-9 + 1e-6 * std::abs(expected))
                        << parameter.name << "[" << i - parameter.offset << "]";
                }
                EXPECT_TRUE(moves) << parameter.name << " changes nothing";
            }
        }
}

TEST(Seq2SeqGradient, FloatAgreesWithDouble) {
    const Batch batch = batchOf(smallPairs());
    for (const auto& score : variants) {
        SCOPED_TRACE(nameOfScore(score));
        const ModelShape shape(smallSizes(score, 4));
        const std::vector<double> weights = shape.table().seeded<double>(3);
        const std::vector<float> narrow = shape.table().seeded<float>(3);
        const std::vector<double> expected = gradientOf<double>(shape, weights, batch);
        const std::vector<float> actual = gradientOf<float>(shape, narrow, batch);
        for (std::size_t i = 0; i < expected.size(); ++i)
            ASSERT_NEAR(actual[i], expected[i], 2e-6) << i;
    }
}

// A sentence in a batch with longer ones has the loss that it has alone: padding counts for nothing.
TEST(Seq2SeqGradient, PaddingChangesNothing) {
    const std::vector<IdPair> pairs = smallPairs();
    for (const auto& score : variants) {
        SCOPED_TRACE(nameOfScore(score));
        const ModelShape shape(smallSizes(score, 4));
        const std::vector<double> weights = shape.table().seeded<double>(5);
        const Batch together = batchOf(pairs);
        double sum = 0;
        double words = 0;
        std::vector<double> expected(weights.size(), 0);
        for (const IdPair& pair : pairs) {
            const Batch alone = batchOf({pair});
            Network<double> network(shape);
            const auto count = static_cast<double>(pair.target.size());
            sum += count * network.loss(weights, alone);
            words += count;
            std::vector<double> gradient(weights.size(), 0);
            network.addGradient(gradient);
            for (std::size_t i = 0; i < gradient.size(); ++i)
                expected[i] += count * gradient[i];
        }
        Network<double> network(shape);
        EXPECT_NEAR(network.loss(weights, together), sum / words, 1e-12);
        const std::vector<double> actual = gradientOf<double>(shape, weights, together);
        for (std::size_t i = 0; i < actual.size(); ++i)
            ASSERT_NEAR(actual[i], expected[i] / words, 1e-12) << i;
    }
}

TEST(Seq2SeqGradient, AlphaSumsTo1AndIs0OnPadding) {
    const Batch batch = batchOf(smallPairs());
    for (const auto& score : variants) {
        if (!score)
            continue;
        SCOPED_TRACE(nameOfScore(score));
        const ModelShape shape(smallSizes(score, 3));
        const std::vector<double> weights = shape.table().seeded<double>(3);
        Network<double> network(shape);
        network.encode(weights, batch, 2);
        for (Index t = 0; t < 2; ++t) {
            network.decode(t, std::vector<WordId>(3, endId));
            const auto alpha = network.alpha(t);
            for (Index b = 0; b < 3; ++b) {
                double sum = 0;
                for (Index j = 0; j < alpha.columns; ++j) {
                    sum += alpha.row(b)[j];
                    if (j >= batch.sourceLengths[static_cast<std::size_t>(b)]) {
                        EXPECT_EQ(alpha.row(b)[j], 0) << b << ", " << j;
                    }
                }
                EXPECT_NEAR(sum, 1, 1e-12) << b;
            }
        }
    }
}

// The same words lead to the same logits, whether all steps are taken at once or one after the other.
TEST(Seq2SeqGradient, DecodingStepByStepHasTheSameLoss) {
    const Batch batch = batchOf(smallPairs());
    const ModelShape shape(smallSizes(ScoreFunction::general, 3));
    const std::vector<double> weights = shape.table().seeded<double>(9);
    Network<double> network(shape);
    const double expected = network.loss(weights, batch);
    network.encode(weights, batch, batch.targetSteps);
    std::vector<WordId> previous(3, endId);
    double sum = 0;
    double words = 0;
    for (Index t = 0; t < batch.targetSteps; ++t) {
        const auto logits = network.decode(t, previous);
        for (Index b = 0; b < 3; ++b) {
            const WordId word = batch.target[static_cast<std::size_t>(t * 3 + b)];
            previous[static_cast<std::size_t>(b)] = word;
            if (word == noWord)
                continue;
            double total = 0;
            for (Index w = 0; w < logits.columns; ++w)
                total += std::exp(logits.row(b)[w]);
            sum += std::log(total) - logits.row(b)[word];
            words += 1;
        }
    }
    EXPECT_NEAR(sum / words, expected, 1e-12);
}

namespace {

template <class T>
void expectProduct(Index m, Index n, Index k) {
    SCOPED_TRACE(testing::Message() << m << "×" << k << "×" << n);
    attention::RandomStream random(static_cast<std::uint64_t>(m * 10007 + n * 101 + k));
    const Matrix<T> a = attention::normalMatrix(m, k, random).cast<T>();
    const Matrix<T> b = attention::normalMatrix(k, n, random).cast<T>();
    const Matrix<T> aTransposed = a.transpose();
    Matrix<T> c = Matrix<T>::Constant(m, n, 2);
    const MatrixD expected = a.template cast<double>() * b.template cast<double>();
    const double tolerance = heedmap::test::tolerance<T> * (1 + std::sqrt(static_cast<double>(k)));
    kernels::multiply(kernels::viewOf(c), kernels::viewOf(a), kernels::viewOf(b), kernels::Into::add);
    EXPECT_TRUE(heedmap::test::near(c, expected.array() + 2.0, tolerance, 1));
    kernels::multiply(kernels::viewOf(c), kernels::transposed(kernels::viewOf(aTransposed)), kernels::viewOf(b));
    EXPECT_TRUE(heedmap::test::near(c, expected, tolerance, 1));
}

} // namespace

TEST(Multiply, EqualsTheProduct) {
    struct Row {
        Index m, n, k;
    };
    for (const Row& row : {Row{1, 1, 1}, Row{3, 5, 7}, Row{4, 32, 9}, Row{5, 33, 300}, Row{37, 70, 64}, Row{2, 3, 0},
                           Row{0, 3, 2}, Row{3, 0, 2}, Row{130, 40, 513}}) {
        expectProduct<float>(row.m, row.n, row.k);
        expectProduct<double>(row.m, row.n, row.k);
    }
}

TEST(Multiply, IsTheSameToTheLastBitWithAnyNumberOfThreads) {
    attention::RandomStream random(1);
    const MatrixF a = attention::normalMatrix(300, 170, random).cast<float>();
    const MatrixF b = attention::normalMatrix(170, 333, random).cast<float>();
    const MatrixF wide = attention::normalMatrix(170, 2000, random).cast<float>();
    std::vector<MatrixF> results;
    for (const unsigned threads : {1U, 2U, 4U}) {
        const tbb::global_control control(tbb::global_control::max_allowed_parallelism, threads);
        MatrixF c(300, 333);
        MatrixF d(300, 2000);
        kernels::multiply(kernels::viewOf(c), kernels::viewOf(a), kernels::viewOf(b));
        kernels::multiply(kernels::viewOf(d), kernels::viewOf(a), kernels::viewOf(wide));
        results.push_back(c);
        results.push_back(d);
    }
    for (std::size_t i = 2; i < results.size(); ++i)
        EXPECT_TRUE(results[i] == results[i % 2]) << i;
}
