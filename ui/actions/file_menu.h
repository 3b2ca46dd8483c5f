// What the File menu does, recent files and examples included.
#pragma once

#include "ui/actions/actions.h"

#include <QObject>
#include <QPointer>
#include <QWidget>

class QMenu;

namespace heedmap {

class Document;
class FileActions;
class Settings;
class ViewState;

class FileMenu : public QObject {
    Q_OBJECT

public:
    FileMenu(ActionTable* actions, Document* document, FileActions* files, ViewState* state, Settings* settings,
             QWidget* window);

    // The submenus of recent files and of examples, before `before`.
    void addSubmenus(QMenu* menu, QAction* before);
    void openExample(const QString& id);
    // `onlyActive`: the dialog begins with the active panel alone, else with all.
    void exportPicture(bool onlyActive);

private:
    void fillRecent(QMenu* menu);
    void fillExamples(QMenu* menu);

    Document* document_;
    FileActions* files_;
    ViewState* state_;
    Settings* settings_;
    QPointer<QWidget> window_;
};

} // namespace heedmap
