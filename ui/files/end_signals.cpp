#include "ui/files/end_signals.h"

#include "core/result.h"

#include <QSocketNotifier>

#include <atomic>
#include <cerrno>
#include <cstddef>
#include <fcntl.h>
#include <unistd.h>

namespace heedmap {

namespace {

std::atomic<int> signalEnd = -1; // of the pipe that the handler writes to
static_assert(std::atomic<int>::is_always_lock_free);

// Little may be done in a handler: the event loop does the rest.
void wake(int) {
    const int error = errno;
    const char byte = 0;
    [[maybe_unused]] const ssize_t written = ::write(signalEnd, &byte, 1);
    errno = error;
}

} // namespace

EndSignals::EndSignals(QObject* parent)
    : QObject(parent) {
    HEEDMAP_EXPECTS(signalEnd < 0);
    if (::pipe2(ends_, O_CLOEXEC | O_NONBLOCK) != 0)
        return; // no descriptor is left: the signals do what they did
    notifier_ = new QSocketNotifier(ends_[0], QSocketNotifier::Read, this);
    connect(notifier_, &QSocketNotifier::activated, this, &EndSignals::read);
    signalEnd = ends_[1];
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        ::sigaction(numbers[i], nullptr, &former_[i]);
        if (former_[i].sa_handler == SIG_IGN)
            continue;
        struct sigaction action {};
        action.sa_handler = wake;
        action.sa_flags = SA_RESTART;
        ::sigaction(numbers[i], &action, nullptr);
    }
}

EndSignals::~EndSignals() {
    if (ends_[0] < 0)
        return;
    for (std::size_t i = 0; i < numbers.size(); ++i)
        ::sigaction(numbers[i], &former_[i], nullptr);
    signalEnd = -1;
    ::close(ends_[1]);
    notifier_->setEnabled(false);
    ::close(ends_[0]);
}

void EndSignals::read() {
    char bytes[16];
    while (::read(ends_[0], bytes, sizeof bytes) > 0) {
    }
    if (arrived_)
        return;
    arrived_ = true;
    Q_EMIT received();
}

} // namespace heedmap
