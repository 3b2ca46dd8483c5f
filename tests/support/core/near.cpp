#include "tests/support/core/near.h"

#include <algorithm>
#include <cmath>

namespace heedmap::test {

namespace {

bool numbersNear(double actual, double expected, double relative, double scale) {
    if (std::isnan(expected))
        return std::isnan(actual);
    if (std::isinf(expected) || std::isinf(actual))
        return actual == expected;
    return std::abs(actual - expected) <= relative * std::max(std::abs(expected), scale);
}

} // namespace

testing::AssertionResult near(const MatrixD& actual, const MatrixD& expected, double relative, double scale) {
    if (actual.rows() != expected.rows() || actual.cols() != expected.cols())
        return testing::AssertionFailure() << "the size is " << actual.rows() << "×" << actual.cols() << ", expected "
                                           << expected.rows() << "×" << expected.cols();
    for (Index i = 0; i < actual.rows(); ++i)
        for (Index j = 0; j < actual.cols(); ++j)
            if (!numbersNear(actual(i, j), expected(i, j), relative, scale)) {
                const double off = std::abs(actual(i, j) - expected(i, j)) / std::abs(expected(i, j));
                return testing::AssertionFailure()
                       << "cell (" << i << ", " << j << ") is " << testing::PrintToString(actual(i, j)) << ", expected "
                       << testing::PrintToString(expected(i, j)) << ", off by " << off << " of it";
            }
    return testing::AssertionSuccess();
}

} // namespace heedmap::test
