// The panels of a session, computed with progress.
#pragma once

#include "core/session/panel_result.h"

namespace heedmap::command_line {

// Errors: the first error of a panel, with its title.
Result<std::vector<PanelResult>> computePanelsTold(const files::Session& session);

} // namespace heedmap::command_line
