#include "core/attention/score.h"

#include "tests/support/core/near.h"

#include <cmath>
#include <gtest/gtest.h>
#include <limits>

using namespace heedmap;
using namespace heedmap::attention;
using heedmap::test::near;

namespace {

MatrixD randomMatrix(Index rows, Index columns, std::uint64_t seed, double scale = 1.0) {
    RandomStream random(seed);
    return normalMatrix(rows, columns, random) * scale;
}

// One cell after the other, one product after the other.
MatrixD naiveScores(ScoreFunction function, const MatrixD& q, const MatrixD& k, const Parameters& p) {
    MatrixD e = MatrixD::Zero(q.rows(), k.rows());
    for (Index i = 0; i < q.rows(); ++i)
        for (Index j = 0; j < k.rows(); ++j) {
            long double sum = 0;
            long double lengths[2] = {0, 0};
            for (Index c = 0; c < q.cols(); ++c) {
                for (Index d = 0; d < k.cols(); ++d)
                    if (function == ScoreFunction::general ? p.w.size() != 0 || c == d : c == d)
                        sum += static_cast<long double>(q(i, c)) * k(j, d) *
                               (function == ScoreFunction::general && p.w.size() != 0 ? p.w(c, d) : 1.0);
                lengths[0] += static_cast<long double>(q(i, c)) * q(i, c);
            }
            for (Index d = 0; d < k.cols(); ++d)
                lengths[1] += static_cast<long double>(k(j, d)) * k(j, d);
            if (function == ScoreFunction::scaled_dot && q.cols() != 0)
                sum /= std::sqrt(static_cast<long double>(k.cols()));
            if (function == ScoreFunction::cosine)
                sum = lengths[0] == 0 || lengths[1] == 0 ? 0
                                                         : p.beta * sum / std::sqrt(lengths[0]) / std::sqrt(lengths[1]);
            if (function == ScoreFunction::additive) {
                sum = 0;
                for (Index u = 0; u < p.v.size(); ++u) {
                    long double x = 0;
                    for (Index c = 0; c < q.cols(); ++c)
                        x += static_cast<long double>(p.w_s(u, c)) * q(i, c);
                    for (Index d = 0; d < k.cols(); ++d)
                        x += static_cast<long double>(p.w_h(u, d)) * k(j, d);
                    sum += p.v(u) * std::tanh(x);
                }
            }
            e(i, j) = static_cast<double>(sum);
        }
    return e;
}

template <class T>
void expectNaive(const MatrixD& q, const MatrixD& k, const Parameters& p) {
    for (const ScoreFunction function : allScoreFunctions) {
        SCOPED_TRACE(nameOf(function));
        const MatrixD expected = naiveScores(function, q, k, p);
        const double scale = expected.size() == 0 ? 0.0 : expected.cwiseAbs().maxCoeff();
        const Matrix<T> actual = scores<T>(function, q.cast<T>(), k.cast<T>(), p);
        EXPECT_TRUE(near(actual, expected, heedmap::test::tolerance<T>, scale));
    }
}

} // namespace

TEST(Score, EqualsTheNaiveSum) {
    // Sizes that need one block and several, odd remainders, and none at all; scales that take each way to tanh.
    struct Row {
        Index queries, keys, dimension, hidden;
        double scale;
    };
    for (const Row& row : {Row{1, 1, 1, 1, 1}, Row{5, 7, 6, 4, 1}, Row{61, 53, 9, 31, 1}, Row{150, 131, 5, 19, 1},
                           Row{9, 8, 5, 7, 1e-3}, Row{9, 8, 5, 7, 0.1}, Row{9, 8, 5, 7, 1e-100}, Row{9, 8, 5, 7, 20},
                           Row{0, 3, 4, 2, 1}, Row{3, 0, 4, 2, 1}, Row{0, 0, 0, 2, 1}, Row{2, 3, 0, 2, 1}}) {
        SCOPED_TRACE(testing::Message() << row.queries << "×" << row.keys << ", d " << row.dimension << ", scale "
                                        << row.scale);
        const MatrixD q = randomMatrix(row.queries, row.dimension, 1, row.scale);
        const MatrixD k = randomMatrix(row.keys, row.dimension, 2, row.scale);
        const Parameters p = withSeededScores({}, row.dimension, row.dimension, row.hidden, 3);
        expectNaive<double>(q, k, p);
        if (row.scale > 1e-30)
            expectNaive<float>(q, k, p);
    }
}

