// Light and dark: one neutral family of grays, one accent. The data is the only loud thing.
#pragma once

#include <QColor>
#include <QPalette>

namespace heedmap {

enum class ThemeChoice { system, light, dark };

struct Theme {
    bool dark;
    QColor window; // chrome: toolbar, docks
    QColor canvas; // behind the panels
    QColor field;  // tables, chips, edits
    QColor text;
    QColor dimText;    // units, secondary words, section heads
    QColor hairline;   // separators, borders of controls
    QColor hover;      // under the pointer
    QColor accent;     // sliders, switches, focus, positive bars
    QColor accentSoft; // chosen segments, crosshair bands
    QColor negative;   // negative bars and heat in tables
    QColor neutralBar; // second series in bar charts

    QPalette palette() const;
};

const Theme& lightTheme();
const Theme& darkTheme();
// The theme in force.
const Theme& theme();
// Sets style (QuietStyle), palette and fonts of the application; widgets see QEvent::PaletteChange.
void applyTheme(ThemeChoice choice);

// A length that is right beside text of the usual 12 pixels, as long as it has to be beside the application's own font
// where that one is larger.
int scaledToFont(int length);

} // namespace heedmap
