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
        const std::optional<int> panel = activePanel();
        const auto other = panel ? defaultSubtrahend(document_->session(), *panel) : std::nullopt;
        if (other)
            addDifference(*document_, *panel, *other);
    });
    connect(actions_[ActionId::gradientPanel], &QAction::triggered, this,
            [this] { addDerivedOf(PanelKind::gradient); });
    connect(actions_[ActionId::rolloutPanel], &QAction::triggered, this, [this] { addDerivedOf(PanelKind::rollout); });
    connect(actions_[ActionId::flowPanel], &QAction::triggered, this, [this] { addDerivedOf(PanelKind::flow); });
    connect(document_, &Document::changed, this, &PanelActions::follow);
    connect(document_, &Document::resultsChanged, this, &PanelActions::follow);
    connect(state_, &ViewState::activePanelChanged, this, &PanelActions::follow);
    follow();
}

// Of the session.
std::optional<int> PanelActions::activePanel() const {
    return document_->panelShownAs(state_->activePanel());
}

void PanelActions::addDerivedOf(PanelKind kind) {
    if (const std::optional<int> panel = activePanel())
        addDerived(*document_, *panel, kind);
}

void PanelActions::follow() {
    const files::Session& session = document_->session();
    const int panel = activePanel().value_or(-1);
    actions_[ActionId::differencePanel]->setEnabled(defaultSubtrahend(session, panel).has_value());
    actions_[ActionId::gradientPanel]->setEnabled(canShowGradient(session, panel));
    for (const ActionId id : {ActionId::rolloutPanel, ActionId::flowPanel})
        actions_[id]->setEnabled(canShowStack(session, panel));
}

} // namespace heedmap
