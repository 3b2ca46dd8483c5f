// Training as a job on a thread of its own: it can be paused, taken step by step, tuned and stopped from outside.
#pragma once

#include "core/seq2seq/trainer.h"

#include <condition_variable>
#include <functional>
#include <mutex>
#include <stop_token>

namespace heedmap::seq2seq {

// What is wanted of a running job. Safe to use from any thread.
class TrainingControl {
public:
    void pause();
    void resume();
    // One step, then pause.
    void stepOnce();
    bool isPaused() const;
    // From the next step on.
    void setLearningRate(double rate);
    void setClip(double norm);
    // Before the next step: the last good weights again.
    void goBackToLastGood();

private:
    friend void runTraining(Trainer&, TrainingControl&, Index, const std::function<void(const StepReport&)>&,
                            std::stop_token);
    // Waits while paused; false when it is time to stop.
    bool mayStep(std::stop_token stop);
    void apply(Trainer& trainer);

    mutable std::mutex mutex_;
    std::condition_variable_any changed_;
    bool paused_ = false;
    Index single_ = 0; // steps to take though paused
    std::optional<double> rate_;
    std::optional<double> clip_;
    bool goBack_ = false;
};

// Steps until `steps` are taken in all or a stop is asked for; a stop is heard between two steps. `onStep` is called on
// this thread after each; the trainer may be read, and only read, in it.
void runTraining(Trainer& trainer, TrainingControl& control, Index steps,
                 const std::function<void(const StepReport&)>& onStep, std::stop_token stop);

} // namespace heedmap::seq2seq
