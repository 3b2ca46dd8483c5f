#include "tests/support/core/near.h"

#include <algorithm>
#include <cmath>
#include <iomanip>

namespace heedmap::test {

namespace {

bool numbersNear(double actual, double expected, double relative, double scale) {
    if (std::isnan(expected))
        return std::isnan(actual);
    if (std::isinf(expected) || std::isinf(actual))
        return actual == expected;
    return std::abs(actual - expected) <= relative * std::max(std::abs(expected), scale);
}

testing::AssertionResult compare(const MatrixD& actual, const MatrixD& expected, double relative,
                                 const VectorD& scales) {
    if (actual.rows() != expected.rows() || actual.cols() != expected.cols())
        return testing::AssertionFailure() << "the size is " << actual.rows() << "×" << actual.cols() << ", expected "
                                           << expected.rows() << "×" << expected.cols();
    for (Index i = 0; i < actual.rows(); ++i)
        for (Index j = 0; j < actual.cols(); ++j)
            if (!numbersNear(actual(i, j), expected(i, j), relative, scales(i)))
                return testing::AssertionFailure()
                       << std::setprecision(17) << "cell (" << i << ", " << j << ") is " << actual(i, j)
                       << ", expected " << expected(i, j) << ", off by " << std::setprecision(3)
                       << std::abs(actual(i, j) - expected(i, j)) / std::abs(expected(i, j)) << " of it";
    return testing::AssertionSuccess();
}

} // namespace

testing::AssertionResult near(const MatrixD& actual, const MatrixD& expected, double relative, double scale) {
    return compare(actual, expected, relative, VectorD::Constant(expected.rows(), scale));
}

testing::AssertionResult sumsNear(const MatrixD& actual, const MatrixD& expected, double relative) {
    VectorD largest = VectorD::Zero(expected.rows());
    if (expected.cols() != 0)
        largest = expected.cwiseAbs().rowwise().maxCoeff();
    return compare(actual, expected, relative, largest);
}

} // namespace heedmap::test
