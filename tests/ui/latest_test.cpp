// Work off the window's thread, of which what was asked for last counts.
#include "ui/application.h"
#include "ui/base/latest.h"

#include <QCoreApplication>
#include <QSignalSpy>
#include <QTest>
#include <QThread>

#include <gtest/gtest.h>

#include <algorithm>
#include <latch>
#include <memory>
#include <new>
#include <vector>

namespace heedmap::tests {

namespace {

using Number = Latest<std::unique_ptr<int>>; // values need not be copied

void waitForStop(const std::stop_token& stop) {
    std::latch stopped(1);
    const std::stop_callback wake(stop, [&] { stopped.count_down(); });
    stopped.wait();
}

} // namespace

TEST(Latest, DeliversOnItsOwnersThread) {
    Number latest;
    std::vector<int> values;
    std::vector<double> fractions;
    QThread* worker = nullptr;
    latest.start(
        [&](const std::stop_token&, const Number::Progress& progress) {
            worker = QThread::currentThread();
            for (int i = 0; i <= 1000; ++i)
                progress(i / 1000.0);
            return std::make_unique<int>(7);
        },
        [&](std::unique_ptr<int> value) {
            EXPECT_EQ(QThread::currentThread(), qApp->thread());
            values.push_back(*value);
        },
        [&](double fraction) {
            EXPECT_TRUE(values.empty());
            fractions.push_back(fraction);
        });
    EXPECT_TRUE(latest.isRunning());
    ASSERT_TRUE(QTest::qWaitFor([&] { return !latest.isRunning(); }));
    EXPECT_EQ(values, std::vector{7});
    EXPECT_NE(worker, qApp->thread());
    EXPECT_EQ(fractions.size(), 101) << "once a percent";
    EXPECT_TRUE(std::is_sorted(fractions.begin(), fractions.end()));
}

TEST(Latest, WhatWasAskedForLastCounts) {
    Number latest;
    std::vector<int> values;
    const auto deliver = [&](std::unique_ptr<int> value) {
        values.push_back(*value);
    };
    std::latch begun(1);
    latest.start(
        [&](const std::stop_token& stop, const Number::Progress&) {
            begun.count_down();
            waitForStop(stop);
            return std::make_unique<int>(1);
        },
        deliver);
    begun.wait();
    for (const int number : {2, 3, 4}) {
        latest.start(
            [number](const std::stop_token&, const Number::Progress&) { return std::make_unique<int>(number); },
            deliver);
    }
    ASSERT_TRUE(QTest::qWaitFor([&] { return !latest.isRunning(); }));
    EXPECT_EQ(values, std::vector{4});
}

TEST(Latest, NothingComesAfterCancelOrTheEnd) {
    bool delivered = false;
    bool ended = false;
    {
        Number latest;
        const auto start = [&] {
            auto done = std::make_shared<std::latch>(1);
            latest.start(
                [&ended, done](const std::stop_token& stop, const Number::Progress&) {
                    done->count_down();
                    waitForStop(stop);
                    ended = true;
                    return std::make_unique<int>(1);
                },
                [&](std::unique_ptr<int>) { delivered = true; });
            done->wait();
        };
        start();
        latest.cancel();
        EXPECT_FALSE(latest.isRunning());
        start();
        ended = false;
    }
    EXPECT_TRUE(ended) << "it is waited for";
    QCoreApplication::processEvents();
    EXPECT_FALSE(delivered);
}

// Thrown where the program goes on.
TEST(Latest, MemoryThatRunsOutIsForTheEventLoop) {
    QSignalSpy said(qobject_cast<Application*>(qApp), &Application::ranOutOfMemory);
    Number latest;
    bool delivered = false;
    latest.start(
        [](const std::stop_token&, const Number::Progress&) -> std::unique_ptr<int> { throw std::bad_alloc(); },
        [&](std::unique_ptr<int>) { delivered = true; });
    EXPECT_TRUE(QTest::qWaitFor([&] { return said.count() == 1; }));
    EXPECT_FALSE(delivered);
    EXPECT_FALSE(latest.isRunning());
}

} // namespace heedmap::tests
