#include "ui/application.h"

#include <new>
#include <system_error>

namespace heedmap {

bool Application::notify(QObject* receiver, QEvent* event) {
    try {
        return QApplication::notify(receiver, event);
    } catch (const std::bad_alloc&) {
        QMetaObject::invokeMethod(this, &Application::ranOutOfMemory, Qt::QueuedConnection);
        return true;
    } catch (const std::system_error&) { // of a thread that could not be started
        QMetaObject::invokeMethod(this, &Application::ranOutOfThreads, Qt::QueuedConnection);
        return true;
    }
}

} // namespace heedmap
