// What the window does to explain itself.
#include "ui/actions/actions.h"
#include "ui/actions/file_menu.h"
#include "ui/help/glossary.h"
#include "ui/help/guide.h"
#include "ui/lab/saturation_dialog.h"
#include "ui/main_window.h"
#include "ui/workspaces/workspace_area.h"

namespace heedmap {

void MainWindow::connectHelp() {
    guide_ = new Guide({.window = this,
                        .document = document_,
                        .state = state_,
                        .actions = actions_,
                        .inputs = inputs_,
                        .inspector = inspector_,
                        .openExample = [this](const QString& id) { fileMenu_->openExample(id); },
                        .explore =
                            [this] {
                                workspaces_->explore();
                            }},
                       this);
    (*actions_)[ActionId::glossary]->setShortcutContext(Qt::ApplicationShortcut); // in the plots of a dialog, too
    connect((*actions_)[ActionId::glossary], &QAction::triggered, this, &MainWindow::showGlossary);
    connect((*actions_)[ActionId::tour], &QAction::triggered, guide_, &Guide::startTour);
    connect((*actions_)[ActionId::saturation], &QAction::triggered, this, &MainWindow::showSaturation);
}

// The word for what is under the pointer or has the focus stands first.
void MainWindow::showGlossary() {
    const QString term = guide_->askedTerm();
    if (!glossary_) {
        glossary_ = new Glossary(this);
        connect(glossary_, &Glossary::showRequested, guide_, &Guide::show);
    }
    glossary_->explain(term);
    glossary_->show();
    glossary_->raise();
    glossary_->activateWindow();
}

void MainWindow::showSaturation() {
    if (!saturation_)
        saturation_ = new SaturationDialog(settings_, this);
    saturation_->show();
    saturation_->raise();
    saturation_->activateWindow();
}

} // namespace heedmap
