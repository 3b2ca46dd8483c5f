// Window or command line.
#include "app/command_line/command_line.h"
#include "ui/settings/theme.h"

#include <QApplication>

int main(int argc, char** argv) {
    if (const auto status = heedmap::command_line::run(argc, argv))
        return *status;
    QApplication application(argc, argv);
    heedmap::applyTheme(heedmap::ThemeChoice::system);
    return 0;
}
