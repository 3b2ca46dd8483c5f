#include "ui/actions/file_menu.h"

#include "ui/base/error_text.h"
#include "ui/document/activity_text.h"
#include "ui/document/document.h"
#include "ui/document/examples.h"
#include "ui/document/view_state.h"
#include "ui/export/export_dialog.h"
#include "ui/export/written_notice.h"
#include "ui/files/file_actions.h"
#include "ui/settings/settings.h"
#include "ui/widgets/dialogs.h"
#include "ui/widgets/tool_tip.h"

#include <QFileInfo>
#include <QMenu>

namespace heedmap {

FileMenu::FileMenu(ActionTable* actions, Document* document, FileActions* files, ViewState* state, Settings* settings,
                   QWidget* window)
    : QObject(window)
    , document_(document)
    , files_(files)
    , state_(state)
    , settings_(settings)
    , window_(window) {
    connect((*actions)[ActionId::open], &QAction::triggered, files_, &FileActions::openWithDialog);
    connect((*actions)[ActionId::openModel], &QAction::triggered, files_, &FileActions::openModelWithDialog);
    connect((*actions)[ActionId::save], &QAction::triggered, files_, &FileActions::save);
    connect((*actions)[ActionId::saveAs], &QAction::triggered, files_, &FileActions::saveAs);
    connect((*actions)[ActionId::quit], &QAction::triggered, window, &QWidget::close);
}

void FileMenu::addSubmenus(QMenu* menu, QAction* before) {
    auto* recent = new QMenu(tr("Open &Recent"), menu);
    connect(recent, &QMenu::aboutToShow, this, [this, recent] { fillRecent(recent); });
    menu->insertMenu(before, recent);
    auto* examples = new QMenu(tr("E&xamples"), menu);
    examples->setToolTipsVisible(true);
    connect(examples, &QMenu::aboutToShow, this, [this, examples] { fillExamples(examples); });
    menu->insertMenu(before, examples);
}

void FileMenu::fillRecent(QMenu* menu) {
    menu->clear();
    for (const QString& path : settings_->recentFiles()) {
        QAction* action = menu->addAction(QFileInfo(path).fileName(), this, [this, path] { files_->open({path}); });
        action->setToolTip(toolTipText(path));
        action->setStatusTip(path);
    }
    if (menu->isEmpty())
        menu->addAction(tr("Nothing was opened yet"))->setEnabled(false);
}

void FileMenu::fillExamples(QMenu* menu) {
    menu->clear();
    QString group;
    for (const Example& example : examples()) {
        if (example.group != group)
            menu->addSection(group = example.group);
        QAction* action = menu->addAction(example.title, this, [this, id = example.id] { openExample(id); });
        action->setToolTip(toolTipText(example.lookFor));
    }
}

void FileMenu::openExample(const QString& id) {
    auto session = heedmap::openExample(id);
    if (!session)
        return dialogs::message(window_, tr("The example cannot be opened"), errorText(session.error()));
    if (files_->maybeSave())
        document_->open(std::move(session).value());
}

void FileMenu::exportPicture(bool onlyActive) {
    ExportDialog dialog(document_->results(), state_->activePanel(), settings_, window_);
    dialog.setRemark(unfinishedText(*document_));
    if (onlyActive)
        dialog.showOnlyActive();
    dialogs::run(dialog);
    if (!dialog.writtenPath().isEmpty())
        tellWritten(window_, dialog.writtenPath());
}

} // namespace heedmap
