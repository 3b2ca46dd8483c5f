#include "core/attention/additive_score.h"

#include "core/attention/parallel_rows.h"

#include <cmath>
#include <limits>

// n_q·n_k·a values of tanh are needed, but tanh(s + h) follows from an exponential of s and one of h, of which there
// are only (n_q + n_k)·a. With x = e^2s and y = e^2h it is 1 − 2/(xy + 1); near 0, where that loses digits, it is
// z/(z + 2) with z = e^(2s+2h) − 1 = x' + y' + x'y' from x' = e^2s − 1 and y' = e^2h − 1.

namespace heedmap::attention {

namespace {

template <class T>
using Row = Eigen::Array<T, 1, Eigen::Dynamic, Eigen::RowMajor>;

// Calls cell(i, j) for every cell and keeps what it returns.
template <class T, class Cell>
Matrix<T> forEachCell(Index rows, Index columns, Index costOfCell, const Cell& cell) {
    Matrix<T> e(rows, columns);
    forRows(rows, columns * costOfCell, [&](Rows block) {
        for (Index i = block.begin; i < block.end; ++i)
            for (Index j = 0; j < columns; ++j)
                e(i, j) = cell(i, j);
    });
    return e;
}

template <class T>
bool within(const Matrix<T>& matrix, T limit) {
    return (matrix.array().abs() <= limit).all(); // NaN is not
}

// x Wᵀ (n × a); a W without columns may be given as 0×0.
template <class T>
Matrix<T> hiddenUnits(const Matrix<T>& x, const MatrixD& w, Index units) {
    if (x.cols() == 0)
        return Matrix<T>::Zero(x.rows(), units);
    return x * w.transpose().template cast<T>();
}

template <class T>
Matrix<T> byProducts(const Matrix<T>& s, const Matrix<T>& h, const Row<T>& v) {
    const Matrix<T> x = (T{2} * s.array()).exp();
    const Matrix<T> y = (T{2} * h.array()).exp();
    const T total = v.sum();
    return forEachCell<T>(s.rows(), h.rows(), 4 * v.size(), [&](Index i, Index j) {
        return total - T{2} * (v / (x.row(i).array() * y.row(j).array() + T{1})).sum();
    });
}

template <class T>
Matrix<T> nearZero(const Matrix<T>& s, const Matrix<T>& h, const Row<T>& v) {
    const auto twiceMinusOne = [](T value) {
        return std::expm1(T{2} * value);
    };
    const Matrix<T> x = s.unaryExpr(twiceMinusOne);
    const Matrix<T> y = h.unaryExpr(twiceMinusOne);
    return forEachCell<T>(s.rows(), h.rows(), 5 * v.size(), [&](Index i, Index j) {
        const auto z = x.row(i).array() + y.row(j).array() + x.row(i).array() * y.row(j).array();
        return (v * z / (z + T{2})).sum();
    });
}

template <class T>
Matrix<T> directly(const Matrix<T>& s, const Matrix<T>& h, const Row<T>& v) {
    return forEachCell<T>(s.rows(), h.rows(), 32 * v.size(), [&](Index i, Index j) {
        T sum{0};
        for (Index u = 0; u < v.size(); ++u)
            sum += v(u) * std::tanh(s(i, u) + h(j, u));
        return sum;
    });
}

} // namespace

template <class T>
Matrix<T> additiveScores(const Matrix<T>& q, const Matrix<T>& k, const Parameters& parameters) {
    const Row<T> v = parameters.v.transpose().template cast<T>();
    const Matrix<T> s = hiddenUnits(q, parameters.w_s, v.size());
    const Matrix<T> h = hiddenUnits(k, parameters.w_h, v.size());
    constexpr T small = T{0.5};
    // e^±2·limit is a normal number; products of two may overflow or vanish, and then tanh is 1 or −1 as it should be.
    const T limit = std::log(std::numeric_limits<T>::max()) * static_cast<T>(0.45);
    if (within(s, small) && within(h, small))
        return nearZero(s, h, v);
    if (within(s, limit) && within(h, limit))
        return byProducts(s, h, v);
    return directly(s, h, v);
}

template Matrix<double> additiveScores(const Matrix<double>&, const Matrix<double>&, const Parameters&);
template Matrix<float> additiveScores(const Matrix<float>&, const Matrix<float>&, const Parameters&);

} // namespace heedmap::attention
