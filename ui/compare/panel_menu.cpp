#include "ui/compare/panel_menu.h"

#include "ui/compare/compare_grid.h"
#include "ui/compare/derived_menu.h"
#include "ui/document/panel_edits.h"

#include <utility>

namespace heedmap {

PanelMenu::PanelMenu(Document* document, CompareGrid* grid, int index, QWidget* parent)
    : QMenu(parent)
    , document_(document)
    , grid_(grid)
    , index_(index) {
    addPicture();
    const std::optional<int> panel = document_->panelShownAs(index_);
    if (!panel) // what can be changed is not what is shown
        return;
    addSeparator();
    addDerivedActions(this, document_, *panel);
    addSeparator();
    addArrangement(*panel);
}

void PanelMenu::addPicture() {
    if (grid_->enlarged())
        addAction(tr("Show all panels"), grid_, &CompareGrid::showAll);
    else if (grid_->views().size() > 1)
        addAction(tr("Show only this panel"), grid_, [this] { grid_->enlarge(index_); });
    addAction(tr("Copy picture"), this, [this] { Q_EMIT copyPictureRequested(index_); });
    addAction(tr("Copy numbers"), this, [this] { Q_EMIT copyNumbersRequested(index_); });
    addAction(tr("Export…"), this, &PanelMenu::exportRequested);
}

void PanelMenu::addArrangement(int panel) {
    const auto& panels = document_->session().panels;
    const auto index = static_cast<std::size_t>(panel);
    QAction* linked = addAction(tr("Linked zoom, cursor and color range"));
    linked->setCheckable(true);
    linked->setChecked(panels[index].linked);
    connect(linked, &QAction::triggered, this, [this, index](bool on) {
        document_->change(on ? tr("link panel") : tr("unlink panel"),
                          [index, on](files::Session& session) { session.panels[index].linked = on; });
    });
    if (canBeExchanged(document_->session(), panel))
        addAction(tr("Exchange rows and columns"), this, [this, panel] { exchangeAxes(*document_, panel); });
    addAction(tr("Duplicate"), this, [this, index] {
        document_->change(tr("duplicate panel"), [index](files::Session& session) {
            const files::Panel copy = session.panels[index];
            session.panels.insert(session.panels.begin() + static_cast<std::ptrdiff_t>(index) + 1, copy);
        });
    });
    addAction(tr("Move forward"), this, [this, panel] { move(panel, -1); })->setEnabled(index > 0);
    addAction(tr("Move back"), this, [this, panel] { move(panel, 1); })->setEnabled(index + 1 < panels.size());
    addAction(tr("Remove"), this, [this, index] {
        document_->change(tr("remove panel"), [index](files::Session& session) {
            session.panels.erase(session.panels.begin() + static_cast<std::ptrdiff_t>(index));
        });
    })->setEnabled(panels.size() > 1);
}

void PanelMenu::move(int panel, int by) {
    const auto from = static_cast<std::size_t>(panel);
    const auto to = static_cast<std::size_t>(panel + by);
    document_->change(tr("move panel"),
                      [from, to](files::Session& session) { std::swap(session.panels[from], session.panels[to]); });
}

} // namespace heedmap
