// What the window does as a house of several workspaces.
#include "ui/actions/actions.h"
#include "ui/actions/file_menu.h"
#include "ui/compare/compare_grid.h"
#include "ui/files/file_actions.h"
#include "ui/main_window.h"
#include "ui/settings/settings.h"
#include "ui/widgets/notice.h"
#include "ui/widgets/status_line.h"
#include "ui/workspace_table.h"
#include "ui/workspaces/workspace.h"
#include "ui/workspaces/workspace_area.h"

#include <QDockWidget>
#include <QDragEnterEvent>
#include <QHBoxLayout>
#include <QMenu>
#include <QMimeData>

namespace heedmap {

void MainWindow::connectWorkspaces() {
    connect(workspaces_, &WorkspaceArea::made, this, &MainWindow::addWorkspace);
    connect(workspaces_, &WorkspaceArea::chosen, this, &MainWindow::showWorkspace);
    connect((*actions_)[ActionId::exportPicture], &QAction::triggered, this, &MainWindow::exportWhatIsShown);
    connect(status_, &StatusLine::stopRequested, this, [this] {
        if (Workspace* workspace = workspaces_->current())
            workspace->stop();
        else
            document_->stopComputing();
    });
    connect(status_, &StatusLine::computeRequested, document_, &Document::compute);
}

void MainWindow::addWorkspace(Workspace* workspace) {
    if (QWidget* bar = workspace->topBar())
        topRow_->insertWidget(topRow_->count() - 1, bar, 1);
    connect(workspace, &Workspace::statusChanged, this, &MainWindow::showFacts);
    connect(workspace, &Workspace::noticed, notice_, &Notice::tell);
    connect(workspace, &Workspace::sessionOffered, this, [this](const files::Session& session) {
        if (!fileActions_->maybeSave())
            return;
        document_->open(session);
        workspaces_->explore();
    });
}

// What belongs to Explore alone gives way to another workspace, and comes back as it was left.
void MainWindow::showWorkspace() {
    const bool exploring = workspaces_->isExploring();
    // Before the window is shown for the first time, nothing in it counts as visible.
    if (!exploring && std::exchange(exploreIsLaidOut_, false))
        exploreLayout_ = isVisible() ? saveState() : settings_->value(Setting::windowState).toByteArray();
    for (int i = 1; i + 1 < topRow_->count(); ++i)
        topRow_->itemAt(i)->widget()->hide();
    for (QWidget* widget : std::as_const(exploreBar_))
        widget->setVisible(exploring);
    if (Workspace* workspace = workspaces_->current()) {
        workspace->showProblem(document_->session());
        if (workspace->topBar())
            workspace->topBar()->show();
    }
    showActions();
    for (QDockWidget* dock : {inputsDock_, inspectorDock_, figuresDock_}) {
        dock->toggleViewAction()->setVisible(exploring);
        if (!exploring)
            dock->hide();
    }
    if (exploring && !std::exchange(exploreIsLaidOut_, true) && !restoreState(exploreLayout_)) {
        inputsDock_->show();
        inspectorDock_->show();
    }
    showFacts();
}

// An action that is not shown has no shortcut either.
void MainWindow::showActions() {
    const bool exploring = workspaces_->isExploring();
    for (const ActionMenu menu : {ActionMenu::edit, ActionMenu::attention})
        showMenu(menu, exploring);
    for (const ActionId id : {ActionId::zoomIn, ActionId::zoomOut, ActionId::fit, ActionId::lockCrosshair,
                              ActionId::drawLines, ActionId::showFigures})
        (*actions_)[id]->setVisible(exploring);
    for (const WorkspaceInfo& info : allWorkspaces()) {
        if (info.menu)
            showMenu(*info.menu, info.menu == workspaces_->currentInfo().menu);
    }
}

void MainWindow::showMenu(ActionMenu menu, bool shown) {
    menus_.at(menu)->menuAction()->setVisible(shown);
    for (QAction* action : actions_->ofMenu(menu))
        action->setVisible(shown);
}

void MainWindow::showFactsOf(const Workspace& workspace) {
    status_->setFacts(workspace.facts());
    status_->setActivity(workspace.activity());
    status_->setBusy(workspace.isBusy());
    status_->setUnfinished(false);
}

void MainWindow::exportWhatIsShown() {
    if (Workspace* workspace = workspaces_->current())
        workspace->exportPicture();
    else
        fileMenu_->exportPicture(panels_->enlarged().has_value());
}

void MainWindow::openFiles(const QStringList& paths) {
    workspaces_->explore();
    fileActions_->open(paths);
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
    if (event->mimeData()->hasUrls())
        event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event) {
    QStringList paths;
    for (const QUrl& url : event->mimeData()->urls()) {
        if (url.isLocalFile())
            paths << url.toLocalFile();
    }
    Workspace* workspace = workspaces_->current();
    if (!paths.isEmpty() && !(workspace && workspace->takeFiles(paths)))
        openFiles(paths);
}

} // namespace heedmap
