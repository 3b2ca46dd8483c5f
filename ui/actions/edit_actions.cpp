#include "ui/actions/edit_actions.h"

#include "ui/compare/compare_grid.h"
#include "ui/compare/panel_menu.h"
#include "ui/document/edits.h"
#include "ui/export/copy.h"
#include "ui/heatmap/heatmap_view.h"
#include "ui/inputs/inputs_panel.h"
#include "ui/inputs/matrix_section.h"
#include "ui/inputs/matrix_table.h"
#include "ui/settings/theme.h"

#include <QApplication>

namespace heedmap {

EditActions::EditActions(ActionTable* actions, Document* document, ViewState* state, CompareGrid* panels,
                         InputsPanel* inputs, QWidget* window)
    : QObject(window)
    , actions_(*actions)
    , document_(document)
    , state_(state)
    , panels_(panels)
    , inputs_(inputs) {
    actions_.follow(&document_->undoStack());
    connect(actions_[ActionId::copyNumbers], &QAction::triggered, this, &EditActions::copyNumbers);
    connect(actions_[ActionId::copyPicture], &QAction::triggered, this,
            [this] { copyPictureOf(panels_->enlarged().value_or(-1)); });
    connect(actions_[ActionId::paste], &QAction::triggered, this, &EditActions::paste);
    connect(panels_, &CompareGrid::menuRequested, this, &EditActions::showPanelMenu);
    connect(panels_, &CompareGrid::maskToggleRequested, this, [this](Rows rows, Columns columns) {
        if (document_->session().shown.isEverything()) // else the cells stand for others
            toggleMask(*document_, rows, columns);
        else
            Q_EMIT document_->noticed(tr("Show all pieces before masking cells"));
    });
}

void EditActions::copyNumbers() {
    if (auto* table = qobject_cast<MatrixTable*>(QApplication::focusWidget()))
        table->copy();
    else
        copyNumbersOf(state_->activePanel());
}

// The selection where there is one of several cells, else the whole panel.
void EditActions::copyNumbersOf(int panel) {
    const auto& results = document_->results();
    const auto index = static_cast<std::size_t>(panel);
    if (panel < 0 || index >= results.size() || !results[index].source)
        return;
    const PanelResult& result = results[index];
    Rows rows = state_->selectedRows();
    Columns columns = state_->selectedColumns();
    if (rows.size() * columns.size() <= 1) {
        rows = {0, result.rows()};
        columns = {0, result.columns()};
    }
    heedmap::copyNumbers(*result.source, rows, columns);
}

void EditActions::copyPictureOf(int panel) {
    const Results& results = document_->results();
    if (results.empty() || panel >= static_cast<int>(results.size()))
        return; // not computed yet
    ExportOptions options;
    options.dark = theme().dark;
    options.scaleFactor = 2;
    if (panel < 0)
        return copyPicture(results, options);
    copyPicture(partOf(results, {static_cast<std::size_t>(panel)}), options);
}

void EditActions::paste() {
    auto* table = qobject_cast<MatrixTable*>(QApplication::focusWidget());
    (table ? table : inputs_->matrices()->table())->paste();
}

void EditActions::showPanelMenu(int panel, const QPoint& globalPosition) {
    auto* menu = new PanelMenu(document_, panels_, panel, panels_);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    connect(menu, &PanelMenu::copyPictureRequested, this, &EditActions::copyPictureOf);
    connect(menu, &PanelMenu::copyNumbersRequested, this, &EditActions::copyNumbersOf);
    connect(menu, &PanelMenu::exportRequested, this, [this, panel] { Q_EMIT exportRequested(panel); });
    menu->popup(globalPosition);
}

} // namespace heedmap