TEST(Score, GeneralWithoutWIsDot) {
    const MatrixD q = randomMatrix(3, 4, 1);
    const MatrixD k = randomMatrix(5, 4, 2);
    EXPECT_TRUE(
        near(scores<double>(ScoreFunction::general, q, k, {}), scores<double>(ScoreFunction::dot, q, k, {}), 0));
}

TEST(Score, AdditiveSaturatesWhereTanhDoes) {
    Parameters p;
    p.w_s = p.w_h = MatrixD::Identity(2, 2);
    p.v = VectorD::Ones(2);
    for (const double size : {100.0, 350.0, 1e5, 1e300}) {
        SCOPED_TRACE(size);
        MatrixD q(3, 2);
        q << size, size, -size, -size, size, -size;
        MatrixD k(2, 2);
        k << size, size, -size, -size;
        MatrixD expected(3, 2);
        expected << 2, 0, 0, -2, 1, -1;
        EXPECT_TRUE(near(scores<double>(ScoreFunction::additive, q, k, p), expected, 1e-12));
        if (size < 1e30) {
            EXPECT_TRUE(
                near(scores<float>(ScoreFunction::additive, q.cast<float>(), k.cast<float>(), p), expected, 2e-6));
        }
    }
}

TEST(Score, AdditiveOfTinyInputsKeepsItsDigits) {
    Parameters p;
    p.w_s = p.w_h = MatrixD::Identity(1, 1);
    p.v = VectorD::Ones(1);
    const MatrixD tiny = MatrixD::Constant(1, 1, 1e-200);
    EXPECT_TRUE(near(scores<double>(ScoreFunction::additive, tiny, tiny, p), MatrixD::Constant(1, 1, 2e-200), 1e-12));
}

TEST(Score, NaNAndInfinityAreNotHidden) {
    const double infinity = std::numeric_limits<double>::infinity();
    const Parameters p = withSeededScores({}, 2, 2, 3, 0);
    MatrixD q(3, 2);
    q << 1, 2, std::nan(""), 0, infinity, 1;
    const MatrixD k = MatrixD::Ones(1, 2);
    for (const ScoreFunction function : allScoreFunctions) {
        SCOPED_TRACE(nameOf(function));
        const MatrixD e = scores<double>(function, q, k, p);
        EXPECT_TRUE(std::isfinite(e(0, 0)));
        EXPECT_TRUE(std::isnan(e(1, 0)));
    }
    EXPECT_EQ(scores<double>(ScoreFunction::dot, q, k, p)(2, 0), infinity);
}

TEST(Score, CosineOfZeroIsZeroAndOfExtremesIsRight) {
    MatrixD q(4, 2);
    q << 0, 0, 3e-200, 4e-200, 3e200, 4e200, -3, -4;
    MatrixD k(2, 2);
    k << 3, 4, 0, 0;
    MatrixD expected(4, 2);
    expected << 0, 0, 5, 0, 5, 0, -5, 0;
    EXPECT_TRUE(near(scores<double>(ScoreFunction::cosine, q, k, {}), expected, 1e-12));
}

