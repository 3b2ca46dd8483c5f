// What the Attention, View and Help menus do.
#pragma once

#include "ui/actions/actions.h"

#include <QObject>

namespace heedmap {

class CompareGrid;
class Document;
class Settings;
class ViewState;

class ViewActions : public QObject {
    Q_OBJECT

public:
    ViewActions(ActionTable* actions, Document* document, ViewState* state, CompareGrid* panels, Settings* settings,
                QWidget* window);

Q_SIGNALS:
    void languageChosen();

private:
    void connectZoom();
    void connectTheme();
    void connectLanguage();
    void connectAttention();
    void followDocument();
    void about();

    ActionTable& actions_;
    Document* document_;
    ViewState* state_;
    CompareGrid* panels_;
    Settings* settings_;
    QWidget* window_;
};

} // namespace heedmap
