#include "core/attention/score.h"

#include "core/attention/parallel_rows.h"
#include "core/attention/product.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

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

// e = v·tanh(W_s q + W_h k) (n_q × n_k) for all queries and keys.
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

// One parameter, what it is and what it has to be.
struct Wanted {
    const char* name;
    Index rows, columns;             // columns −1: a vector
    Index wantedRows, wantedColumns; // wantedRows −1: any
    bool given() const { return rows * std::abs(columns) != 0; }
    bool fits() const {
        if (!given())
            return wantedRows * std::abs(wantedColumns) == 0;
        return (wantedRows < 0 || rows == wantedRows) && columns == wantedColumns;
    }
    static std::string text(Index rows, Index columns) {
        const std::string first = rows < 0 ? "a" : std::to_string(rows);
        return columns < 0 ? first : first + "×" + std::to_string(columns);
    }
};

Result<void> expectFit(const Wanted& wanted, Index queryDimension, Index keyDimension) {
    if (wanted.fits())
        return {};
    return makeError(parameterDoesNotFit, {wanted.name,
                                           wanted.given() ? Phrase(Wanted::text(wanted.rows, wanted.columns))
                                                          : Phrase(HEEDMAP_MESSAGE("Reason", "not given")),
                                           std::to_string(queryDimension), std::to_string(keyDimension),
                                           Wanted::text(wanted.wantedRows, wanted.wantedColumns)});
}

Result<void> checkAdditive(Index queryDimension, Index keyDimension, const Parameters& p) {
    Index units = -1;
    if (p.w_s.size() != 0)
        units = p.w_s.rows();
    else if (p.w_h.size() != 0)
        units = p.w_h.rows();
    else if (p.v.size() != 0)
        units = p.v.size();
    const Wanted all[] = {{"W_s", p.w_s.rows(), p.w_s.cols(), units, queryDimension},
                          {"W_h", p.w_h.rows(), p.w_h.cols(), units, keyDimension},
                          {"v", p.v.size(), -1, units, -1}};
    for (const Wanted& wanted : all)
        if (auto fit = expectFit(wanted, queryDimension, keyDimension); !fit)
            return fit;
    return {};
}

// Every row divided by its length; rows of length 0 stay 0.
template <class T>
Matrix<T> normalizedRows(Matrix<T> matrix) {
    for (Index i = 0; i < matrix.rows(); ++i) {
        const Eigen::Matrix<T, 1, Eigen::Dynamic> row = matrix.row(i); // its norm must not depend on where it lies
        const T norm = row.stableNorm();                               // the squares neither overflow nor vanish
        if (norm != T{0})
            matrix.row(i) /= norm;
    }
    return matrix;
}

template <class T>
Matrix<T> generalScores(const Matrix<T>& q, const Matrix<T>& k, const MatrixD& w) {
    if (q.cols() == 0 || k.cols() == 0)
        return Matrix<T>::Zero(q.rows(), k.rows());
    if (w.size() == 0)
        return dotProducts(q, k);
    return dotProducts(product<T>(q, w.template cast<T>()), k);
}

} // namespace

std::string_view nameOf(ScoreFunction function) {
    switch (function) {
    case ScoreFunction::additive:
        return HEEDMAP_MESSAGE("Reason", "additive");
    case ScoreFunction::dot:
        return HEEDMAP_MESSAGE("Reason", "dot");
    case ScoreFunction::general:
        return HEEDMAP_MESSAGE("Reason", "general");
    case ScoreFunction::scaled_dot:
        return HEEDMAP_MESSAGE("Reason", "scaled");
    case ScoreFunction::cosine:
        return HEEDMAP_MESSAGE("Reason", "cosine");
    }
    preconditionFailed("a known score function", __FILE__, __LINE__);
}

std::optional<ScoreFunction> scoreFunctionNamed(std::string_view name) {
    for (const ScoreFunction function : allScoreFunctions)
        if (nameOf(function) == name)
            return function;
    return std::nullopt;
}

Result<void> checkSizes(ScoreFunction function, Index queryDimension, Index keyDimension,
                        const Parameters& parameters) {
    if (function == ScoreFunction::additive)
        return checkAdditive(queryDimension, keyDimension, parameters);
    if (function == ScoreFunction::general) {
        const bool identity = parameters.w.size() == 0 && queryDimension == keyDimension;
        const Wanted w{"W", parameters.w.rows(), parameters.w.cols(), queryDimension, keyDimension};
        return identity ? Result<void>() : expectFit(w, queryDimension, keyDimension);
    }
    if (queryDimension != keyDimension)
        return makeError(sizesOfQueryAndKeyDiffer, {Phrase(nameOf(function).data()), std::to_string(queryDimension),
                                                    std::to_string(keyDimension)});
    return {};
}

template <class T>
Matrix<T> scores(ScoreFunction function, const Matrix<T>& q, const Matrix<T>& k, const Parameters& parameters) {
    HEEDMAP_EXPECTS(checkSizes(function, q.cols(), k.cols(), parameters).ok());
    switch (function) {
    case ScoreFunction::additive:
        return additiveScores<T>(q, k, parameters);
    case ScoreFunction::dot:
        return dotProducts(q, k);
    case ScoreFunction::general:
        return generalScores(q, k, parameters.w);
    case ScoreFunction::scaled_dot: {
        Matrix<T> e = dotProducts(q, k);
        if (k.cols() != 0)
            e /= std::sqrt(static_cast<T>(k.cols()));
        return e;
    }
    case ScoreFunction::cosine:
        return dotProducts(normalizedRows(q), normalizedRows(k)) * static_cast<T>(parameters.beta);
    }
    preconditionFailed("a known score function", __FILE__, __LINE__);
}

template Matrix<double> scores(ScoreFunction, const Matrix<double>&, const Matrix<double>&, const Parameters&);
template Matrix<float> scores(ScoreFunction, const Matrix<float>&, const Matrix<float>&, const Parameters&);

VectorD scoreTerms(ScoreFunction function, const VectorD& query, const VectorD& key, const Parameters& parameters) {
    HEEDMAP_EXPECTS(checkSizes(function, query.size(), key.size(), parameters).ok());
    switch (function) {
    case ScoreFunction::additive: {
        VectorD sum = VectorD::Zero(parameters.v.size());
        if (query.size() != 0)
            sum += parameters.w_s * query;
        if (key.size() != 0)
            sum += parameters.w_h * key;
        return parameters.v.cwiseProduct(sum.unaryExpr([](double x) { return std::tanh(x); }));
    }
    case ScoreFunction::dot:
        return query.cwiseProduct(key);
    case ScoreFunction::general: {
        if (query.size() == 0 || key.size() == 0)
            return VectorD::Zero(key.size());
        if (parameters.w.size() == 0)
            return query.cwiseProduct(key);
        const VectorD transformed = parameters.w.transpose() * query;
        return transformed.cwiseProduct(key);
    }
    case ScoreFunction::scaled_dot:
        return query.cwiseProduct(key) / std::sqrt(static_cast<double>(key.size()));
    case ScoreFunction::cosine: {
        const MatrixD q = normalizedRows<double>(query.transpose());
        const MatrixD k = normalizedRows<double>(key.transpose());
        return parameters.beta * q.cwiseProduct(k).transpose();
    }
    }
    preconditionFailed("a known score function", __FILE__, __LINE__);
}

} // namespace heedmap::attention
