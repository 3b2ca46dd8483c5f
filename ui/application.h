// The application of the window. Where handling an event runs out of memory or threads, that ends: what was begun is
// not done, and the program goes on with all that it had.
#pragma once

#include <QApplication>

namespace heedmap {

class Application : public QApplication {
    Q_OBJECT

public:
    using QApplication::QApplication;

    bool notify(QObject* receiver, QEvent* event) override;

Q_SIGNALS:
    void ranOutOfMemory();  // afterwards, when there is room again
    void ranOutOfThreads(); // likewise
};

} // namespace heedmap
