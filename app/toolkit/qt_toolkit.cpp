#include "app/toolkit/qt_toolkit.h"

#include "app/command_line/printing.h"
#include "app/toolkit/window.h"
#include "core/files/output_file.h"
#include "core/threads.h"
#include "ui/export/picture_export.h"

#include <QFontInfo>
#include <QGuiApplication>
#include <QHashSeed>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <system_error>

namespace heedmap {

namespace {

// QGuiApplication keeps references to these.
int count = 1;
char name[] = "heedmap";
char* arguments[] = {name, nullptr};

// Remarks of the toolkit about the machine (no runtime folder, no theme) are no news for who draws a picture.
void hush(QtMsgType type, const QMessageLogContext&, const QString& message) {
    if (type == QtCriticalMsg || type == QtFatalMsg)
        std::fprintf(stderr, "heedmap: %s\n",
                     command_line::printable(message.section(QLatin1Char('\n'), 0, 0).toStdString()).c_str());
    if (type != QtFatalMsg)
        return;
    files::removeUnfinishedOutputs(); // the toolkit would abort
    std::_Exit(static_cast<int>(command_line::ExitCode::badInput));
}

int& offscreenCount() {
    if (threadsThatStart(1) == 0) // the toolkit would wait for one of its own for ever
        throw std::runtime_error(std::generic_category().message(EAGAIN));
    QHashSeed::setDeterministicGlobalSeed(); // fonts stand in a PDF in the order of a hash
    qInstallMessageHandler(hush);
    qputenv("QT_QPA_PLATFORM", "offscreen");
    return count;
}

class OffscreenPictures : public command_line::Pictures {
public:
    OffscreenPictures()
        : application_(offscreenCount(), arguments) {
        remarkMissingFonts();
    }

    Result<void> write(const Results& results, const ExportOptions& options, const std::string& path) override {
        return exportPicture(results, options, path);
    }

private:
    QGuiApplication application_; // fonts and painting work while it lives; no screen is asked for
};

// Qt takes its own options out of the words, but only once it has a display, and says nothing of those it does not
// know: so they stand here too.
constexpr command_line::ToolkitOption toolkitOptions[]{
    {"style", true},
    {"stylesheet", true},
    {"session", true},
    {"platform", true},
    {"platformpluginpath", true},
    {"platformtheme", true},
    {"plugin", true},
    {"qmljsdebugger", true},
    {"display", true},
    {"qwindowgeometry", true},
    {"qwindowicon", true},
    {"qwindowtitle", true},
    {"geometry", true},
    {"icon", true},
    {"name", true},
    {"reverse", false},
    {"widgetcount", false},
    {"nograb", false},
    {"dograb", false},
};

} // namespace

std::unique_ptr<command_line::Pictures> QtToolkit::pictures() const {
    return std::make_unique<OffscreenPictures>();
}

std::span<const command_line::ToolkitOption> QtToolkit::options() const {
    return toolkitOptions;
}

int QtToolkit::runWindow(int argc, char** argv) const {
    return heedmap::runWindow(argc, argv);
}

void remarkMissingFonts() {
    if (QFontInfo(QGuiApplication::font()).family().isEmpty()) // the families that are listed may be mere names
        command_line::remark(
            "there is no font on this machine, so text is drawn as boxes; install one, as in fonts-dejavu-core");
}

} // namespace heedmap
