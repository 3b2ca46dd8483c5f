#include "core/analysis/counter_alpha.h"

#include "core/analysis/divergence.h"
#include "core/attention/parameters.h"
#include "core/result.h"

#include <Eigen/Cholesky>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

namespace heedmap::analysis {

namespace {

using Jacobian = std::function<MatrixD(const VectorD& weights)>;

std::span<const double> spanOf(const VectorD& vector) {
    return {vector.data(), static_cast<std::size_t>(vector.size())};
}

// ∂JS(α, w)/∂w_j = ½ ln(w_j/m_j), m = (α + w)/2. Where w is 0 the slope of a little above it is taken.
VectorD slopeOfDivergence(const VectorD& alpha, const VectorD& w) {
    constexpr double little = 1e-9;
    VectorD slope(w.size());
    for (Index j = 0; j < w.size(); ++j) {
        const double own = std::max(w(j), little);
        slope(j) = 0.5 * std::log(own / ((alpha(j) + own) / 2));
    }
    return slope;
}

class Search {
public:
    Search(const VectorD& alpha, std::span<const std::uint8_t> allowed, const WeightedOutput& output, Jacobian jacobian,
           const CounterSearch& limits)
        : alpha_(alpha)
        , output_(output)
        , jacobian_(std::move(jacobian))
        , limits_(limits)
        , random_(limits.seed)
        , truth_(output.output(alpha)) {
        for (Index j = 0; j < alpha.size(); ++j)
            if (allowed.empty() || allowed[static_cast<std::size_t>(j)] != 0)
                keys_.push_back(j);
        best_.weights = alpha;
    }

    CounterAlpha run() {
        for (Index i = 0; keys_.size() > 1 && i < limits_.restarts && !stopped(); ++i)
            wander(i);
        best_.totalVariation = totalVariation(spanOf(alpha_), spanOf(best_.weights));
        best_.found = best_.jensenShannon > 0 && best_.totalVariation >= limits_.leastMoved;
        if (alpha_.size() > 0)
            best_.sameLargest = largest(spanOf(alpha_)) == largest(spanOf(best_.weights));
        return best_;
    }

private:
    bool stopped() const { return limits_.stop.stop_requested(); }

    double distanceOf(const VectorD& weights) {
        ++best_.tried;
        const double distance = output_.distance(truth_, output_.output(weights));
        return std::isnan(distance) ? std::numeric_limits<double>::infinity() : distance;
    }

    // Away from one of the largest weights, or anywhere.
    VectorD firstWish(Index restart) {
        VectorD wish = VectorD::Zero(alpha_.size());
        for (double& number : wish)
            number = random_.normal();
        if (restart % 2 != 0)
            return wish;
        std::vector<Index> largest = keys_;
        std::stable_sort(largest.begin(), largest.end(), [&](Index a, Index b) { return alpha_(a) > alpha_(b); });
        wish *= 0.1;
        wish(largest[static_cast<std::size_t>(restart / 2) % largest.size()]) -= 1;
        return wish;
    }

    // From α along what the output hardly feels, first as far as the wish goes, then uphill in divergence, until
    // nothing moves any more.
    void wander(Index restart) {
        constexpr std::array softness{1e-10, 1e-6, 1e-3, 1e-1};
        VectorD weights = alpha_;
        VectorD wish = firstWish(restart);
        bool wished = false;   // it goes no further
        std::size_t stuck = 0; // so many steps did not move anything
        for (Index step = 0; step < limits_.steps && !stopped(); ++step) {
            const double soft = softness[static_cast<std::size_t>(restart + step) % softness.size()];
            const VectorD direction = allowedDirection(weights, wish, soft);
            const double length = longestStep(weights, direction);
            if (length > 0) {
                weights += length * direction;
                weights = weights.cwiseMax(0.0);
                weights *= alpha_.sum() / weights.sum();
                keep(weights);
                stuck = 0;
            } else if (++stuck == softness.size()) {
                if (wished)
                    return;
                wished = true;
                stuck = 0;
            }
            if (wished)
                wish = slopeOfDivergence(alpha_, weights);
        }
    }

    // (JᵀJ + μ)⁻¹ applied to the wish within the weights that sum to 1; keys at 0 that would go below are left out.
    VectorD allowedDirection(const VectorD& weights, const VectorD& wish, double soft) {
        const MatrixD jacobian = jacobian_(weights);
        std::vector<Index> moving = keys_;
        VectorD direction = VectorD::Zero(weights.size());
        while (moving.size() > 1) {
            direction = directionOf(jacobian, wish, moving, soft);
            const auto falls = [&](Index j) {
                return weights(j) <= 0 && direction(j) < 0;
            };
            if (std::erase_if(moving, falls) == 0)
                return direction;
        }
        return VectorD::Zero(weights.size());
    }

