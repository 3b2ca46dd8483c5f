#include "app/toolkit/window.h"

#include "app/command_line/printing.h"
#include "app/command_line/usage_errors.h"
#include "app/toolkit/qt_toolkit.h"
#include "app/toolkit/x_server.h"
#include "core/threads.h"
#include "core/version.h"
#include "ui/application.h"
#include "ui/base/error_text.h"
#include "ui/document/document.h"
#include "ui/document/examples.h"
#include "ui/files/autosave.h"
#include "ui/files/end_signals.h"
#include "ui/lab/lab.h"
#include "ui/main_window.h"
#include "ui/settings/paths.h"
#include "ui/settings/resources.h"
#include "ui/settings/settings.h"
#include "ui/settings/translation.h"
#include "ui/widgets/frame_clock.h"

#include <QApplication>
#include <QDir>
#include <QFile>
#include <QIcon>
#include <QThread>
#include <QTimer>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

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

constexpr const char* frameVariable = "HEEDMAP_FRAMES"; // set: says at the end how long frames took

// The toolkit would end the program without a sentence of ours. Options that name a platform are left to it.
std::optional<QString> missingDisplay(int argc, char** argv) {
    const bool chosen = std::any_of(argv + 1, argv + argc, [](std::string_view word) {
        return word.starts_with("-platform") || word.starts_with("--platform") || word.starts_with("-display") ||
               word.starts_with("--display");
    });
    const QByteArray platform = qgetenv("QT_QPA_PLATFORM");
    const bool otherThanX = platform.isEmpty() ? !qEnvironmentVariableIsEmpty("WAYLAND_DISPLAY") : platform != "xcb";
    if (chosen || otherThanX)
        return std::nullopt;
    const QString display = qEnvironmentVariable("DISPLAY");
    if (display.isEmpty())
        return QStringLiteral("DISPLAY and WAYLAND_DISPLAY are not set");
    if (xServerAnswers(display.toStdString()))
        return std::nullopt;
    return QStringLiteral("nothing answers at DISPLAY=%1").arg(display);
}

std::vector<QByteArray>& toolkitRemarks() {
    static std::vector<QByteArray> remarks;
    return remarks;
}

// While the application is made: what the toolkit says before it would abort is one sentence, else it is said later.
void collectRemark(QtMsgType type, const QMessageLogContext&, const QString& message) {
    if (type != QtFatalMsg)
        return toolkitRemarks().push_back(message.toLocal8Bit());
    const QString platform = qEnvironmentVariable("QT_QPA_PLATFORM");
    const QString why = platform.isEmpty() ? QStringLiteral("the toolkit finds none")
                                           : QStringLiteral("QT_QPA_PLATFORM=%1 does not work here").arg(platform);
    std::_Exit(static_cast<int>(
        command_line::report(makeError(command_line::noDisplay, {why.toStdString()}).in("the window"))));
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
            document.reset(std::move(restored->session), restored->filePath, restored->modified);
            return;
        }
    }
    if (auto example = openExample(examples().front().id))
        document.reset(std::move(example).value());
}

} // namespace

int runWindow(int argc, char** argv) {
    if (const auto missing = missingDisplay(argc, argv))
        return static_cast<int>(
            command_line::report(makeError(command_line::noDisplay, {missing->toStdString()}).in("the window")));
    // Computing, the toolkit's pools, and what runs besides: autosave, pictures, training, the connection to the
    // screen.
    const int threads = 3 * processorCount() + 8;
    if (const int started = threadsThatStart(threads); started < threads)
        return static_cast<int>(command_line::report(
            makeError(tooFewThreads, {std::to_string(started), std::to_string(threads)}).in("the window")));
    provideRuntimeDirectory();
    const QtMessageHandler usual = qInstallMessageHandler(collectRemark);
    Application application(argc, argv);
    qInstallMessageHandler(usual);
    for (const QByteArray& remark : toolkitRemarks())
        std::fprintf(stderr, "%s\n", remark.constData());
    remarkMissingFonts();
    heedmapLoadResources();
    describeApplication();
    const EndSignals endSignals;
    QObject::connect(&endSignals, &EndSignals::received, &application, [] { QApplication::exit(0); });
    Settings settings;
    Translation translation;
    applyTheme(settings.theme());
    Document document;
    QObject::connect(&application, &Application::ranOutOfMemory, &document,
                     [&document] { Q_EMIT document.noticed(errorSentence(makeError(outOfMemory))); });
    QObject::connect(&application, &Application::ranOutOfThreads, &document,
                     [&document] { Q_EMIT document.noticed(errorSentence(makeError(noMoreThreads))); });
    std::unique_ptr<Autosave> autosave;
    if (settings.value(Setting::autosave).toBool())
        autosave = std::make_unique<Autosave>(&document, stateDirectory());
    if (autosave)
        QObject::connect(autosave.get(), &Autosave::noticed, &document, &Document::noticed);
    translation.use(settings.value(Setting::language).toString());
    openFirst(document, autosave.get());
    Lab lab;
    std::unique_ptr<MainWindow> window;
    std::unique_ptr<FrameClock> clock;
    const auto reportFrames = [&] {
        if (clock)
            std::fprintf(stderr, "heedmap: %s\n", qPrintable(clock->report()));
    };
    // Another language is another window in the place of this one, as soon as none of its dialogs is open any more.
    std::function<void()> changeLanguage;
    const auto showWindow = [&] {
        auto next = std::make_unique<MainWindow>(&document, &lab, &settings);
        next->setAutosave(autosave.get());
        QObject::connect(next.get(), &MainWindow::languageChosen, &application,
                         [&] { QTimer::singleShot(0, &application, changeLanguage); });
        if (window)
            next->replace(*window);
        next->show();
        reportFrames();
        clock.reset();
        window = std::move(next);
        if (qEnvironmentVariableIsSet(frameVariable))
            clock = std::make_unique<FrameClock>(window.get());
    };
    changeLanguage = [&] {
        if (QThread::currentThread()->loopLevel() > 1)
            return QTimer::singleShot(0, &application, changeLanguage);
        translation.use(settings.value(Setting::language).toString());
        document.retranslate();
        showWindow();
    };
    showWindow();
    const QStringList files = QApplication::arguments().mid(1);
    if (!files.isEmpty())
        window->openFiles(files);
    const int status = endSignals.arrived() ? 0 : QApplication::exec(); // a dialog may have run before
    if (endSignals.arrived())
        window->keepLayout();
    reportFrames();
    return status;
}

} // namespace heedmap
