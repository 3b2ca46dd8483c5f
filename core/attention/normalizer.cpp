#include "core/attention/normalizer.h"

#include "core/result.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>
#include <span>
#include <vector>

namespace heedmap::attention {

namespace {

// Pairwise summation in double precision: its rounding error grows with log n instead of n.
template <class T>
double pairwiseSum(std::span<const T> values) {
    constexpr std::size_t short_ = 128;
    if (values.size() <= short_)
        return std::accumulate(values.begin(), values.end(), 0.0);
    const std::size_t half = values.size() / 2;
    return pairwiseSum(values.first(half)) + pairwiseSum(values.subspan(half));
}

template <class T>
constexpr T infinity = std::numeric_limits<T>::infinity();

// One row with what is known of it.
template <class T>
struct MaskedScores {
    std::span<const T> scores;
    std::span<const std::uint8_t> allowed;
    double temperature;
    T largest = -infinity<T>; // of the allowed scores; NaN if one of them is

    bool allows(std::size_t j) const { return allowed.empty() || allowed[j] != 0; }
    // The score below the largest in units of τ: −inf … 0.
    double below(std::size_t j) const {
        if (!allows(j) || scores[j] == -infinity<T>)
            return -infinity<double>;
        return (static_cast<double>(scores[j]) - static_cast<double>(largest)) / temperature;
    }
};

template <class T>
T largestAllowed(const MaskedScores<T>& row) {
    T largest = -infinity<T>;
    for (std::size_t j = 0; j < row.scores.size(); ++j) {
        if (!row.allows(j))
            continue;
        if (std::isnan(row.scores[j]))
            return row.scores[j];
        largest = std::max(largest, row.scores[j]);
    }
    return largest;
}

template <class T>
void divideBySum(std::span<T> weights) {
    const double sum = pairwiseSum(std::span<const T>(weights));
    for (T& weight : weights)
        weight = static_cast<T>(static_cast<double>(weight) / sum);
}

template <class T>
void softmax(const MaskedScores<T>& row, std::span<T> weights) {
    for (std::size_t j = 0; j < weights.size(); ++j)
        weights[j] = static_cast<T>(std::exp(row.below(j)));
    divideBySum(weights);
}

template <class T>
void hardmax(const MaskedScores<T>& row, std::span<T> weights) {
    for (std::size_t j = 0; j < weights.size(); ++j)
        weights[j] = row.allows(j) && row.scores[j] == row.largest ? T{1} : T{0};
    divideBySum(weights);
}

// Those that can get a weight at all, largest first: the thresholds of both sparse normalizers lie within 1 of the
// largest, which here is 0.
template <class T>
std::vector<double> candidates(const MaskedScores<T>& row, double scale) {
    std::vector<double> z;
    for (std::size_t j = 0; j < row.scores.size(); ++j)
        if (const double value = row.below(j) * scale; value > -1.0)
            z.push_back(value);
    std::sort(z.begin(), z.end(), std::greater<>());
    return z;
}

// The t with Σ max(z_j − t, 0) = 1.
double sparsemaxThreshold(const std::vector<double>& z) {
    double sum = 0.0;
    double threshold = -1.0;
    for (std::size_t i = 0; i < z.size(); ++i) {
        sum += z[i];
        const double next = (sum - 1.0) / static_cast<double>(i + 1);
        if (z[i] <= next)
            break;
        threshold = next;
    }
    return threshold;
}

// The t with Σ max(z_j − t, 0)² = 1.
double entmaxThreshold(const std::vector<double>& z) {
    double mean = 0.0;
    double squares = 0.0; // Σ (z − mean)² (Welford 1962)
    double threshold = -1.0;
    for (std::size_t i = 0; i < z.size(); ++i) {
        const auto count = static_cast<double>(i + 1);
        const double step = z[i] - mean;
        mean += step / count;
        squares += step * (z[i] - mean);
        const double rest = (1.0 - squares) / count;
        if (rest < 0.0)
            break;
        const double next = mean - std::sqrt(rest);
        if (z[i] < next)
            break;
        threshold = next;
    }
    return threshold;
}

template <class T>
void sparsemax(const MaskedScores<T>& row, std::span<T> weights) {
    const double threshold = sparsemaxThreshold(candidates(row, 1.0));
    for (std::size_t j = 0; j < weights.size(); ++j)
        weights[j] = static_cast<T>(std::max(row.below(j) - threshold, 0.0));
    divideBySum(weights);
}

template <class T>
void entmax15(const MaskedScores<T>& row, std::span<T> weights) {
    const double threshold = entmaxThreshold(candidates(row, 0.5));
    for (std::size_t j = 0; j < weights.size(); ++j) {
        const double root = std::max(0.5 * row.below(j) - threshold, 0.0);
        weights[j] = static_cast<T>(root * root);
    }
    divideBySum(weights);
}

} // namespace

std::string_view nameOf(NormalizerKind kind) {
    switch (kind) {
    case NormalizerKind::softmax:
        return "softmax";
    case NormalizerKind::sparsemax:
        return "sparsemax";
    case NormalizerKind::entmax15:
        return "entmax15";
    case NormalizerKind::hardmax:
        return "hardmax";
    }
    preconditionFailed("a known normalizer", __FILE__, __LINE__);
}

std::optional<NormalizerKind> normalizerNamed(std::string_view name) {
    for (const NormalizerKind kind : allNormalizers)
        if (nameOf(kind) == name)
            return kind;
    return std::nullopt;
}

template <class T>
bool normalizeRow(const Normalizer& normalizer, std::span<const T> scores, std::span<const std::uint8_t> allowed,
                  std::span<T> weights) {
    HEEDMAP_EXPECTS(weights.size() == scores.size());
    HEEDMAP_EXPECTS(allowed.empty() || allowed.size() == scores.size());
    HEEDMAP_EXPECTS(normalizer.temperature > 0.0);
    MaskedScores<T> row{scores, allowed, normalizer.temperature};
    row.largest = largestAllowed(row);
    if (row.largest == -infinity<T>) {
        std::fill(weights.begin(), weights.end(), T{0});
        return false;
    }
    if (!std::isfinite(row.largest)) {
        for (std::size_t j = 0; j < weights.size(); ++j)
            weights[j] = row.allows(j) ? std::numeric_limits<T>::quiet_NaN() : T{0};
        return true;
    }
    switch (normalizer.kind) {
    case NormalizerKind::softmax:
        softmax(row, weights);
        break;
    case NormalizerKind::sparsemax:
        sparsemax(row, weights);
        break;
    case NormalizerKind::entmax15:
        entmax15(row, weights);
        break;
    case NormalizerKind::hardmax:
        hardmax(row, weights);
        break;
    }
    return true;
}

template bool normalizeRow(const Normalizer&, std::span<const double>, std::span<const std::uint8_t>,
                           std::span<double>);
template bool normalizeRow(const Normalizer&, std::span<const float>, std::span<const std::uint8_t>, std::span<float>);

} // namespace heedmap::attention
