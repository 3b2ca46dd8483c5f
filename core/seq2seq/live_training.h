// A model in training on a thread of its own, with what somebody who watches it wants to know: every loss, how it does
// on held-out pairs from time to time, and its weights after the latest step. Safe to use from any one other thread.
#pragma once

#include "core/seq2seq/evaluation.h"
#include "core/seq2seq/training_job.h"

#include <memory>
#include <thread>

namespace heedmap::seq2seq {

// How a model did on held-out pairs after so many steps.
struct Validation {
    Index step = 0;
    Evaluation evaluation;
    bool isFinal = false; // on all held-out pairs, after the last step; else on the first `validationPairs` of them
};
inline constexpr std::size_t validationPairs = 64;

struct TrainingNews {
    std::vector<StepReport> steps; // since the last time
    std::vector<Validation> validations;
};

class LiveTraining {
public:
    // Validates after every `validateEvery` steps (0: only at the end). A loss that is not finite pauses the training:
    // the steps after it would teach nothing.
    LiveTraining(std::shared_ptr<const Corpus> corpus, const TrainingOptions& options, Index validateEvery);
    // Stops between two steps.
    ~LiveTraining();
    LiveTraining(const LiveTraining&) = delete;
    LiveTraining& operator=(const LiveTraining&) = delete;

    const TrainingOptions& options() const { return options_; }
    Index parameterCount() const { return parameterCount_; }
    // Starts paused.
    void start();
    TrainingControl& control() { return control_; }
    bool isFinished() const; // all steps are taken and the final validation is made

    TrainingNews takeNews();
    // With the weights after the latest step whose loss was finite; before the first one, those it starts from.
    Model model() const;
    // The same into the weights of such a model.
    void copyWeights(std::vector<float>& weights) const;
    // Mean time of a step so far, without pauses and what is done for who watches.
    double secondsPerStep() const;

private:
    void run(std::stop_token stop);
    void afterStep(const StepReport& report, std::stop_token stop);

    TrainingOptions options_;
    Index validateEvery_;
    Trainer trainer_;
    Index parameterCount_;
    TrainingControl control_;

    mutable std::mutex mutex_; // of all below
    TrainingNews news_;
    Model model_;
    double seconds_ = 0;
    Index timedSteps_ = 0;
    bool finished_ = false;

    std::jthread thread_; // last: it is stopped before anything it uses goes
};

} // namespace heedmap::seq2seq
