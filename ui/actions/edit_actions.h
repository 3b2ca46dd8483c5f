// What the Edit menu does. Copy and paste go to the table or field that has the focus; elsewhere they are about the
// active panel.
#pragma once

#include "ui/actions/actions.h"

#include <QObject>

namespace heedmap {

class CompareGrid;
class Document;
class InputsPanel;
class ViewState;

class EditActions : public QObject {
    Q_OBJECT

public:
    EditActions(ActionTable* actions, Document* document, ViewState* state, CompareGrid* panels, InputsPanel* inputs,
                QWidget* window);

    void copyNumbersOf(int panel);
    void copyPictureOf(int panel); // −1: all panels
    void showPanelMenu(int panel, const QPoint& globalPosition);

Q_SIGNALS:
    void exportRequested(int panel);

private:
    void copyNumbers();
    void paste();

    ActionTable& actions_;
    Document* document_;
    ViewState* state_;
    CompareGrid* panels_;
    InputsPanel* inputs_;
};

} // namespace heedmap
