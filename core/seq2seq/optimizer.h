// From a gradient to better weights.
#pragma once

#include "core/seq2seq/parameter_table.h"

#include <cstdint>
#include <span>
#include <vector>

namespace heedmap::seq2seq {

enum class OptimizerKind : std::uint8_t {
    adam, // Kingma and Ba 2015, with decay apart from the gradient (Loshchilov and Hutter 2019)
    sgd,
};

// How the learning rate changes with the steps.
enum class Schedule : std::uint8_t {
    constant,
    linear, // down to 0 at the last step
    cosine, // (Loshchilov and Hutter 2017), down to 0 at the last step
};

struct OptimizerOptions {
    OptimizerKind kind = OptimizerKind::adam;
    double learningRate = 1e-2;
    double weightDecay = 0.2;
    double clip = 1.0; // largest norm of the whole gradient; 0: any
    Schedule schedule = Schedule::linear;
    Index warmUp = 0; // steps over which the rate grows from 0
    friend bool operator==(const OptimizerOptions&, const OptimizerOptions&) = default;
};

// The rate of step `step` (from 0) of `steps`.
double scheduledRate(const OptimizerOptions& options, Index step, Index steps);

class Optimizer {
public:
    explicit Optimizer(std::size_t parameters);
    // Each parameter goes at its own pace.
    explicit Optimizer(const ParameterTable& table);
    // One step at the given rate; returns the norm of the gradient before it was clipped. A gradient that is not finite
    // changes nothing.
    double step(const OptimizerOptions& options, double rate, std::span<float> weights,
                std::span<const float> gradient);
    // As if no step had been taken.
    void reset();

private:
    // Parameters next to each other that go at the same pace.
    struct Stretch {
        std::size_t first, size;
        double pace;
    };
    template <class Move>
    void moveEach(double rate, const Move& move) const;

    std::vector<Stretch> stretches_;
    Index steps_ = 0;
    std::vector<float> first_;
    std::vector<float> second_;
};

} // namespace heedmap::seq2seq
