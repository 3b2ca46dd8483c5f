#include "core/seq2seq/live_training.h"

#include <algorithm>
#include <chrono>
#include <cmath>

namespace heedmap::seq2seq {

using Clock = std::chrono::steady_clock;

LiveTraining::LiveTraining(std::shared_ptr<const Corpus> corpus, const TrainingOptions& options, Index validateEvery)
    : options_(options)
    , validateEvery_(validateEvery)
    , trainer_(std::move(corpus), options)
    , parameterCount_(trainer_.parameterCount())
    , model_(trainer_.model()) {
    control_.pause();
}

LiveTraining::~LiveTraining() = default;

void LiveTraining::start() {
    thread_ = std::jthread([this](std::stop_token stop) { run(std::move(stop)); });
}

bool LiveTraining::isFinished() const {
    const std::lock_guard lock(mutex_);
    return finished_;
}

TrainingNews LiveTraining::takeNews() {
    const std::lock_guard lock(mutex_);
    return std::exchange(news_, {});
}

Model LiveTraining::model() const {
    const std::lock_guard lock(mutex_);
    return model_;
}

void LiveTraining::copyWeights(std::vector<float>& weights) const {
    const std::lock_guard lock(mutex_);
    weights = model_.weights;
}

double LiveTraining::secondsPerStep() const {
    const std::lock_guard lock(mutex_);
    return timedSteps_ == 0 ? 0 : seconds_ / static_cast<double>(timedSteps_);
}

void LiveTraining::run(std::stop_token stop) {
    Clock::time_point began;
    bool isTimed = false; // a step that was waited for is not
    const auto onStep = [&](const StepReport& report) {
        if (isTimed) {
            const std::lock_guard lock(mutex_);
            seconds_ += std::chrono::duration<double>(Clock::now() - began).count();
            ++timedSteps_;
        }
        afterStep(report, stop);
        isTimed = !control_.isPaused();
        began = Clock::now();
    };
    runTraining(trainer_, control_, options_.steps, onStep, stop);
    if (stop.stop_requested())
        return;
    const std::span<const SentencePair> heldOut = trainer_.corpus().heldOut;
    Validation validation{trainer_.stepsTaken(), evaluate(trainer_.model(), heldOut, stop), true};
    const std::lock_guard lock(mutex_);
    news_.validations.push_back(std::move(validation));
    finished_ = true;
}

void LiveTraining::afterStep(const StepReport& report, std::stop_token stop) {
    if (!std::isfinite(report.loss))
        control_.pause();
    {
        const std::lock_guard lock(mutex_);
        news_.steps.push_back(report);
        if (std::isfinite(report.loss))
            model_.weights = trainer_.model().weights;
    }
    if (validateEvery_ == 0 || report.step % validateEvery_ != 0 || report.step == options_.steps)
        return;
    const std::span<const SentencePair> heldOut = trainer_.corpus().heldOut;
    const auto some = heldOut.first(std::min(heldOut.size(), validationPairs));
    Validation validation{report.step, evaluate(trainer_.model(), some, stop), false};
    const std::lock_guard lock(mutex_);
    news_.validations.push_back(std::move(validation));
}

} // namespace heedmap::seq2seq
