// Work off the window's thread of which only what was asked for last counts: a newer request, or cancel(), asks the
// older one to stop and drops its result. One thread at a time: the newer begins when the older has stopped.
#pragma once

#include "ui/base/start_on.h"

#include <QObject>
#include <QThreadPool>

#include <atomic>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <stop_token>
#include <utility>

namespace heedmap {

template <class Value>
class Latest {
public:
    using Progress = std::function<void(double fraction)>; // 0 … 1
    using Work = std::function<Value(const std::stop_token& stop, const Progress& progress)>;
    using Deliver = std::function<void(Value value)>;

    Latest() { pool_.setMaxThreadCount(1); }
    // Waits until what runs has stopped; nothing is delivered any more.
    ~Latest() {
        cancel();
        pool_.waitForDone();
    }
    Latest(const Latest&) = delete;
    Latest& operator=(const Latest&) = delete;

    // `deliver` and `progress` (at each whole percent) are called by the event loop of the thread that made this
    // object; neither after the request is out of date. `work` must not use what its owner changes. What it throws is
    // thrown by that event loop, in place of a delivery.
    void start(Work work, Deliver deliver, Progress progress = {}) {
        cancel();
        running_ = true;
        stop_ = std::stop_source();
        const auto report = [this, request = request_, progress = std::move(progress),
                             percent = std::make_shared<std::atomic<int>>(-1)](double fraction) {
            const int now = static_cast<int>(fraction * 100);
            if (progress && percent->exchange(now) != now)
                post(request, [progress, fraction] { progress(fraction); });
        };
        startOn(pool_, [this, request = request_, stop = stop_.get_token(), report, work = std::move(work),
                        deliver = std::move(deliver)] {
            if (stop.stop_requested())
                return;
            std::shared_ptr<Value> value;
            std::exception_ptr thrown;
            try {
                value = std::make_shared<Value>(work(stop, report));
            } catch (...) {
                thrown = std::current_exception();
            }
            post(request, [this, value, thrown, deliver] {
                running_ = false;
                if (thrown)
                    std::rethrow_exception(thrown);
                deliver(std::move(*value));
            });
        });
    }
    void cancel() {
        stop_.request_stop();
        pool_.clear();
        ++request_;
        running_ = false;
    }
    // A request has not been delivered yet.
    bool isRunning() const { return running_; }

private:
    void post(std::uint64_t request, std::function<void()> act) {
        QMetaObject::invokeMethod(
            &owner_,
            [this, request, act = std::move(act)] {
                if (request == request_)
                    act();
            },
            Qt::QueuedConnection);
    }

    QObject owner_; // of the thread that is told
    std::stop_source stop_;
    std::uint64_t request_ = 0;
    bool running_ = false;
    QThreadPool pool_; // ends first
};

} // namespace heedmap
