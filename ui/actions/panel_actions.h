// The actions on panels that are made of others.
#pragma once

#include "ui/document/document.h"
#include "ui/document/view_state.h"

namespace heedmap {

class ActionTable;

class PanelActions : public QObject {
    Q_OBJECT

public:
    PanelActions(ActionTable* actions, Document* document, ViewState* state, QObject* parent);

private:
    void addDerivedOf(files::PanelKind kind);
    void follow();
    std::optional<int> activePanel() const;

    ActionTable& actions_;
    Document* document_;
    ViewState* state_;
};

} // namespace heedmap
