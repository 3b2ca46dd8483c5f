// Comparison of matrices; a failure names the cell and both values.
#pragma once

#include "core/tensor/matrix.h"

#include <gtest/gtest.h>

namespace heedmap::test {

// How far arithmetic in T may be from a float64 reference, relative to the number itself.
template <class T>
inline constexpr double tolerance = 0;
template <>
inline constexpr double tolerance<double> = 1e-12;
template <>
inline constexpr double tolerance<float> = 2e-6;

// Equal sizes; every number within `relative` · max(|expected|, scale) of the expected one; NaN matches NaN and an
// infinity itself. Where `expected` and `scale` are 0 the number has to be 0.
testing::AssertionResult near(const MatrixD& actual, const MatrixD& expected, double relative, double scale = 0);

template <class Derived>
testing::AssertionResult near(const Eigen::MatrixBase<Derived>& actual, const MatrixD& expected, double relative,
                              double scale = 0) {
    return near(MatrixD(actual.template cast<double>()), expected, relative, scale);
}

// The same for sums of terms of either sign, which may all but cancel: relative to the largest number of the row.
testing::AssertionResult sumsNear(const MatrixD& actual, const MatrixD& expected, double relative);

template <class Derived>
testing::AssertionResult sumsNear(const Eigen::MatrixBase<Derived>& actual, const MatrixD& expected, double relative) {
    return sumsNear(MatrixD(actual.template cast<double>()), expected, relative);
}

} // namespace heedmap::test
