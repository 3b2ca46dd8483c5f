// One pixel a cell, or a given size, and nothing but cells: no toolkit, no screen, little memory.
#pragma once

#include "app/command_line/options.h"

#include <string>

namespace heedmap::command_line {

// The only panel of the session as PNG. Errors: oneMatrixOnly, those of attend() and writeBarePicture().
Result<void> writeBare(const files::Session& session, const PictureOptions& options, const std::string& path);

} // namespace heedmap::command_line
