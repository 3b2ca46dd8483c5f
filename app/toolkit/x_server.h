// Whether the X server that DISPLAY names is there, asked without the toolkit.
#pragma once

#include <string>

namespace heedmap {

// ":77", ":77.0", "unix:77": whether its socket can be connected to. Displays of other machines are taken to be there.
bool xServerAnswers(const std::string& display);

} // namespace heedmap
