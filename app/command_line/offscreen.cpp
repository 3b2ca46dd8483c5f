#include "app/command_line/offscreen.h"

#include "app/command_line/exit_code.h"
#include "app/command_line/printing.h"
#include "core/files/output_file.h"
#include "core/threads.h"

#include <QFontInfo>
#include <QHashSeed>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <system_error>

namespace heedmap::command_line {

namespace {

// QGuiApplication keeps references to these.
int count = 1;
char name[] = "heedmap";
char* arguments[] = {name, nullptr};

// Remarks of the toolkit about the machine (no runtime folder, no theme) are no news for who draws a picture.
void hush(QtMsgType type, const QMessageLogContext&, const QString& message) {
    if (type == QtCriticalMsg || type == QtFatalMsg)
        std::fprintf(stderr, "heedmap: %s\n",
                     printable(message.section(QLatin1Char('\n'), 0, 0).toStdString()).c_str());
    if (type != QtFatalMsg)
        return;
    files::removeUnfinishedOutputs(); // the toolkit would abort
    std::_Exit(static_cast<int>(ExitCode::badInput));
}

int& offscreenCount() {
    if (threadsThatStart(1) == 0) // the toolkit would wait for one of its own for ever
        throw std::runtime_error(std::generic_category().message(EAGAIN));
    QHashSeed::setDeterministicGlobalSeed(); // fonts stand in a PDF in the order of a hash
    qInstallMessageHandler(hush);
    qputenv("QT_QPA_PLATFORM", "offscreen");
    return count;
}

} // namespace

Offscreen::Offscreen()
    : application_(offscreenCount(), arguments) {
    remarkMissingFonts();
}

void remarkMissingFonts() {
    if (QFontInfo(QGuiApplication::font()).family().isEmpty()) // the families that are listed may be mere names
        remark("there is no font on this machine, so text is drawn as boxes; install one, as in fonts-dejavu-core");
}

} // namespace heedmap::command_line
