// The window: it assembles the parts and connects them with the actions. No logic of its own.
#pragma once

#include "ui/document/document.h"
#include "ui/document/view_state.h"

#include <QMainWindow>

class QDockWidget;
class QMenuBar;
class QScrollArea;

namespace heedmap {

class ActionTable;
class CompareGrid;
class EditActions;
class FileActions;
class FileMenu;
class Glossary;
class InputsPanel;
class InspectorPanel;
class Notice;
class ProblemBar;
class Settings;
class StatusLine;
class ViewActions;

class MainWindow : public QMainWindow {
    Q_OBJECT

public:
    // The document and the settings outlive the window: it is made anew when the language changes.
    MainWindow(Document* document, Settings* settings, QWidget* parent = nullptr);
    ~MainWindow() override;

    void openFiles(const QStringList& paths);

    ActionTable& actions() { return *actions_; }
    ViewState& viewState() { return *state_; }
    CompareGrid& panels() { return *panels_; }

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
    void restoreLayout();
    void chooseFirstCell();
    void lookAnew();
    void restoreView();
    void keepView();
    void findAction();
    void showGlossary();
    void showInputs(QWidget* section); // scrolled into sight
    void showFacts();
    void showTitle();

    Document* document_;
    Settings* settings_;
    std::string shownName_; // of the session that was looked at last
    ViewState* state_;
    ActionTable* actions_;
    ProblemBar* problemBar_;
    CompareGrid* panels_;
    QScrollArea* inputsScroll_;
    InputsPanel* inputs_;
    InspectorPanel* inspector_;
    QDockWidget* inputsDock_ = nullptr;
    QDockWidget* inspectorDock_ = nullptr;
    StatusLine* status_;
    Notice* notice_;
    EditActions* editActions_;
    ViewActions* viewActions_;
    FileActions* fileActions_;
    FileMenu* fileMenu_;
    Glossary* glossary_ = nullptr;
};

} // namespace heedmap
