#include "app/command_line/offscreen.h"

#include "app/command_line/printing.h"

#include <QHashSeed>

#include <cstdio>

namespace heedmap::command_line {

namespace {

// QGuiApplication keeps references to these.
int count = 1;
char name[] = "heedmap";
char* arguments[] = {name, nullptr};

// Remarks of the toolkit about the machine (no runtime folder, no theme) are no news for who draws a picture.
void hush(QtMsgType type, const QMessageLogContext&, const QString& message) {
    if (type == QtCriticalMsg || type == QtFatalMsg)
        std::fprintf(stderr, "heedmap: %s\n", printable(message.toStdString()).c_str());
}

int& offscreenCount() {
    QHashSeed::setDeterministicGlobalSeed(); // fonts stand in a PDF in the order of a hash
    qInstallMessageHandler(hush);
    qputenv("QT_QPA_PLATFORM", "offscreen");
    return count;
}

} // namespace

Offscreen::Offscreen()
    : application_(offscreenCount(), arguments) {}

} // namespace heedmap::command_line
