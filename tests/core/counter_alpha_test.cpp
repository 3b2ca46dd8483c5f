#include "core/analysis/counter_alpha.h"

#include "core/analysis/divergence.h"
#include "core/attention/parameters.h"

#include <cmath>
#include <gtest/gtest.h>
#include <numbers>

using namespace heedmap;
using namespace heedmap::analysis;

namespace {

VectorD someWeights(Index keys, std::uint64_t seed) {
    attention::RandomStream random(seed);
    VectorD alpha(keys);
    for (double& weight : alpha)
        weight = std::exp(2 * random.normal());
    return alpha / alpha.sum();
}

// What the search says has to hold, whether it found something or not.
void expectHonest(const CounterAlpha& result, const VectorD& alpha, const MatrixD& v, const CounterSearch& search) {
    const VectorD& w = result.weights;
    ASSERT_EQ(w.size(), alpha.size());
    EXPECT_GE(w.minCoeff(), 0);
    EXPECT_NEAR(w.sum(), alpha.sum(), 1e-12);
    const double length = (v.transpose() * alpha).norm();
    const double moved = (v.transpose() * (w - alpha)).norm();
    EXPECT_LT(moved, search.epsilon * length * (1 + 1e-6) + 1e-300); // it is a small difference of large numbers
    EXPECT_NEAR(result.moved, moved, 1e-12 * std::max(1.0, length));
    const std::span p(alpha.data(), static_cast<std::size_t>(alpha.size()));
    const std::span q(w.data(), static_cast<std::size_t>(w.size()));
    EXPECT_NEAR(result.jensenShannon, jensenShannon(p, q), 1e-15);
    EXPECT_NEAR(result.totalVariation, totalVariation(p, q), 1e-15);
    EXPECT_EQ(result.found, result.totalVariation >= search.leastMoved);
    EXPECT_EQ(result.sameLargest, largest(p) == largest(q));
}

} // namespace

TEST(CounterAlpha, TwoKeysOfTheSameValueAreExchanged) {
    const VectorD alpha{{0.9, 0.1, 0.0}};
    const MatrixD v{{1, 2}, {1, 2}, {-5, 7}};
    const CounterSearch search;
    const CounterAlpha result = findCounterAlpha(alpha, {}, v, search);
    expectHonest(result, alpha, v, search);
    EXPECT_TRUE(result.found);
    EXPECT_FALSE(result.sameLargest);
    EXPECT_GT(result.totalVariation, 0.85) << "0.9 can move from the first key to the second";
}

TEST(CounterAlpha, MoreKeysThanDimensionsLeaveRoom) {
    int found = 0;
    for (const std::uint64_t seed : {1U, 2U, 3U, 4U, 5U}) {
        attention::RandomStream random(seed);
        const MatrixD v = attention::normalMatrix(12, 3, random);
        const VectorD alpha = someWeights(12, seed);
        const CounterSearch search{.epsilon = 1e-6};
        const CounterAlpha result = findCounterAlpha(alpha, {}, v, search);
        expectHonest(result, alpha, v, search);
        found += result.found ? 1 : 0;
        EXPECT_GT(result.jensenShannon, 0.01) << "seed " << seed;
    }
    EXPECT_GE(found, 4) << "of 5: where one key has nearly all weight and an outermost value, there is none";
}

TEST(CounterAlpha, ValuesThatTellKeysApartLeaveNone) {
    const VectorD alpha{{0.2, 0.3, 0.5}};
    const MatrixD v = MatrixD::Identity(3, 3);
    const CounterSearch search{.epsilon = 0.01};
    const CounterAlpha result = findCounterAlpha(alpha, {}, v, search);
    expectHonest(result, alpha, v, search);
    EXPECT_FALSE(result.found);
    EXPECT_LT(result.totalVariation, 0.01);
    EXPECT_GT(result.tried, 0);
    EXPECT_TRUE(findCounterAlpha(alpha, {}, v, {.epsilon = 0.9}).found) << "a large ε allows other weights";
}

TEST(CounterAlpha, ForbiddenKeysStayAtZero) {
    const VectorD alpha{{0.7, 0.3, 0, 0}};
    const std::vector<std::uint8_t> allowed{1, 1, 1, 0};
    const MatrixD v = MatrixD::Ones(4, 2);
    const CounterAlpha result = findCounterAlpha(alpha, allowed, v, {});
    EXPECT_TRUE(result.found);
    EXPECT_EQ(result.weights(3), 0);
    EXPECT_NEAR(result.weights(2), 1, 1e-12) << "all on the key that had nothing is as far as weights can go";
    EXPECT_NEAR(result.jensenShannon, std::numbers::ln2, 1e-9);
    const CounterAlpha alone = findCounterAlpha(alpha, std::vector<std::uint8_t>{1, 0, 0, 0}, v, {});
    EXPECT_FALSE(alone.found);
    EXPECT_EQ(alone.tried, 0);
}

TEST(CounterAlpha, IsTheSameEveryTimeAndHasALimit) {
    attention::RandomStream random(9);
    const MatrixD v = attention::normalMatrix(8, 4, random);
    const VectorD alpha = someWeights(8, 9);
    const CounterAlpha first = findCounterAlpha(alpha, {}, v, {});
    EXPECT_EQ(first.weights, findCounterAlpha(alpha, {}, v, {}).weights);
    const CounterAlpha none = findCounterAlpha(alpha, {}, v, {.restarts = 0});
    EXPECT_FALSE(none.found);
    EXPECT_EQ(none.weights, alpha);
    std::stop_source stop;
    stop.request_stop();
    CounterSearch stopped;
    stopped.stop = stop.get_token();
    EXPECT_EQ(findCounterAlpha(alpha, {}, v, stopped).tried, 0);
}

TEST(CounterAlpha, OfAnOutputThatIsNotLinear) {
    // A softmax over two words that feels only the difference of the first two dimensions.
    const MatrixD v{{1, 0}, {0, 1}, {1, 1}, {0, 0}};
    WeightedOutput words;
    words.output = [&](const VectorD& weights) -> VectorD {
        const VectorD c = v.transpose() * weights;
        const double first = 1 / (1 + std::exp(c(1) - c(0)));
        return VectorD{{first, 1 - first}};
    };
    words.distance = [](const VectorD& a, const VectorD& b) {
        return (a - b).cwiseAbs().sum() / 2;
    };
    const VectorD alpha{{0.4, 0.3, 0.2, 0.1}};
    const CounterAlpha result = findCounterAlpha(alpha, {}, words, {.epsilon = 1e-4});
    EXPECT_TRUE(result.found);
    EXPECT_LT(words.distance(words.output(alpha), words.output(result.weights)), 1e-4);
    EXPECT_GT(result.jensenShannon, 0.2);
}
