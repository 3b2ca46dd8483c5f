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

} // namespace heedmap::command_line
