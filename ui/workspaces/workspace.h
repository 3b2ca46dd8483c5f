// A workspace of the window beside Explore: a page of its own, its controls in the top bar and its line of facts.
#pragma once

#include "core/session/session.h"

#include <QWidget>

namespace heedmap {

class ActionTable;
class Lab;
class Settings;

// What workspaces are made with; all of it outlives them.
struct WorkspaceContext {
    const ActionTable& actions;
    Settings* settings = nullptr;
    Lab* lab = nullptr;
};

class Workspace : public QWidget {
    Q_OBJECT

public:
    using QWidget::QWidget;

    // What stands beside the switch in the top bar; null: nothing. The window places it.
    virtual QWidget* topBar() { return nullptr; }
    // The line at the bottom: facts on the left, what the computer is doing on the right.
    virtual QString facts() const { return {}; }
    virtual QString activity() const { return {}; }
    virtual bool isBusy() const { return false; } // shows a button that calls stop()
    virtual void stop() {}

    // What Explore has, told whenever this workspace comes into sight.
    virtual void showProblem(const files::Session& session);

    // What Export does here.
    virtual void exportPicture() = 0;
    // Files that were dropped; false: they are opened in Explore.
    virtual bool takeFiles(const QStringList& paths);

Q_SIGNALS:
    void statusChanged(); // facts(), activity() or isBusy()
    void noticed(const QString& sentence);
    void sessionOffered(const heedmap::files::Session& session); // to be opened in Explore
};

} // namespace heedmap
