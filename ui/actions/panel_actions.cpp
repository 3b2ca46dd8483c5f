#include "ui/actions/panel_actions.h"

#include "ui/actions/actions.h"
#include "ui/document/panel_edits.h"

namespace heedmap {

using files::PanelKind;

PanelActions::PanelActions(ActionTable* actions, Document* document, ViewState* state, QObject* parent)
    : QObject(parent)
    , actions_(*actions)
    , document_(document)
    , state_(state) {
    connect(actions_[ActionId::differencePanel], &QAction::triggered, this, [this] {
        const int panel = state_->activePanel();
        if (const auto other = defaultSubtrahend(document_->session(), panel))
            addDifference(*document_, panel, *other);
    });
    connect(actions_[ActionId::gradientPanel], &QAction::triggered, this,
            [this] { addDerivedOf(PanelKind::gradient); });
    connect(actions_[ActionId::rolloutPanel], &QAction::triggered, this, [this] { addDerivedOf(PanelKind::rollout); });
    connect(actions_[ActionId::flowPanel], &QAction::triggered, this, [this] { addDerivedOf(PanelKind::flow); });
    connect(document_, &Document::changed, this, &PanelActions::follow);
    connect(state_, &ViewState::activePanelChanged, this, &PanelActions::follow);
    follow();
}

void PanelActions::addDerivedOf(PanelKind kind) {
    addDerived(*document_, state_->activePanel(), kind);
}

void PanelActions::follow() {
    const files::Session& session = document_->session();
    const int panel = state_->activePanel();
    actions_[ActionId::differencePanel]->setEnabled(defaultSubtrahend(session, panel).has_value());
    actions_[ActionId::gradientPanel]->setEnabled(canShowGradient(session, panel));
    for (const ActionId id : {ActionId::rolloutPanel, ActionId::flowPanel})
        actions_[id]->setEnabled(canShowStack(session, panel));
}

} // namespace heedmap
