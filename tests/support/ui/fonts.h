// The fonts that the window tests see: those that app/set_up.bash installs and no others, whatever the machine has.
#pragma once

#include <QDir>
#include <QFont>

namespace heedmap::tests {

// To be called before the application is made; keeps its configuration in `home`.
void seeOnlyKnownFonts(const QDir& home);
// $HEEDMAP_TEST_FONT as "family,points", else "DejaVu Sans,9", which is what a fresh Debian shows.
QFont applicationFont();
// False, and says what to install, where this font is absent.
bool isInstalled(const QFont& font);

} // namespace heedmap::tests
