// Our own line drawings (resources/icons/*.svg, one stroke width), colored by the palette when they are painted, so
// that they follow light and dark by themselves.
#pragma once

#include <QIcon>
#include <QString>

namespace heedmap {

// Precondition: resources/icons holds `name`.svg.
QIcon icon(const QString& name);

} // namespace heedmap
