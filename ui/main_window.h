// The window: it assembles the parts and connects them with the actions. No logic of its own.
#pragma once

#include "ui/base/latest.h"
#include "ui/document/document.h"
#include "ui/document/view_state.h"

#include <QMainWindow>

#include <map>

class QDockWidget;
class QHBoxLayout;
class QMenu;
class QMenuBar;
class QScrollArea;

namespace heedmap {

enum class ActionMenu;
class ActionTable;
class Autosave;
class CompareGrid;
class EditActions;
class FileActions;
class FiguresPanel;
class FileMenu;
class Glossary;
class Guide;
class InputsPanel;
class InspectorPanel;
class Lab;
class Notice;
class ProblemBar;
class ReadingLine;
class SaturationDialog;
class Settings;
class StatusLine;
class ViewActions;
class Workspace;
class WorkspaceArea;

class MainWindow : public QMainWindow {
    Q_OBJECT

public:
    // Document, models in training and settings outlive the window: it is made anew when the language changes.
    MainWindow(Document* document, Lab* lab, Settings* settings, QWidget* parent = nullptr);
    ~MainWindow() override;

    // What keeps unsaved changes when the window closes; without one it asks.
    void setAutosave(Autosave* autosave) { autosave_ = autosave; }
    // Takes the place of another window, before it is shown: where that is, and what it shows.
    void replace(MainWindow& other);
    // At the first start, and at least, on a screen that has this much room for windows.
    static QSize firstSize(QSize screen);
    static QSize leastSize(QSize screen);

    void openFiles(const QStringList& paths);
    // Where things stand and what is looked at, for the next start; closing does it too.
    void keepLayout();

    ActionTable& actions() { return *actions_; }
    ViewState& viewState() { return *state_; }
    CompareGrid& panels() { return *panels_; }
    FiguresPanel& figures() { return *figures_; }
    WorkspaceArea& workspaces() { return *workspaces_; }

Q_SIGNALS:
    void languageChosen();

protected:
    void closeEvent(QCloseEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    QWidget* makeTopBar();
    void makeMenus(QMenuBar* bar);
    QDockWidget* makeDock(const QString& name, const QString& title, QWidget* content, Qt::DockWidgetArea area);
    void connectParts();
    void connectWorkspaces();
    void addWorkspace(Workspace* workspace);
    void showWorkspace();
    void showActions();
    void showMenu(ActionMenu menu, bool shown);
    void restoreLayout();
    bool mayClose();
    void chooseFirstCell();
    void resetView();
    void restoreView();
    void keepView();
    void findAction();
    void connectHelp();
    void showGlossary();
    void showSaturation();
    void showInputs(QWidget* section); // scrolled into sight
    void showFacts();
    void showFactsOf(const Workspace& workspace);
    void exportWhatIsShown();
    void showTitle();

    Document* document_;
    Lab* lab_;
    Settings* settings_;
    Autosave* autosave_ = nullptr;
    ViewState* state_;
    Latest<Cell> firstCell_; // that the inspector explains, found in a file
    ActionTable* actions_;
    QHBoxLayout* topRow_ = nullptr; // switch, controls of the workspace, what is always at hand
    std::map<ActionMenu, QMenu*> menus_;
    QList<QWidget*> exploreBar_;
    QByteArray exploreLayout_; // of the docks, while another workspace is shown
    bool exploreIsLaidOut_ = true;
    ProblemBar* problemBar_;
    CompareGrid* panels_;
    ReadingLine* readingLine_;
    WorkspaceArea* workspaces_;
    QScrollArea* inputsScroll_;
    InputsPanel* inputs_;
    InspectorPanel* inspector_;
    QDockWidget* inputsDock_ = nullptr;
    QDockWidget* inspectorDock_ = nullptr;
    FiguresPanel* figures_;
    QDockWidget* figuresDock_ = nullptr;
    StatusLine* status_;
    Notice* notice_;
    EditActions* editActions_;
    ViewActions* viewActions_;
    FileActions* fileActions_;
    FileMenu* fileMenu_;
    Glossary* glossary_ = nullptr;
    Guide* guide_ = nullptr;
    SaturationDialog* saturation_ = nullptr;
};

} // namespace heedmap
