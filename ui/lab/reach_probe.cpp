#include "ui/lab/reach_probe.h"

namespace heedmap {

ReachProbe::ReachProbe(QObject* parent)
    : QObject(parent) {}

ReachProbe::~ReachProbe() = default;

void ReachProbe::start() {
    if (isStarted())
        return;
    thread_ = std::jthread([this](const std::stop_token& stop) {
        using seq2seq::NetworkKind;
        for (const NetworkKind kind : {NetworkKind::attention, NetworkKind::lstm, NetworkKind::plain}) {
            std::vector<double> norms = seq2seq::gradientReach(kind, {}, stop);
            if (stop.stop_requested())
                return;
            QMetaObject::invokeMethod(
                this, [this, kind, norms = std::move(norms)] { Q_EMIT measured(kind, norms); }, Qt::QueuedConnection);
        }
    });
}

} // namespace heedmap
