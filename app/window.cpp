#include "app/window.h"

#include "app/command_line/exit_code.h"
#include "core/version.h"
#include "ui/document/document.h"
#include "ui/document/examples.h"
#include "ui/files/autosave.h"
#include "ui/main_window.h"
#include "ui/settings/paths.h"
#include "ui/settings/resources.h"
#include "ui/settings/settings.h"
#include "ui/settings/translation.h"

#include <QApplication>
#include <QDir>
#include <QFile>
#include <QIcon>

#include <cstdio>
#include <utility>

namespace heedmap {

namespace {

// Without a login session nobody has made this folder, and the toolkit would say so and take one below /tmp.
void provideRuntimeDirectory() {
    constexpr const char* variable = "XDG_RUNTIME_DIR";
    if (!qEnvironmentVariableIsEmpty(variable))
        return;
    const QString path = QDir(stateDirectory()).filePath(QStringLiteral("runtime"));
    constexpr QFile::Permissions ownerOnly = QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner;
    if (QDir().mkpath(path) && QFile::setPermissions(path, ownerOnly))
        qputenv(variable, QFile::encodeName(path));
}

constexpr int madeAnew = 1000; // the window is made again, in another language

// The toolkit would end the program without a sentence of ours.
bool hasDisplay() {
    const auto given = [](const char* variable) {
        return !qEnvironmentVariableIsEmpty(variable);
    };
    return given("DISPLAY") || given("WAYLAND_DISPLAY") || given("QT_QPA_PLATFORM");
}

void describeApplication() {
    QApplication::setApplicationName(QStringLiteral("heedmap"));
    QApplication::setApplicationDisplayName(QStringLiteral("Heedmap"));
    QApplication::setApplicationVersion(QString::fromLatin1(version));
    QGuiApplication::setDesktopFileName(QStringLiteral("heedmap"));
    QApplication::setWindowIcon(QIcon(QStringLiteral(":/icons/heedmap.svg")));
}

// What was there when the program ended last, or the first example.
void openFirst(Document& document, Autosave* autosave) {
    if (autosave) {
        if (auto restored = autosave->restore()) {
            document.open(std::move(restored->session));
            document.setFilePath(restored->filePath);
            document.undoStack().clear();
            return;
        }
    }
    if (auto example = openExample(examples().front().id))
        document.open(std::move(example).value());
    document.undoStack().clear();
}

} // namespace

int runWindow(int argc, char** argv) {
    if (!hasDisplay()) {
        std::fputs("heedmap: the window: there is no display to open it on (DISPLAY and WAYLAND_DISPLAY are not set; "
                   "heedmap render draws without one)\n",
                   stderr);
        return static_cast<int>(command_line::ExitCode::wrongUsage);
    }
    provideRuntimeDirectory();
    QApplication application(argc, argv);
    heedmapLoadResources();
    describeApplication();
    Settings settings;
    Translation translation;
    applyTheme(settings.theme());
    Document document;
    std::unique_ptr<Autosave> autosave;
    if (settings.value(Setting::autosave).toBool())
        autosave = std::make_unique<Autosave>(&document, stateDirectory());
    if (autosave)
        QObject::connect(autosave.get(), &Autosave::noticed, &document, &Document::noticed);
    translation.use(settings.value(Setting::language).toString());
    openFirst(document, autosave.get());
    QStringList files = QApplication::arguments().mid(1);
    for (;;) {
        MainWindow window(&document, &settings);
        QObject::connect(&window, &MainWindow::languageChosen, &application, [] { QApplication::exit(madeAnew); });
        window.show();
        if (!files.isEmpty())
            window.openFiles(std::exchange(files, {}));
        const int status = QApplication::exec();
        if (status != madeAnew)
            return status;
        translation.use(settings.value(Setting::language).toString());
        document.retranslate();
    }
}

} // namespace heedmap