    static VectorD directionOf(const MatrixD& jacobian, const VectorD& wish, const std::vector<Index>& moving,
                               double soft) {
        const Index count = static_cast<Index>(moving.size());
        MatrixD part(jacobian.rows(), count);
        VectorD aim(count);
        for (Index c = 0; c < count; ++c) {
            part.col(c) = jacobian.col(moving[static_cast<std::size_t>(c)]);
            aim(c) = wish(moving[static_cast<std::size_t>(c)]);
        }
        part.colwise() -= part.rowwise().mean().eval(); // only what sums to 0 counts
        aim.array() -= aim.mean();
        MatrixD system = part.transpose() * part;
        if (const double scale = system.trace() / static_cast<double>(count); scale > 0)
            system /= scale;
        system.diagonal().array() += soft;
        VectorD found = system.ldlt().solve(aim);
        found.array() -= found.mean();
        const double size = found.cwiseAbs().maxCoeff();
        VectorD direction = VectorD::Zero(wish.size());
        for (Index c = 0; size > 0 && std::isfinite(size) && c < count; ++c)
            direction(moving[static_cast<std::size_t>(c)]) = found(c) / size;
        return direction;
    }

    // To the edge of what weights can be, or until the output has moved by ε. 0: not worth a step.
    double longestStep(const VectorD& weights, const VectorD& direction) {
        constexpr double worthIt = 1e-7;
        double limit = std::numeric_limits<double>::infinity();
        for (Index j = 0; j < weights.size(); ++j)
            if (direction(j) < 0)
                limit = std::min(limit, weights(j) / -direction(j));
        if (!std::isfinite(limit) || limit < worthIt)
            return 0;
        const auto fits = [&](double step) {
            return distanceOf((weights + step * direction).cwiseMax(0.0)) < limits_.epsilon;
        };
        if (fits(limit))
            return limit;
        double good = 0;
        for (double bad = limit; bad - good > worthIt && bad - good > bad * 1e-3;) {
            const double middle = (good + bad) / 2;
            (fits(middle) ? good : bad) = middle;
        }
        return good < worthIt ? 0 : good;
    }

    void keep(const VectorD& weights) {
        const double divergence = jensenShannon(spanOf(alpha_), spanOf(weights));
        if (!(divergence > best_.jensenShannon))
            return;
        const double moved = distanceOf(weights);
        if (!(moved < limits_.epsilon))
            return;
        best_.jensenShannon = divergence;
        best_.weights = weights;
        best_.moved = moved;
    }

    const VectorD& alpha_;
    const WeightedOutput& output_;
    Jacobian jacobian_;
    const CounterSearch& limits_;
    attention::RandomStream random_;
    VectorD truth_;
    std::vector<Index> keys_; // allowed
    CounterAlpha best_;
};

// By forward differences.
MatrixD numericJacobian(const WeightedOutput& output, const VectorD& weights) {
    constexpr double step = 1e-6;
    const VectorD here = output.output(weights);
    MatrixD jacobian(here.size(), weights.size());
    for (Index j = 0; j < weights.size(); ++j) {
        VectorD moved = weights;
        moved(j) += step;
        jacobian.col(j) = (output.output(moved) - here) / step;
    }
    return jacobian;
}

void expectRow(const VectorD& alpha, std::span<const std::uint8_t> allowed, const CounterSearch& search) {
    HEEDMAP_EXPECTS(alpha.allFinite() && (alpha.array() >= 0).all() && search.epsilon > 0);
    HEEDMAP_EXPECTS(allowed.empty() || allowed.size() == static_cast<std::size_t>(alpha.size()));
}

} // namespace

CounterAlpha findCounterAlpha(const VectorD& alpha, std::span<const std::uint8_t> allowed, const WeightedOutput& output,
                              const CounterSearch& search) {
    expectRow(alpha, allowed, search);
    const auto jacobian = [&](const VectorD& weights) {
        return numericJacobian(output, weights);
    };
    return Search(alpha, allowed, output, jacobian, search).run();
}

CounterAlpha findCounterAlpha(const VectorD& alpha, std::span<const std::uint8_t> allowed, const MatrixD& v,
                              const CounterSearch& search) {
    expectRow(alpha, allowed, search);
    HEEDMAP_EXPECTS(v.rows() == alpha.size());
    WeightedOutput context;
    context.output = [&](const VectorD& weights) -> VectorD {
        return v.transpose() * weights;
    };
    context.distance = [](const VectorD& a, const VectorD& b) {
        return (a - b).norm();
    };
    CounterSearch scaled = search;
    const double length = (v.transpose() * alpha).norm();
    scaled.epsilon *= length > 0 ? length : 1;
    const MatrixD transposed = v.transpose();
    const auto jacobian = [&](const VectorD&) {
        return transposed;
    };
    return Search(alpha, allowed, context, jacobian, scaled).run();
}

} // namespace heedmap::analysis
