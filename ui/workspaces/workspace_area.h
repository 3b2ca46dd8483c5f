// The middle of the window: one workspace at a time, and the switch between them. Each is made when it is first wanted.
#pragma once

#include "ui/workspaces/workspace.h"
#include "ui/workspaces/workspace_info.h"

#include <QPointer>
#include <QStackedWidget>

namespace heedmap {

class SegmentedControl;

class WorkspaceArea : public QStackedWidget {
    Q_OBJECT

public:
    // `explore` is the page of the first workspace.
    WorkspaceArea(QWidget* explore, const WorkspaceContext& context, QWidget* parent,
                  const std::vector<WorkspaceInfo>& workspaces);

    // For the top bar; not to be shown where there is nothing to choose.
    SegmentedControl* switchControl() const { return switch_; }
    bool hasChoice() const { return infos_.size() > 1; }

    Workspace* current() const; // null: Explore
    const WorkspaceInfo& currentInfo() const { return infos_[current_]; }
    bool isExploring() const { return !current(); }
    void explore() { choose(0); }
    // The one that was left last.
    void restore();

Q_SIGNALS:
    void made(heedmap::Workspace* workspace); // before it is shown for the first time
    void chosen();                            // another one is shown

private:
    void choose(std::size_t index);
    void giveFocusBack();

    const std::vector<WorkspaceInfo>& infos_;
    WorkspaceContext context_;
    std::vector<Workspace*> workspaces_;     // null: Explore, or not made yet
    std::vector<QPointer<QWidget>> focused_; // in each when it was left
    std::size_t current_ = 0;
    SegmentedControl* switch_;
};

} // namespace heedmap
