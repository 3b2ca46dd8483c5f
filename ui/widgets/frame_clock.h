// The program's own clock of frames: how long the window's thread works from the first input of a frame to the end of
// its painting. What it waits in between, as for the screen, is not counted.
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QString>
#include <QWidget>

#include <vector>

namespace heedmap {

class FrameClock : public QObject {
    Q_OBJECT

public:
    // Measures this window from now on. Frames without input (progress, a blinking cursor) do not count. Input that
    // nothing is painted for counts with the next frame.
    explicit FrameClock(QWidget* window);

    const std::vector<double>& milliseconds() const { return milliseconds_; }
    void forget() { milliseconds_.clear(); }
    // The value that this part (0 … 1) of the frames does not exceed; 0 where there are none.
    double quantile(double part) const;
    // "240 frames, median 2.1 ms, 99 % 5.3 ms, longest 6.0 ms"
    QString report() const;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void pause();
    void endFrame();

    QWidget* window_;
    bool begun_ = false;
    QElapsedTimer timer_;    // invalid while nothing is done
    qint64 nanoseconds_ = 0; // of the frame, before the timer was started
    std::vector<double> milliseconds_;
};

} // namespace heedmap
