#include "core/seq2seq/training_job.h"

namespace heedmap::seq2seq {

void TrainingControl::pause() {
    const std::lock_guard lock(mutex_);
    paused_ = true;
    single_ = 0;
}

void TrainingControl::resume() {
    const std::lock_guard lock(mutex_);
    paused_ = false;
    changed_.notify_all();
}

void TrainingControl::stepOnce() {
    const std::lock_guard lock(mutex_);
    paused_ = true;
    ++single_;
    changed_.notify_all();
}

bool TrainingControl::isPaused() const {
    const std::lock_guard lock(mutex_);
    return paused_;
}

void TrainingControl::setLearningRate(double rate) {
    const std::lock_guard lock(mutex_);
    rate_ = rate;
}

void TrainingControl::setClip(double norm) {
    const std::lock_guard lock(mutex_);
    clip_ = norm;
}

void TrainingControl::goBackToLastGood() {
    const std::lock_guard lock(mutex_);
    goBack_ = true;
}

bool TrainingControl::mayStep(std::stop_token stop) {
    std::unique_lock lock(mutex_);
    const bool goesOn = changed_.wait(lock, stop, [this] { return !paused_ || single_ > 0; });
    if (!goesOn || stop.stop_requested())
        return false;
    if (paused_)
        --single_;
    return true;
}

void TrainingControl::apply(Trainer& trainer) {
    const std::lock_guard lock(mutex_);
    if (rate_)
        trainer.optimizerOptions().learningRate = *rate_;
    if (clip_)
        trainer.optimizerOptions().clip = *clip_;
    if (goBack_)
        trainer.goBackToLastGood();
    rate_.reset();
    clip_.reset();
    goBack_ = false;
}

void runTraining(Trainer& trainer, TrainingControl& control, Index steps,
                 const std::function<void(const StepReport&)>& onStep, std::stop_token stop) {
    while (trainer.stepsTaken() < steps && control.mayStep(stop)) {
        control.apply(trainer);
        onStep(trainer.step());
    }
}

} // namespace heedmap::seq2seq
