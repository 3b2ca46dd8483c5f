// Computes panels as the program does, but for as long as a test holds it not at all, or lets it run out of memory.
#pragma once

#include "ui/document/document.h"

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <new>

namespace heedmap::tests {

class HeldComputation {
public:
    // Refers to this.
    PanelComputation asComputation() {
        return [this](const files::Session& session, const files::Panel& panel, std::stop_token stop,
                      const PanelReports& reports, const PanelResult* known) -> std::optional<PanelResult> {
            ++computed;
            if (fails)
                throw std::bad_alloc();
            if (looksFirst && panel.score == looksFirst && reports.firstLook) {
                reports.firstLook(*computePanel(session, panel));
                ++looked;
            }
            std::unique_lock lock(mutex_);
            if (!changed_.wait(lock, stop, [this] { return !held_; }))
                return std::nullopt;
            lock.unlock();
            return computePanel(session, panel, stop, reports, known);
        };
    }

    void hold() { setHeld(true); }
    void release() { setHeld(false); }

    std::atomic<int> computed = 0; // panels, not counting those that were only brought up to date
    std::atomic<int> looked = 0;   // first looks
    std::atomic<bool> fails = false;
    std::optional<attention::ScoreFunction> looksFirst; // panels of it give a first look before they are held

private:
    void setHeld(bool held) {
        {
            const std::lock_guard lock(mutex_);
            held_ = held;
        }
        changed_.notify_all();
    }

    std::mutex mutex_;
    std::condition_variable_any changed_;
    bool held_ = false;
};

} // namespace heedmap::tests
