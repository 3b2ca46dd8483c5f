#include "core/attention/parameters.h"

#include <cmath>
#include <gtest/gtest.h>
#include <vector>

using namespace heedmap;
using namespace heedmap::attention;

TEST(RandomStream, IsSplitMix64) {
    // The numbers that the reference code of Steele, Lea and Flood gives for seed 1234567.
    RandomStream random(1234567);
    for (const std::uint64_t expected : {6457827717110365317U, 3203168211198807973U, 9817491932198370423U,
                                         4593380528125082431U, 16408922859458223821U})
        EXPECT_EQ(random.next(), expected);
}

TEST(RandomStream, UniformIsInItsRange) {
    RandomStream random(1);
    double sum = 0;
    for (int i = 0; i < 10000; ++i) {
        const double drawn = random.uniform();
        ASSERT_GE(drawn, 0.0);
        ASSERT_LT(drawn, 1.0);
        sum += drawn;
    }
    EXPECT_NEAR(sum / 10000, 0.5, 0.02);
}

TEST(RandomStream, NormalHasMean0AndVariance1) {
    RandomStream random(2);
    double sum = 0;
    double squares = 0;
    int beyondTwo = 0;
    constexpr int count = 40000;
    for (int i = 0; i < count; ++i) {
        const double drawn = random.normal();
        sum += drawn;
        squares += drawn * drawn;
        beyondTwo += std::abs(drawn) > 2.0 ? 1 : 0;
    }
    EXPECT_NEAR(sum / count, 0.0, 0.02);
    EXPECT_NEAR(squares / count, 1.0, 0.03);
    EXPECT_NEAR(beyondTwo / static_cast<double>(count), 0.0455, 0.005);
}

TEST(RandomStream, NormalIsThePolarMethod) {
    RandomStream random(3);
    RandomStream same(3);
    for (int i = 0; i < 1000; ++i) {
        double x = 0;
        double square = 0;
        do {
            x = 2 * same.uniform() - 1;
            const double y = 2 * same.uniform() - 1;
            square = x * x + y * y;
        } while (square >= 1);
        const double expected = x * std::sqrt(-2 * std::log(square) / square);
        ASSERT_NEAR(random.normal(), expected, 1e-14 * std::abs(expected)) << i;
    }
}

TEST(RandomStream, BelowIsEven) {
    RandomStream random(4);
    std::vector<int> counts(7);
    for (int i = 0; i < 7000; ++i)
        ++counts.at(random.below(7));
    for (const int count : counts)
        EXPECT_NEAR(count, 1000, 150);
    EXPECT_EQ(random.below(1), 0U);
    EXPECT_LT(random.below(0x8000000000000001U), 0x8000000000000001U);
}

TEST(Parameters, GlorotStaysInItsBounds) {
    RandomStream random(5);
    const MatrixD matrix = glorot(30, 20, random);
    const double limit = std::sqrt(6.0 / 50.0);
    EXPECT_LE(matrix.maxCoeff(), limit);
    EXPECT_GE(matrix.minCoeff(), -limit);
    EXPECT_GT(matrix.maxCoeff(), 0.9 * limit);
    EXPECT_LT(matrix.minCoeff(), -0.9 * limit);
    EXPECT_EQ(glorot(0, 3, random).size(), 0);
    EXPECT_EQ(glorot(0, 0, random).size(), 0);
}

// Guards against a change of the stream: a saved seed has to give the same picture for ever.
TEST(Parameters, SeededValuesAreTheSameForEver) {
    const Parameters p = withSeededScores({}, 2, 2, 1, 0);
    RandomStream seeds(0);
    RandomStream forW(seeds.next());
    EXPECT_EQ(p.w(0, 0), (2.0 * forW.uniform() - 1.0) * std::sqrt(1.5));
    RandomStream normal(0);
    EXPECT_EQ(normal.normal(), 0.9845279121083984);
    EXPECT_EQ(p.w(1, 1), 0.38313377110618);
    EXPECT_EQ(p.v(0), -0.6748257061970436);
}

TEST(Parameters, SeededScoresFillOnlyWhatIsMissing) {
    const Parameters all = withSeededScores({}, 3, 4, 5, 7);
    EXPECT_EQ(all.w.rows(), 3);
    EXPECT_EQ(all.w.cols(), 4);
    EXPECT_EQ(all.w_s.rows(), 5);
    EXPECT_EQ(all.w_s.cols(), 3);
    EXPECT_EQ(all.w_h.rows(), 5);
    EXPECT_EQ(all.w_h.cols(), 4);
    EXPECT_EQ(all.v.size(), 5);
    EXPECT_EQ(all.w_q.size(), 0);

    Parameters given;
    given.w = MatrixD::Ones(3, 4);
    given.w_s = MatrixD::Ones(5, 3);
    const Parameters filled = withSeededScores(given, 3, 4, 99, 7);
    EXPECT_EQ(filled.w, given.w);
    EXPECT_EQ(filled.w_s, given.w_s);
    EXPECT_EQ(filled.w_h, all.w_h);
    EXPECT_EQ(filled.v, all.v);
    EXPECT_NE(withSeededScores({}, 3, 4, 5, 8).w, all.w);
}
