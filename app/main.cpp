#include "ui/settings/theme.h"

#include <QApplication>

int main(int argc, char** argv) {
    QApplication application(argc, argv);
    heedmap::applyTheme(heedmap::ThemeChoice::system);
    return 0;
}
