// SIGINT, SIGTERM, SIGHUP and SIGQUIT end the window in the ordinary way: event loops return, and with them everything
// is saved and cleaned up that is when it is closed.
#pragma once

#include <QObject>

#include <array>
#include <csignal>

class QSocketNotifier;

namespace heedmap {

class EndSignals : public QObject {
    Q_OBJECT

public:
    static constexpr std::array numbers{SIGINT, SIGTERM, SIGHUP, SIGQUIT};

    // One at a time. A signal that the program was started to ignore (nohup) stays ignored.
    explicit EndSignals(QObject* parent = nullptr);
    ~EndSignals() override; // the signals do again what they did before

    bool arrived() const { return arrived_; }

Q_SIGNALS:
    void received(); // once, by the event loop

private:
    void read();

    int ends_[2] = {-1, -1};
    QSocketNotifier* notifier_ = nullptr;
    std::array<struct sigaction, numbers.size()> former_{};
    bool arrived_ = false;
};

} // namespace heedmap
