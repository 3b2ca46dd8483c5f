// Align: small translation models, trained side by side while one watches.
#pragma once

#include "ui/lab/lab.h"
#include "ui/workspaces/workspace.h"

class QBoxLayout;
class QComboBox;
class QGridLayout;

namespace heedmap {

class ActionTable;
class ColorBar;
class CorpusLoader;
class LabBar;
class LabPlots;
class ProgressLine;
class VariantCard;
class ViewState;

class LabWorkspace : public Workspace {
    Q_OBJECT

public:
    // `lab` outlives the workspace: its models go on learning while the window is made anew.
    LabWorkspace(const ActionTable& actions, Settings* settings, Lab* lab, QWidget* parent = nullptr);
    ~LabWorkspace() override;

    Lab& lab() { return *lab_; }
    LabPlots& plots() { return *plots_; }
    const QList<VariantCard*>& cards() const { return cards_; }

    QWidget* topBar() override;
    QString facts() const override;
    QString activity() const override;
    bool isBusy() const override;
    void stop() override;
    void exportPicture() override;
    bool takeFiles(const QStringList& paths) override;

    static Workspace* make(const WorkspaceContext& context, QWidget* parent);

protected:
    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void layOut();
    QWidget* makeSettings();
    QWidget* makePage();
    QWidget* makePairRow();
    void connectActions();
    void connectLab();
    void openFile();
    void trainOrPause();
    void makeCards();
    void arrange();
    void listPairs();
    void showState();
    void showProgress();
    void showColors();
    void explore(int index);
    void openCardMenu(int index, const QPoint& globalPosition);
    void exportCard(int index);

    const ActionTable& actions_;
    Settings* settings_;
    Lab* lab_;
    ViewState* state_;
    CorpusLoader* loader_;
    LabBar* bar_;
    QComboBox* pairs_;
    ProgressLine* progress_;
    ColorBar* colorBar_;
    QWidget* page_ = nullptr; // what is scrolled
    QWidget* cardArea_ = nullptr;
    QGridLayout* grid_ = nullptr;
    QBoxLayout* lower_ = nullptr; // plots and results: side by side where there is room
    LabPlots* plots_;
    QList<VariantCard*> cards_;
    int columns_ = 0;
};

} // namespace heedmap
