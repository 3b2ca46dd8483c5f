// Runs the window tests: offscreen unless a platform is chosen, with settings and data of their own, and with every
// unexpected warning of the toolkit a failure of the test that caused it.
#include "tests/support/ui/warning_trap.h"
#include "ui/application.h"
#include "ui/settings/theme.h"

#include <QStandardPaths>
#include <QTemporaryDir>

#include <gtest/gtest.h>

int main(int argc, char** argv) {
    ::testing::InitGoogleTest(&argc, argv);
    if (!qEnvironmentVariableIsSet("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    QTemporaryDir home;
    for (const char* variable : {"XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME"})
        qputenv(variable, home.path().toLocal8Bit());
    heedmap::Application application(argc, argv);
    heedmap::Application::setOrganizationName(QStringLiteral("heedmap-tests"));
    heedmap::Application::setApplicationName(QStringLiteral("heedmap-tests"));
    heedmap::applyTheme(heedmap::ThemeChoice::light);
    ::testing::UnitTest::GetInstance()->listeners().Append(new heedmap::tests::WarningTrap);
    return RUN_ALL_TESTS();
}
