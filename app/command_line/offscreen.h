// Pictures without a display.
#pragma once

#include <QGuiApplication>

namespace heedmap::command_line {

// Fonts and painting work while it lives; no screen is asked for.
class Offscreen {
public:
    Offscreen();

private:
    QGuiApplication application_;
};

// Says on standard error that there is no font, where the machine has none. Precondition: a QGuiApplication.
void remarkMissingFonts();

} // namespace heedmap::command_line
