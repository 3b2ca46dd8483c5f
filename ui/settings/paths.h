// Where the program keeps its files (XDG base directories), each created when first asked for.
#pragma once

#include <QString>

namespace heedmap {

QString configDirectory(); // what the user chose
QString stateDirectory();  // where the user was: window, recent files, autosaved sessions

} // namespace heedmap
