#include "core/analysis/divergence.h"

#include "core/analysis/rows.h"
#include "core/result.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>
#include <vector>

namespace heedmap::analysis {

namespace {

using attention::AlphaSource;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

// p ln(p/m), 0 where p is 0.
double term(double p, double m) {
    return p > 0 ? p * std::log(p / m) : 0;
}

// Means and products of deviations, brought up to date with every pair (Welford 1962).
class Correlation {
public:
    void add(double p, double q) {
        ++count_;
        const double fromP = p - meanP_;
        const double fromQ = q - meanQ_;
        meanP_ += fromP / count_;
        meanQ_ += fromQ / count_;
        pp_ += fromP * (p - meanP_);
        qq_ += fromQ * (q - meanQ_);
        pq_ += fromP * (q - meanQ_);
    }
    double value() const {
        // Numbers that are all alike may leave a variance of pure rounding behind.
        constexpr double rounding = 1e-30;
        const bool flat = pp_ <= count_ * rounding * meanP_ * meanP_ || qq_ <= count_ * rounding * meanQ_ * meanQ_;
        return flat ? nan : pq_ / (std::sqrt(pp_) * std::sqrt(qq_));
    }

private:
    double count_ = 0, meanP_ = 0, meanQ_ = 0, pp_ = 0, qq_ = 0, pq_ = 0;
};

} // namespace

double entropy(std::span<const double> p) {
    double sum = areDistribution(p) ? 0 : nan;
    for (const double value : p)
        sum -= term(value, 1);
    return sum + 0.0; // never −0
}

double jensenShannon(std::span<const double> p, std::span<const double> q) {
    HEEDMAP_EXPECTS(p.size() == q.size());
    double sum = areDistribution(p) && areDistribution(q) ? 0 : nan;
    for (std::size_t j = 0; j < p.size(); ++j) {
        const double m = (p[j] + q[j]) / 2;
        sum += term(p[j], m) + term(q[j], m);
    }
    return sum / 2;
}

double totalVariation(std::span<const double> p, std::span<const double> q) {
    HEEDMAP_EXPECTS(p.size() == q.size());
    double sum = areDistribution(p) && areDistribution(q) ? 0 : nan;
    for (std::size_t j = 0; j < p.size(); ++j)
        sum += std::abs(p[j] - q[j]);
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

double correlation(std::span<const double> p, std::span<const double> q) {
    HEEDMAP_EXPECTS(p.size() == q.size());
    Correlation correlation;
    for (std::size_t j = 0; j < p.size(); ++j)
        correlation.add(p[j], q[j]);
    return correlation.value();
}

Index largest(std::span<const double> p) {
    HEEDMAP_EXPECTS(!p.empty());
    return std::max_element(p.begin(), p.end()) - p.begin();
}

std::optional<double> meanEntropy(const AlphaSource& alpha) {
    std::vector<std::optional<double>> entropies(static_cast<std::size_t>(alpha.rows()));
    constexpr Index worthAThread = 1 << 13;
    const auto grain = static_cast<std::size_t>(worthAThread / std::max<Index>(alpha.columns(), 1) + 1);
    tbb::parallel_for(tbb::blocked_range<Index>(0, alpha.rows(), grain), [&](const auto& rows) {
        for (Index i = rows.begin(); i < rows.end(); ++i)
            if (const std::vector<double> p = rowOf(alpha, i); holdsWeight(p))
                entropies[static_cast<std::size_t>(i)] = entropy(p);
    });
    Mean mean;
    for (const std::optional<double>& ofRow : entropies)
        if (ofRow)
            mean.add(*ofRow);
    return mean.value();
}

Comparison compare(const AlphaSource& a, const AlphaSource& b) {
    HEEDMAP_EXPECTS(a.rows() == b.rows() && a.columns() == b.columns());
    Comparison result;
    Mean divergence, variation, similarity, agreement;
    Correlation linear;
    for (Index i = 0; i < a.rows(); ++i) {
        const std::vector<double> p = rowOf(a, i);
        const std::vector<double> q = rowOf(b, i);
        for (std::size_t j = 0; j < p.size(); ++j) {
            const Cell cell{i, static_cast<Index>(j)};
            if (a.mark(cell) == attention::Mark::number && b.mark(cell) == attention::Mark::number)
                linear.add(p[j], q[j]);
            const double difference = std::abs(p[j] - q[j]);
            if (std::isfinite(difference) && (!result.largestDifference || difference > *result.largestDifference)) {
                result.largestDifference = difference;
                result.largestAt = cell;
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
    if (std::isfinite(linear.value()))
        result.correlation = linear.value();
    result.argmaxAgreement = agreement.value();
    return result;
}

} // namespace heedmap::analysis
