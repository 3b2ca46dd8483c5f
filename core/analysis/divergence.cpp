#include "core/analysis/divergence.h"

#include "core/analysis/statistics.h"
#include "core/result.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace heedmap::analysis {

namespace {

using attention::AlphaSource;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

// Weights that were printed with two decimals may be a little above 1.
bool isWeight(double value) {
    return value >= 0 && value <= 1 + sumTolerance;
}

bool areWeights(std::span<const double> p) {
    return std::all_of(p.begin(), p.end(), isWeight);
}

// p ln(p/m), 0 where p is 0.
double term(double p, double m) {
    return p > 0 ? p * std::log(p / m) : 0;
}

std::vector<double> row(const AlphaSource& alpha, Index i) {
    std::vector<double> values(static_cast<std::size_t>(alpha.columns()));
    for (Index j = 0; j < alpha.columns(); ++j)
        values[static_cast<std::size_t>(j)] = alpha.value({i, j});
    return values;
}

bool holdsWeight(std::span<const double> p) {
    return std::any_of(p.begin(), p.end(), [](double value) { return value != 0; });
}

class Mean {
public:
    void add(double value) {
        sum_ += value;
        ++count_;
    }
    std::optional<double> value() const {
        const double mean = sum_ / static_cast<double>(count_);
        return count_ > 0 && std::isfinite(mean) ? std::optional(mean) : std::nullopt;
    }

private:
    double sum_ = 0;
    Index count_ = 0;
};

} // namespace

double entropy(std::span<const double> p) {
    double sum = 0;
    for (const double value : p)
        sum -= isWeight(value) ? term(value, 1) : nan;
    return sum + 0.0; // never −0
}

double jensenShannon(std::span<const double> p, std::span<const double> q) {
    HEEDMAP_EXPECTS(p.size() == q.size());
    double sum = 0;
    for (std::size_t j = 0; j < p.size(); ++j) {
        const double m = (p[j] + q[j]) / 2;
        sum += isWeight(p[j]) && isWeight(q[j]) ? term(p[j], m) + term(q[j], m) : nan;
    }
    return sum / 2;
}

double totalVariation(std::span<const double> p, std::span<const double> q) {
    HEEDMAP_EXPECTS(p.size() == q.size());
    double sum = 0;
    for (std::size_t j = 0; j < p.size(); ++j)
        sum += isWeight(p[j]) && isWeight(q[j]) ? std::abs(p[j] - q[j]) : nan;
    return sum / 2;
}

double cosine(std::span<const double> p, std::span<const double> q) {
    HEEDMAP_EXPECTS(p.size() == q.size());
    double product = 0, pp = 0, qq = 0;
    for (std::size_t j = 0; j < p.size(); ++j) {
        product += p[j] * q[j];
        pp += p[j] * p[j];
        qq += q[j] * q[j];
    }
    return product / (std::sqrt(pp) * std::sqrt(qq));
}

Index largest(std::span<const double> p) {
    HEEDMAP_EXPECTS(!p.empty());
    return std::max_element(p.begin(), p.end()) - p.begin();
}

std::optional<double> meanEntropy(const AlphaSource& alpha) {
    Mean mean;
    for (Index i = 0; i < alpha.rows(); ++i) {
        const std::vector<double> p = row(alpha, i);
        if (holdsWeight(p))
            mean.add(entropy(p));
    }
    return mean.value();
}

Comparison compare(const AlphaSource& a, const AlphaSource& b) {
    HEEDMAP_EXPECTS(a.rows() == b.rows() && a.columns() == b.columns());
    Comparison result;
    Mean divergence, variation, similarity, agreement;
    for (Index i = 0; i < a.rows(); ++i) {
        const std::vector<double> p = row(a, i);
        const std::vector<double> q = row(b, i);
        for (std::size_t j = 0; j < p.size(); ++j) {
            const double difference = std::abs(p[j] - q[j]);
            if (std::isfinite(difference) && (!result.largestDifference || difference > *result.largestDifference)) {
                result.largestDifference = difference;
                result.largestAt = {i, static_cast<Index>(j)};
            }
        }
        if (!holdsWeight(p) || !holdsWeight(q))
            continue;
        divergence.add(jensenShannon(p, q));
        variation.add(totalVariation(p, q));
        const bool comparable = areWeights(p) && areWeights(q); // else there is no largest weight either
        similarity.add(comparable ? cosine(p, q) : nan);
        agreement.add(!comparable ? nan : largest(p) == largest(q) ? 1 : 0);
    }
    result.jensenShannon = divergence.value();
    result.totalVariation = variation.value();
    result.cosine = similarity.value();
    result.argmaxAgreement = agreement.value();
    return result;
}

} // namespace heedmap::analysis
