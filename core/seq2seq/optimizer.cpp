#include "core/seq2seq/optimizer.h"

#include "core/kernels/training.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace heedmap::seq2seq {

double scheduledRate(const OptimizerOptions& options, Index step, Index steps) {
    const double done = steps <= 0 ? 0 : std::min(1.0, static_cast<double>(step) / static_cast<double>(steps));
    double rate = options.learningRate;
    if (step < options.warmUp)
        rate *= static_cast<double>(step + 1) / static_cast<double>(options.warmUp);
    switch (options.schedule) {
    case Schedule::linear:
        return rate * (1.0 - done);
    case Schedule::cosine:
        return rate * 0.5 * (1.0 + std::cos(std::numbers::pi * done));
    case Schedule::constant:
        break;
    }
    return rate;
}

Optimizer::Optimizer(std::size_t parameters)
    : first_(parameters, 0.0F)
    , second_(parameters, 0.0F) {}

void Optimizer::reset() {
    steps_ = 0;
    std::ranges::fill(first_, 0.0F);
    std::ranges::fill(second_, 0.0F);
}

double Optimizer::step(const OptimizerOptions& options, double rate, std::span<float> weights,
                       std::span<const float> gradient) {
    const double norm = std::sqrt(kernels::sumOfSquares(gradient));
    if (!std::isfinite(norm))
        return norm;
    const double scale = options.clip > 0 && norm > options.clip ? options.clip / norm : 1.0;
    const auto narrow = [](double number) {
        return static_cast<float>(number);
    };
    if (options.kind == OptimizerKind::sgd) {
        kernels::sgd({narrow(rate), narrow(options.weightDecay), narrow(scale)}, weights, gradient);
        return norm;
    }
    ++steps_;
    constexpr double beta1 = 0.9;
    constexpr double beta2 = 0.999;
    constexpr double epsilon = 1e-8;
    const auto correction = [this](double beta) {
        return 1.0 / (1.0 - std::pow(beta, static_cast<double>(steps_)));
    };
    kernels::adam({narrow(rate), narrow(options.weightDecay), narrow(beta1), narrow(beta2), narrow(epsilon),
                   narrow(correction(beta1)), narrow(correction(beta2)), narrow(scale)},
                  weights, gradient, first_, second_);
    return norm;
}

} // namespace heedmap::seq2seq
