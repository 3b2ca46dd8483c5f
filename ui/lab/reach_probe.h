// Measures how far gradients reach in each kind of network, off the window's thread.
#pragma once

#include "core/seq2seq/probes.h"

#include <QObject>

#include <thread>

namespace heedmap {

class ReachProbe : public QObject {
    Q_OBJECT

public:
    explicit ReachProbe(QObject* parent = nullptr);
    ~ReachProbe() override;

    // Once; again does nothing.
    void start();
    bool isStarted() const { return thread_.joinable(); }

Q_SIGNALS:
    void measured(heedmap::seq2seq::NetworkKind kind, const std::vector<double>& norms);

private:
    std::jthread thread_;
};

} // namespace heedmap
