#include "ui/workspaces/workspace.h"

namespace heedmap {

bool Workspace::takeFiles(const QStringList&) {
    return false;
}

void Workspace::showProblem(const files::Session&) {}

} // namespace heedmap
