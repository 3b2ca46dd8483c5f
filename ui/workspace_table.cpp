#include "ui/workspace_table.h"

#include "ui/cost/cost_workspace.h"
#include "ui/lab/lab_workspace.h"

namespace heedmap {

const std::vector<WorkspaceInfo>& allWorkspaces() {
    // A workspace is added by a line here: its action, its name, a function that makes it.
    static const std::vector<WorkspaceInfo> table{
        {ActionId::exploreWorkspace, "explore", nullptr},
        {ActionId::alignWorkspace, "align", &LabWorkspace::make, ActionMenu::align},
        {ActionId::costWorkspace, "cost", &CostWorkspace::make},
    };
    return table;
}

} // namespace heedmap