TEST(Score, TermsSumToTheScore) {
    const MatrixD q = randomMatrix(4, 6, 1);
    const MatrixD k = randomMatrix(5, 6, 2);
    const Parameters p = withSeededScores({}, 6, 6, 3, 0);
    for (const ScoreFunction function : allScoreFunctions) {
        SCOPED_TRACE(nameOf(function));
        const MatrixD e = scores<double>(function, q, k, p);
        for (Index i = 0; i < q.rows(); ++i)
            for (Index j = 0; j < k.rows(); ++j) {
                const VectorD terms = scoreTerms(function, q.row(i).transpose(), k.row(j).transpose(), p);
                EXPECT_EQ(terms.size(), function == ScoreFunction::additive ? 3 : 6);
                EXPECT_NEAR(terms.sum(), e(i, j), 1e-12 * terms.cwiseAbs().sum()) << i << ", " << j;
            }
    }
    const VectorD none;
    EXPECT_EQ(scoreTerms(ScoreFunction::dot, none, none, p).size(), 0);
    EXPECT_EQ(scoreTerms(ScoreFunction::scaled_dot, none, none, p).size(), 0);
    EXPECT_EQ(scoreTerms(ScoreFunction::cosine, VectorD::Zero(2), VectorD::Ones(2), p), VectorD::Zero(2));
}

TEST(Score, SizesThatDoNotFitAreSaid) {
    Parameters p = withSeededScores({}, 3, 4, 5, 0);
    Parameters wrongWs = p;
    wrongWs.w_s = MatrixD::Zero(5, 2);
    Parameters wrongV = p;
    wrongV.v = VectorD::Zero(6);
    Parameters wrongWh = p;
    wrongWh.w_h = MatrixD::Zero(6, 4);
    Parameters missingWh = p;
    missingWh.w_h = {};
    struct Row {
        ScoreFunction function;
        Parameters parameters;
        const char* sentence;
    };
    const Row rows[] = {
        {ScoreFunction::dot, p,
         "dot needs queries and keys of one size, but d_q = 3 and d_k = 4; general and additive do not"},
        {ScoreFunction::scaled_dot, p,
         "scaled needs queries and keys of one size, but d_q = 3 and d_k = 4; general and additive do not"},
        {ScoreFunction::cosine, p,
         "cosine needs queries and keys of one size, but d_q = 3 and d_k = 4; general and additive do not"},
        {ScoreFunction::general, {}, "W is not given, but with d_q = 3 and d_k = 4 it has to be 3×4"},
        {ScoreFunction::general, withSeededScores({}, 4, 4, 5, 0),
         "W is 4×4, but with d_q = 3 and d_k = 4 it has to be 3×4"},
        {ScoreFunction::additive, wrongWs, "W_s is 5×2, but with d_q = 3 and d_k = 4 it has to be 5×3"},
        {ScoreFunction::additive, wrongWh, "W_h is 6×4, but with d_q = 3 and d_k = 4 it has to be 5×4"},
        {ScoreFunction::additive, wrongV, "v is 6, but with d_q = 3 and d_k = 4 it has to be 5"},
        {ScoreFunction::additive, missingWh, "W_h is not given, but with d_q = 3 and d_k = 4 it has to be 5×4"},
        {ScoreFunction::additive, {}, "W_s is not given, but with d_q = 3 and d_k = 4 it has to be a×3"},
    };
    for (const Row& row : rows) {
        const auto fit = checkSizes(row.function, 3, 4, row.parameters);
        ASSERT_FALSE(fit) << row.sentence;
        EXPECT_EQ(sentence(fit.error()), row.sentence);
    }
    EXPECT_TRUE(checkSizes(ScoreFunction::general, 3, 4, p));
    EXPECT_TRUE(checkSizes(ScoreFunction::additive, 3, 4, p));
    EXPECT_TRUE(checkSizes(ScoreFunction::general, 4, 4, {}));
}

TEST(Score, DimensionsOfZeroGiveZeros) {
    const MatrixD q(2, 0);
    const MatrixD k(3, 0);
    for (const ScoreFunction function : allScoreFunctions) {
        SCOPED_TRACE(nameOf(function));
        const Parameters p = withSeededScores({}, 0, 0, 4, 0);
        ASSERT_TRUE(checkSizes(function, 0, 0, p));
        EXPECT_EQ(scores<double>(function, q, k, p), MatrixD::Zero(2, 3));
    }
}

TEST(Score, NamesAreReadBack) {
    for (const ScoreFunction function : allScoreFunctions)
        EXPECT_EQ(scoreFunctionNamed(nameOf(function)), function);
    EXPECT_EQ(scoreFunctionNamed("scaled_dot"), std::nullopt);
}
