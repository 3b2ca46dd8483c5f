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
    : stretches_{{0, parameters, 1.0}}
    , first_(parameters, 0.0F)
    , second_(parameters, 0.0F) {}

Optimizer::Optimizer(const ParameterTable& table)
    : Optimizer(static_cast<std::size_t>(table.size())) {
    stretches_.clear();
    for (const NamedParameter& parameter : table.all()) {
        const auto size = static_cast<std::size_t>(parameter.size());
        if (stretches_.empty() || stretches_.back().pace != parameter.pace)
            stretches_.push_back({static_cast<std::size_t>(parameter.offset), 0, parameter.pace});
        stretches_.back().size += size;
    }
}

// `move` is given the rate of a stretch, and what takes the stretch out of a row of all parameters.
template <class Move>
void Optimizer::moveEach(double rate, const Move& move) const {
    for (const Stretch& stretch : stretches_)
        move(static_cast<float>(rate * stretch.pace),
             [&](auto all) { return all.subspan(stretch.first, stretch.size); });
}

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
    const float decay = narrow(options.weightDecay);
    if (options.kind == OptimizerKind::sgd) {
        moveEach(rate, [&](float own, const auto& of) {
            kernels::sgd({own, decay, narrow(scale)}, of(weights), of(gradient));
        });
        return norm;
    }
    ++steps_;
    constexpr double beta1 = 0.9;
    constexpr double beta2 = 0.999;
    constexpr double epsilon = 1e-8;
    const auto correction = [this](double beta) {
        return 1.0 / (1.0 - std::pow(beta, static_cast<double>(steps_)));
    };
    moveEach(rate, [&](float own, const auto& of) {
        kernels::adam({own, decay, narrow(beta1), narrow(beta2), narrow(epsilon), narrow(correction(beta1)),
                       narrow(correction(beta2)), narrow(scale)},
                      of(weights), of(gradient), of(std::span(first_)), of(std::span(second_)));
    });
    return norm;
}

} // namespace heedmap::seq2seq
