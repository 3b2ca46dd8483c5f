// Runs the window tests: offscreen unless a platform is chosen, on a screen of a usual size, with fonts, settings and
// data of their own, and with every unexpected warning of the toolkit a failure of the test that caused it.
#include "tests/support/ui/fonts.h"
#include "tests/support/ui/warning_trap.h"
#include "ui/application.h"
#include "ui/settings/theme.h"

#include <QApplication>
#include <QDir>
#include <QFile>
#include <QStandardPaths>
#include <QTemporaryDir>

#include <gtest/gtest.h>

namespace {

// The platform's own screen is 800 × 800: smaller than the window.
QByteArray offscreenPlatform(const QDir& home) {
    const QString path = home.filePath(QStringLiteral("screen.json"));
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly))
        return "offscreen";
    file.write(R"({"screens": [{"name": "", "x": 0, "y": 0, "width": 1920, "height": 1200,
                                "logicalDpi": 96, "logicalBaseDpi": 96, "dpr": 1}]})");
    return "offscreen:configfile=" + path.toLocal8Bit();
}

} // namespace

int main(int argc, char** argv) {
    ::testing::InitGoogleTest(&argc, argv);
    const QTemporaryDir folder;
    const QDir home(folder.path());
    const QByteArray platform = qgetenv("QT_QPA_PLATFORM");
    if (platform.isEmpty() || platform == "offscreen")
        qputenv("QT_QPA_PLATFORM", offscreenPlatform(home));
    for (const char* variable : {"XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME"})
        qputenv(variable, folder.path().toLocal8Bit());
    heedmap::tests::seeOnlyKnownFonts(home);
    heedmap::Application application(argc, argv);
    const QFont font = heedmap::tests::applicationFont();
    if (!::testing::GTEST_FLAG(list_tests) && !heedmap::tests::isInstalled(font))
        return 1;
    heedmap::Application::setFont(font);
    heedmap::Application::setOrganizationName(QStringLiteral("heedmap-tests"));
    heedmap::Application::setApplicationName(QStringLiteral("heedmap-tests"));
    heedmap::applyTheme(heedmap::ThemeChoice::light);
    ::testing::UnitTest::GetInstance()->listeners().Append(new heedmap::tests::WarningTrap);
    return RUN_ALL_TESTS();
}
