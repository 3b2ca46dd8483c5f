#include "tests/support/ui/warning_trap.h"

#include <QMutex>
#include <QStringList>
#include <QtGlobal>

namespace heedmap::tests {

namespace {

QMutex mutex;
QStringList unexpected;
QStringList expected;

void note(QtMsgType type, const QMessageLogContext&, const QString& message) {
    const QMutexLocker lock(&mutex);
    if (type == QtDebugMsg || type == QtInfoMsg)
        return;
    // What the offscreen platform says about itself has no bearing on us.
    if (message.startsWith(QLatin1String("This plugin does not support")))
        return;
    for (const QString& part : expected) {
        if (message.contains(part))
            return;
    }
    unexpected.append(message);
}

} // namespace

void WarningTrap::OnTestStart(const ::testing::TestInfo&) {
    {
        const QMutexLocker lock(&mutex);
        unexpected.clear();
        expected.clear();
    }
    qInstallMessageHandler(note);
}

void WarningTrap::OnTestEnd(const ::testing::TestInfo&) {
    qInstallMessageHandler(nullptr);
    const QMutexLocker lock(&mutex);
    for (const QString& message : std::as_const(unexpected))
        ADD_FAILURE() << "unexpected warning: " << message.toStdString();
}

void expectWarning(const QString& part) {
    const QMutexLocker lock(&mutex);
    expected.append(part);
}

} // namespace heedmap::tests
