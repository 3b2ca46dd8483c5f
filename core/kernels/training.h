// Private to core: the loss of a row of logits, and what an optimizer does to each parameter.
#pragma once

#include "core/index.h"

#include <span>

namespace heedmap::kernels {

// Cross-entropy −ln softmax(logits)[target]; the logits become its gradient times `scale`, softmax − one-hot.
double crossEntropy(std::span<float> logits, Index target, float scale);
double crossEntropy(std::span<double> logits, Index target, double scale);

// One step of Adam (Kingma and Ba 2015) with weight decay apart from the gradient (Loshchilov and Hutter 2019):
//   m ← β₁ m + (1 − β₁) g;  v ← β₂ v + (1 − β₂) g²;  w ← w − rate (m̂/(√v̂ + ε) + decay w)
// The corrections are 1/(1 − β₁^t) and 1/(1 − β₂^t); the gradient is first multiplied by `gradientScale`.
struct AdamStep {
    float rate, decay, beta1, beta2, epsilon, correction1, correction2, gradientScale;
};
void adam(const AdamStep& step, std::span<float> weights, std::span<const float> gradient, std::span<float> first,
          std::span<float> second);

// w ← w − rate (gradientScale g + decay w)
struct SgdStep {
    float rate, decay, gradientScale;
};
void sgd(const SgdStep& step, std::span<float> weights, std::span<const float> gradient);

// Σ g², in double precision.
double sumOfSquares(std::span<const float> gradient);

} // namespace heedmap::kernels
