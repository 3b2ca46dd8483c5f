// The workspaces there are, in one table, in the order of the switch.
#pragma once

#include "ui/workspaces/workspace_info.h"

#include <vector>

namespace heedmap {

const std::vector<WorkspaceInfo>& allWorkspaces();

} // namespace heedmap
