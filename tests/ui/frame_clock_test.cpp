#include "ui/widgets/frame_clock.h"

#include <QTest>

#include <gtest/gtest.h>

using namespace heedmap;

namespace {

class Painted : public QWidget {
public:
    int times = 0;
    bool follows = true;

protected:
    void paintEvent(QPaintEvent*) override { ++times; }
    void mouseMoveEvent(QMouseEvent*) override {
        if (follows)
            update();
    }
};

} // namespace

TEST(FrameClock, CountsFramesThatFollowInputAndNoOthers) {
    Painted widget;
    widget.setMouseTracking(true);
    widget.resize(200, 100);
    FrameClock clock(&widget);
    widget.show();
    ASSERT_TRUE(QTest::qWaitForWindowExposed(&widget));
    const auto paintedAfter = [&](const auto& act) {
        const int before = widget.times;
        act();
        EXPECT_TRUE(QTest::qWaitFor([&] { return widget.times > before; }));
    };
    clock.forget();
    paintedAfter([&] { widget.update(); });
    EXPECT_TRUE(clock.milliseconds().empty());
    for (int i = 0; i < 5; ++i)
        paintedAfter([&] { QTest::mouseMove(&widget, QPoint(20 + i, 30)); });
    EXPECT_TRUE(QTest::qWaitFor([&] { return clock.milliseconds().size() == 5U; })) << clock.milliseconds().size();
    EXPECT_GT(clock.quantile(0), 0);
    EXPECT_LE(clock.quantile(0.5), clock.quantile(1));
    EXPECT_TRUE(clock.report().startsWith(QStringLiteral("5 frames, median "))) << clock.report().toStdString();
}

TEST(FrameClock, InputThatNothingIsPaintedForBeginsNoFrame) {
    Painted widget;
    widget.setMouseTracking(true);
    widget.follows = false;
    widget.resize(200, 100);
    FrameClock clock(&widget);
    widget.show();
    ASSERT_TRUE(QTest::qWaitForWindowExposed(&widget));
    QTest::mouseMove(&widget, QPoint(20, 30));
    // A frame would end by what is posted when it has been painted.
    for (int round = 0; round < 10; ++round)
        QCoreApplication::processEvents();
    EXPECT_TRUE(clock.milliseconds().empty());
    EXPECT_EQ(clock.quantile(0.5), 0);
}
