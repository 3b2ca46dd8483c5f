#include "ui/application.h"

#include <new>

namespace heedmap {

bool Application::notify(QObject* receiver, QEvent* event) {
    try {
        return QApplication::notify(receiver, event);
    } catch (const std::bad_alloc&) {
        QMetaObject::invokeMethod(this, &Application::ranOutOfMemory, Qt::QueuedConnection);
        return true;
    }
}

} // namespace heedmap
