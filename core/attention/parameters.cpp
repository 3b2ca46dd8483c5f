#include "core/attention/parameters.h"

#include "core/result.h"

#include <cmath>

namespace heedmap::attention {

namespace {

// ln x for finite x > 0 from operations that IEEE 754 rounds the same way everywhere:
// ln(2^e m) = e ln 2 + 2 artanh((m − 1)/(m + 1)) with m in [√½, √2).
double portableLog(double x) {
    constexpr double ln2 = 0.693147180559945309417;
    int exponent = 0;
    double m = std::frexp(x, &exponent);
    if (m < 0.70710678118654752440) {
        m *= 2.0;
        --exponent;
    }
    const double t = (m - 1.0) / (m + 1.0);
    double series = 0.0;
    for (int power = 25; power >= 1; power -= 2) // the next term is below 2^−60
        series = series * (t * t) + 1.0 / power;
    return exponent * ln2 + 2.0 * t * series;
}

} // namespace

std::uint64_t RandomStream::next() {
    state_ += 0x9E3779B97F4A7C15U;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9U;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBU;
    return z ^ (z >> 31);
}

double RandomStream::uniform() {
    return static_cast<double>(next() >> 11) * 0x1.0p-53;
}

double RandomStream::normal() {
    while (true) {
        const double x = 2.0 * uniform() - 1.0;
        const double y = 2.0 * uniform() - 1.0;
        const double square = x * x + y * y;
        if (square > 0.0 && square < 1.0)
            return x * std::sqrt(-2.0 * portableLog(square) / square);
    }
}

std::uint64_t RandomStream::below(std::uint64_t bound) {
    HEEDMAP_EXPECTS(bound > 0);
    const std::uint64_t surplus = (0 - bound) % bound; // 2^64 mod bound: drawn again, so that no result is favoured
    std::uint64_t drawn = next();
    while (drawn < surplus)
        drawn = next();
    return drawn % bound;
}

MatrixD glorot(Index rows, Index columns, RandomStream& random) {
    MatrixD matrix(rows, columns);
    const double limit = std::sqrt(6.0 / static_cast<double>(rows + columns));
    for (Index i = 0; i < matrix.size(); ++i)
        matrix.data()[i] = (2.0 * random.uniform() - 1.0) * limit;
    return matrix;
}

MatrixD normalMatrix(Index rows, Index columns, RandomStream& random) {
    MatrixD matrix(rows, columns);
    for (Index i = 0; i < matrix.size(); ++i)
        matrix.data()[i] = random.normal();
    return matrix;
}

Parameters withSeededScores(Parameters given, Index queryDimension, Index keyDimension, Index hidden,
                            std::uint64_t seed) {
    RandomStream seeds(seed);
    RandomStream forW(seeds.next());
    RandomStream forWs(seeds.next());
    RandomStream forWh(seeds.next());
    RandomStream forV(seeds.next());

    Index units = hidden;
    if (given.w_s.size() != 0)
        units = given.w_s.rows();
    else if (given.w_h.size() != 0)
        units = given.w_h.rows();
    else if (given.v.size() != 0)
        units = given.v.size();

    if (given.w.size() == 0)
        given.w = glorot(queryDimension, keyDimension, forW);
    if (given.w_s.size() == 0)
        given.w_s = glorot(units, queryDimension, forWs);
    if (given.w_h.size() == 0)
        given.w_h = glorot(units, keyDimension, forWh);
    if (given.v.size() == 0)
        given.v = glorot(units, 1, forV);
    return given;
}

} // namespace heedmap::attention
