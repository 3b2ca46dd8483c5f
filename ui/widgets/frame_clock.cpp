#include "ui/widgets/frame_clock.h"

#include <QAbstractEventDispatcher>
#include <QApplication>
#include <QEvent>
#include <QWindow>

#include <algorithm>
#include <cmath>

namespace heedmap {

namespace {

bool isInput(QEvent::Type type) {
    switch (type) {
    case QEvent::MouseButtonPress:
    case QEvent::MouseButtonRelease:
    case QEvent::MouseMove:
    case QEvent::Wheel:
    case QEvent::KeyPress:
        return true;
    default:
        return false;
    }
}

} // namespace

FrameClock::FrameClock(QWidget* window)
    : QObject(window)
    , window_(window) {
    qApp->installEventFilter(this);
    connect(QAbstractEventDispatcher::instance(), &QAbstractEventDispatcher::aboutToBlock, this, &FrameClock::pause);
}

bool FrameClock::eventFilter(QObject* watched, QEvent* event) {
    const bool paints = event->type() == QEvent::UpdateRequest &&
                        (watched == window_ || (window_->windowHandle() && watched == window_->windowHandle()));
    begun_ = begun_ || isInput(event->type());
    if (begun_ && !timer_.isValid() && (paints || isInput(event->type())))
        timer_.start();
    // What is posted now runs when the window has been painted and handed to the screen.
    if (begun_ && paints)
        QMetaObject::invokeMethod(this, &FrameClock::endFrame, Qt::QueuedConnection);
    return false;
}

void FrameClock::pause() {
    if (!timer_.isValid())
        return;
    nanoseconds_ += timer_.nsecsElapsed();
    timer_.invalidate();
}

void FrameClock::endFrame() {
    if (!begun_)
        return;
    pause();
    milliseconds_.push_back(static_cast<double>(nanoseconds_) * 1e-6);
    nanoseconds_ = 0;
    begun_ = false;
}

double FrameClock::quantile(double part) const {
    if (milliseconds_.empty())
        return 0;
    std::vector<double> sorted = milliseconds_;
    std::sort(sorted.begin(), sorted.end());
    return sorted[static_cast<std::size_t>(std::ceil(part * static_cast<double>(sorted.size() - 1)))];
}

QString FrameClock::report() const {
    return QStringLiteral("%1 frames, median %2 ms, 99 % %3 ms, longest %4 ms")
        .arg(milliseconds_.size())
        .arg(quantile(0.5), 0, 'f', 1)
        .arg(quantile(0.99), 0, 'f', 1)
        .arg(quantile(1), 0, 'f', 1);
}

} // namespace heedmap
