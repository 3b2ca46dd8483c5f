// Numbers as the tables show them: a point whatever the locale, and a real minus.
#pragma once

#include <QString>

namespace heedmap {

// Three significant digits: "−0.0123", "12.3", "0.500" (rounded), "0.5" (exact), "1.2e−5".
QString shortNumber(double value);
// As many digits as are needed to get the very number back; with an ASCII minus, to be edited and copied.
QString fullNumber(double value);

} // namespace heedmap
