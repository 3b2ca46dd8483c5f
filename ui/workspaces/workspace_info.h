// What the switch between workspaces is told of each.
#pragma once

#include "ui/actions/actions.h"

#include <optional>
#include <vector>

class QWidget;

namespace heedmap {

class Workspace;
struct WorkspaceContext;

struct WorkspaceInfo {
    ActionId action;  // chooses it; its text is what the switch says
    const char* name; // stable, for the settings: "align"
    // Null: Explore, which is the window's own.
    Workspace* (*make)(const WorkspaceContext& context, QWidget* parent);
    std::optional<ActionMenu> menu = {}; // shown while it is
};

} // namespace heedmap
