#include "core/attention/additive_score.h"

#include "core/attention/parallel_rows.h"
#include "core/attention/product.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

// n_q·n_k·a values of tanh are needed, but tanh(s + h) follows from an exponential of s and one of h, of which there
// are only (n_q + n_k)·a. With x = e^2s and y = e^2h it is 1 − 2/(xy + 1); near 0, where that loses digits, it is
// z/(z + 2) with z = e^(2s+2h) − 1 = x' + y' + x'y' from x' = e^2s − 1 and y' = e^2h − 1.

namespace heedmap::attention {

namespace {

template <class T>
using Row = Eigen::Array<T, 1, Eigen::Dynamic, Eigen::RowMajor>;

// How large the hidden units of a query or a key are: which way to tanh is exact. That of a cell follows from the two,
// so that it depends on nothing else.
enum class Reach : std::uint8_t { small, medium, large };

template <class T>
std::vector<Reach> reachOfRows(const Matrix<T>& units) {
    constexpr T small = T{0.5};
    // e^±2·limit is a normal number; products of two may overflow or vanish, and then tanh is 1 or −1 as it should be.
    const T limit = std::log(std::numeric_limits<T>::max()) * static_cast<T>(0.45);
    std::vector<Reach> reaches;
    for (Index i = 0; i < units.rows(); ++i) {
        const auto within = [&](T most) { // NaN is not
            return (units.row(i).array().abs() <= most).all();
        };
        reaches.push_back(within(small) ? Reach::small : within(limit) ? Reach::medium : Reach::large);
    }
    return reaches;
}

// x Wᵀ (n × a); a W without columns may be given as 0×0.
template <class T>
Matrix<T> hiddenUnits(const Matrix<T>& x, const MatrixD& w, Index units) {
    if (x.cols() == 0)
        return Matrix<T>::Zero(x.rows(), units);
    return product<T>(x, w.transpose().template cast<T>());
}

// The hidden units of all queries, or of all keys.
template <class T>
struct Units {
    Matrix<T> own;
    Matrix<T> powers; // e^2x
    Matrix<T> minus1; // e^2x − 1, where one of the rows is small
    std::vector<Reach> reaches;

    // One by one: what comes of a number must not depend on its place in the matrix.
    explicit Units(Matrix<T> units)
        : own(std::move(units))
        , powers(own.unaryExpr([](T value) { return std::exp(T{2} * value); }))
        , reaches(reachOfRows(own)) {
        if (std::find(reaches.begin(), reaches.end(), Reach::small) != reaches.end())
            minus1 = own.unaryExpr([](T value) { return std::expm1(T{2} * value); });
    }
    Reach reach(Index row) const { return reaches[static_cast<std::size_t>(row)]; }
};

template <class T>
class Cells {
public:
    Cells(Matrix<T> queries, Matrix<T> keys, const VectorD& v)
        : s_(std::move(queries))
        , h_(std::move(keys))
        , v_(v.transpose().template cast<T>())
        , total_(v_.sum()) {}

    T operator()(Index i, Index j) const {
        switch (std::max(s_.reach(i), h_.reach(j))) {
        case Reach::small:
            return nearZero(s_.minus1.row(i).array(), h_.minus1.row(j).array());
        case Reach::medium:
            return total_ - T{2} * (v_ / (s_.powers.row(i).array() * h_.powers.row(j).array() + T{1})).sum();
        case Reach::large:
            break;
        }
        T sum{0};
        for (Index u = 0; u < v_.size(); ++u)
            sum += v_(u) * std::tanh(s_.own(i, u) + h_.own(j, u));
        return sum;
    }

private:
    template <class X, class Y>
    T nearZero(const X& x, const Y& y) const {
        const auto z = x + y + x * y;
        return (v_ * z / (z + T{2})).sum();
    }

    Units<T> s_;
    Units<T> h_;
    Row<T> v_;
    T total_;
};

} // namespace

template <class T>
Matrix<T> additiveScores(const Matrix<T>& q, const Matrix<T>& k, const Parameters& parameters) {
    const Index units = parameters.v.size();
    const Cells<T> cells(hiddenUnits(q, parameters.w_s, units), hiddenUnits(k, parameters.w_h, units), parameters.v);
    Matrix<T> e(q.rows(), k.rows());
    forRows(q.rows(), k.rows() * 5 * units, [&](Rows block) {
        for (Index i = block.begin; i < block.end; ++i)
            for (Index j = 0; j < e.cols(); ++j)
                e(i, j) = cells(i, j);
    });
    return e;
}

template Matrix<double> additiveScores(const Matrix<double>&, const Matrix<double>&, const Parameters&);
template Matrix<float> additiveScores(const Matrix<float>&, const Matrix<float>&, const Parameters&);

} // namespace heedmap::attention
