#include "ui/main_window.h"

#include "ui/actions/action_finder.h"
#include "ui/actions/actions.h"
#include "ui/actions/edit_actions.h"
#include "ui/actions/field_shortcuts.h"
#include "ui/actions/file_menu.h"
#include "ui/actions/panel_actions.h"
#include "ui/actions/view_actions.h"
#include "ui/compare/compare_grid.h"
#include "ui/compare/figures_panel.h"
#include "ui/document/activity_text.h"
#include "ui/explore/sentence_bar.h"
#include "ui/files/autosave.h"
#include "ui/files/file_actions.h"
#include "ui/files/reading_line.h"
#include "ui/heatmap/figure.h"
#include "ui/inputs/color_section.h"
#include "ui/inputs/inputs_panel.h"
#include "ui/inputs/mask_section.h"
#include "ui/inputs/problem_bar.h"
#include "ui/inspector/inspector_panel.h"
#include "ui/lab/lab.h"
#include "ui/settings/settings.h"
#include "ui/settings/theme.h"
#include "ui/widgets/dialogs.h"
#include "ui/widgets/notice.h"
#include "ui/widgets/segmented_control.h"
#include "ui/widgets/status_line.h"
#include "ui/workspace_table.h"
#include "ui/workspaces/workspace.h"
#include "ui/workspaces/workspace_area.h"

#include <QCloseEvent>
#include <QDockWidget>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QMenuBar>
#include <QScreen>
#include <QScrollArea>
#include <QStatusBar>
#include <QToolButton>

#include <algorithm>

namespace heedmap {

namespace {

constexpr QSize windowFrame(2, 32); // what is put around a window

QFrame* hairline(QWidget* parent) {
    auto* line = new QFrame(parent);
    line->setFrameShape(QFrame::NoFrame);
    line->setFixedHeight(1);
    line->setAutoFillBackground(true);
    line->setBackgroundRole(QPalette::Mid);
    return line;
}

QToolButton* toolButton(QAction* action, QWidget* parent) {
    auto* button = new QToolButton(parent);
    button->setDefaultAction(action);
    button->setAutoRaise(true);
    button->setFocusPolicy(Qt::TabFocus);
    return button;
}

// The sentence where it is a trained pair's, how a file was read, and the panels.
QWidget* explorePage(Document* document, ReadingLine* reading, CompareGrid* panels, QWidget* parent) {
    auto* page = new QWidget(parent);
    auto* column = new QVBoxLayout(page);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(new SentenceBar(document, page));
    column->addWidget(reading);
    column->addWidget(panels, 1);
    return page;
}

} // namespace

MainWindow::MainWindow(Document* document, Lab* lab, Settings* settings, QWidget* parent)
    : QMainWindow(parent)
    , document_(document)
    , lab_(lab)
    , settings_(settings)
    , state_(new ViewState(this))
    , actions_(new ActionTable(this))
    , problemBar_(new ProblemBar(document, this))
    , panels_(new CompareGrid(document, state_, this))
    , readingLine_(new ReadingLine(this))
    , workspaces_(new WorkspaceArea(explorePage(document, readingLine_, panels_, this), {*actions_, settings, lab},
                                    this, allWorkspaces()))
    , inputsScroll_(new QScrollArea(this))
    , inputs_(new InputsPanel(document, state_, this))
    , inspector_(new InspectorPanel(document, state_, this))
    , figures_(new FiguresPanel(document, state_, settings, this))
    , status_(new StatusLine(this))
    , notice_(new Notice(workspaces_))
    , editActions_(new EditActions(actions_, document, state_, panels_, inputs_, this))
    , viewActions_(new ViewActions(actions_, document, state_, panels_, settings, this))
    , fileActions_(new FileActions(document, settings, this))
    , fileMenu_(new FileMenu(actions_, document, fileActions_, state_, settings, this)) {
    inputsScroll_->setWidget(inputs_);
    inputsScroll_->setWidgetResizable(true);
    inputsScroll_->setFrameShape(QFrame::NoFrame);
    inputsScroll_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    inputsDock_ = makeDock(QStringLiteral("inputs"), tr("Inputs"), inputsScroll_, Qt::LeftDockWidgetArea);
    inspectorDock_ = makeDock(QStringLiteral("inspector"), tr("Inspector"), inspector_, Qt::RightDockWidgetArea);
    figuresDock_ = makeDock(QStringLiteral("figures"), tr("Figures"), figures_, Qt::BottomDockWidgetArea);
    figuresDock_->hide();
    // A table of many columns needs the whole width.
    setCorner(Qt::BottomLeftCorner, Qt::BottomDockWidgetArea);
    setCorner(Qt::BottomRightCorner, Qt::BottomDockWidgetArea);
    new PanelActions(actions_, document_, state_, this);
    setMenuWidget(makeTopBar());
    auto* center = new QWidget(this);
    auto* column = new QVBoxLayout(center);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(workspaces_);
    center->setMinimumWidth(420); // the docks give way first
    setCentralWidget(center);
    auto* statusBar = new QStatusBar(this);
    statusBar->setSizeGripEnabled(false);
    statusBar->addPermanentWidget(status_, 1);
    setStatusBar(statusBar);
    setAcceptDrops(true);
    setMinimumSize(leastSize(screen()->availableSize()));
    connectParts();
    connectWorkspaces();
    connectHelp();
    restoreLayout();
    restoreView();
    chooseFirstCell();
    showFacts();
    showTitle();
    showActions();
    workspaces_->restore();
}

MainWindow::~MainWindow() = default;

// Menu, then the switch and the controls of the workspace, with what is always at hand on their right.
QWidget* MainWindow::makeTopBar() {
    auto* top = new QWidget(this);
    auto* menuBar = new QMenuBar(top);
    makeMenus(menuBar);
    topRow_ = new QHBoxLayout;
    topRow_->setContentsMargins(0, 0, 12, 0);
    topRow_->setSpacing(4);
    auto* choice = new QHBoxLayout;
    choice->setContentsMargins(workspaces_->hasChoice() ? 12 : 0, 8, 0, 8);
    choice->addWidget(workspaces_->switchControl());
    topRow_->addLayout(choice);
    topRow_->setAlignment(choice, Qt::AlignTop);
    topRow_->addWidget(problemBar_, 1);
    exploreBar_ << problemBar_;
    auto* always = new QHBoxLayout;
    always->setContentsMargins(0, 8, 0, 0);
    for (const ActionId id : {ActionId::undo, ActionId::redo, ActionId::exportPicture}) {
        QToolButton* button = toolButton((*actions_)[id], top);
        button->setFixedHeight(workspaces_->switchControl()->sizeHint().height()); // on one line with the switch
        always->addWidget(button);
        if (id != ActionId::exportPicture)
            exploreBar_ << button;
    }
    topRow_->addLayout(always);
    topRow_->setAlignment(always, Qt::AlignTop);
    auto* column = new QVBoxLayout(top);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(menuBar);
    column->addLayout(topRow_);
    column->addWidget(hairline(top));
    return top;
}

void MainWindow::makeMenus(QMenuBar* bar) {
    std::vector<ActionMenu> order{ActionMenu::file, ActionMenu::edit, ActionMenu::attention};
    for (const WorkspaceInfo& info : allWorkspaces()) {
        if (info.menu)
            order.push_back(*info.menu);
    }
    order.insert(order.end(), {ActionMenu::view, ActionMenu::help});
    for (const ActionMenu id : order) {
        QMenu* menu = menus_[id] = bar->addMenu(menuTitle(id));
        menu->setToolTipsVisible(true);
        if (id == ActionMenu::view && workspaces_->hasChoice()) {
            for (QAction* action : actions_->ofMenu(ActionMenu::workspace))
                menu->addAction(action);
            menu->addSeparator();
        }
        for (QAction* action : actions_->ofMenu(id))
            menu->addAction(action);
        if (id == ActionMenu::file)
            fileMenu_->addSubmenus(menu, (*actions_)[ActionId::save]);
        if (id == ActionMenu::view) {
            menu->addSeparator();
            menu->addAction(inputsDock_->toggleViewAction());
            menu->addAction(inspectorDock_->toggleViewAction());
            menu->addSeparator();
            for (const ActionMenu choice : {ActionMenu::theme, ActionMenu::language}) {
                QMenu* choices = menu->addMenu(menuTitle(choice));
                for (QAction* action : actions_->ofMenu(choice))
                    choices->addAction(action);
            }
        }
    }
    for (QAction* action : actions_->all())
        addAction(action); // shortcuts work while the menu is closed
}

QDockWidget* MainWindow::makeDock(const QString& name, const QString& title, QWidget* content,
                                  Qt::DockWidgetArea area) {
    auto* dock = new QDockWidget(title, this);
    dock->setObjectName(name);
    dock->setWidget(content);
    addDockWidget(area, dock);
    return dock;
}

void MainWindow::connectParts() {
    connect(problemBar_, &ProblemBar::exampleChosen, fileMenu_, &FileMenu::openExample);
    connect(problemBar_, &ProblemBar::fileRequested, (*actions_)[ActionId::open], &QAction::trigger);
    const auto showMask = [this] {
        showInputs(inputs_->mask());
    };
    connect(problemBar_, &ProblemBar::maskEditorRequested, this, showMask);
    connect((*actions_)[ActionId::editMask], &QAction::triggered, this, showMask);
    connect(panels_, &CompareGrid::colorSettingsRequested, this, [this] { showInputs(inputs_->color()); });
    connect(editActions_, &EditActions::exportRequested, this, [this](int panel) {
        state_->setActivePanel(panel);
        fileMenu_->exportPicture(true);
    });
    connect(viewActions_, &ViewActions::languageChosen, this, &MainWindow::languageChosen);
    connect(document_, &Document::opened, this, &MainWindow::resetView);
    connect(document_, &Document::resultsChanged, this, &MainWindow::chooseFirstCell);
    QAction* const figures = (*actions_)[ActionId::showFigures];
    connect(figures, &QAction::triggered, figuresDock_, &QWidget::setVisible);
    // The dock also tells while the window is taken down, when its members are no more.
    connect(figuresDock_, &QDockWidget::visibilityChanged, figures,
            [dock = figuresDock_, figures] { figures->setChecked(!dock->isHidden()); });
    new FieldShortcuts((*actions_)[ActionId::exportPicture], this);
    connect((*actions_)[ActionId::findAction], &QAction::triggered, this, &MainWindow::findAction);
    connect(document_, &Document::noticed, notice_, &Notice::tell);
    connect(fileActions_, &FileActions::noticed, notice_, &Notice::tell);
    connect(document_, &Document::opened, readingLine_, [this] { readingLine_->setReading({}, {}); });
    connect(fileActions_, &FileActions::readSo, readingLine_, &ReadingLine::setReading);
    connect(readingLine_, &ReadingLine::chosen, fileActions_, &FileActions::readAgain, Qt::QueuedConnection);
    connect(document_, &Document::changed, this, &MainWindow::showFacts);
    connect(document_, &Document::resultsChanged, this, &MainWindow::showFacts);
    connect(document_, &Document::computingChanged, this, &MainWindow::showFacts);
    connect(document_, &Document::progressChanged, this, [this] {
        if (!workspaces_->current())
            status_->setActivity(unfinishedText(*document_));
    });
    connect(document_, &Document::filePathChanged, this, &MainWindow::showTitle);
    connect(document_, &Document::changed, this, &MainWindow::showTitle);
    connect(document_, &Document::modifiedChanged, this, &MainWindow::showTitle);
}

QSize MainWindow::firstSize(QSize screen) {
    return QSize(scaledToFont(1280), scaledToFont(820)).boundedTo(screen - windowFrame);
}

// A laptop of 1920 × 1080 at twice its scale has 540 lines, less its bars.
QSize MainWindow::leastSize(QSize screen) {
    return QSize(scaledToFont(920), 420).boundedTo(screen - windowFrame);
}

void MainWindow::restoreLayout() {
    resize(firstSize(screen()->availableSize()));
    restoreGeometry(settings_->value(Setting::windowGeometry).toByteArray());
    if (!restoreState(settings_->value(Setting::windowState).toByteArray()))
        resizeDocks({inputsDock_, inspectorDock_}, {scaledToFont(290), scaledToFont(290)}, Qt::Horizontal);
}

// The inspector has something to say from the start: the largest weight of the middle row.
void MainWindow::chooseFirstCell() {
    const auto& results = document_->results();
    firstCell_.cancel();
    const auto source = results.empty() ? nullptr : results.front().source;
    if (state_->cursor() || !source || source->rows() == 0 || source->columns() == 0)
        return;
    const auto largest = [source] {
        const Index row = source->rows() / 2;
        const std::vector<double> weights = attention::rowOf(*source, row);
        return Cell{row, std::max_element(weights.begin(), weights.end()) - weights.begin()};
    };
    if (!source->isSlow())
        return state_->setCursor(largest());
    firstCell_.start([largest](const std::stop_token&, const auto&) { return largest(); },
                     [this](Cell cell) {
                         if (!state_->cursor())
                             state_->setCursor(cell);
                     });
}

// Another session was opened: it is looked at from the start.
void MainWindow::resetView() {
    workspaces_->explore();
    state_->setCursor(std::nullopt);
    state_->setViewport(1, {0.5, 0.5});
    state_->setActivePanel(0);
    chooseFirstCell();
}

void MainWindow::findAction() {
    std::vector<FinderEntry> entries = entriesOf(*actions_);
    for (FinderEntry& entry : exampleEntries([this](const QString& id) { fileMenu_->openExample(id); }))
        entries.push_back(std::move(entry));
    ActionFinder(std::move(entries), this).exec();
}

void MainWindow::showInputs(QWidget* section) {
    inputsDock_->show();
    inputsDock_->raise();
    inputsScroll_->ensureWidgetVisible(section, 0, 16);
    section->setFocus();
}

void MainWindow::restoreView() {
    const QVariantList view = settings_->value(Setting::view).toList();
    const auto& results = document_->results();
    if (view.size() != 6 || results.empty())
        return;
    state_->setViewport(view[0].toDouble(), {view[1].toDouble(), view[2].toDouble()});
    state_->setActivePanel(std::clamp(view[3].toInt(), 0, static_cast<int>(results.size()) - 1));
    const Cell cell{view[4].toInt(), view[5].toInt()};
    if (cell.row >= 0 && cell.row < results.front().rows() && cell.column >= 0 &&
        cell.column < results.front().columns())
        state_->setCursor(cell);
}

void MainWindow::keepView() {
    const Cell cell = state_->cursor().value_or(Cell{-1, -1});
    const QPointF center = state_->center();
    settings_->setValue(Setting::view, QVariantList{state_->zoom(), center.x(), center.y(), state_->activePanel(),
                                                    static_cast<int>(cell.row), static_cast<int>(cell.column)});
}

void MainWindow::showFacts() {
    if (const Workspace* workspace = workspaces_->current())
        return showFactsOf(*workspace);
    const Results& results = document_->results();
    const Computation computation = document_->computation();
    status_->setFacts(factsLine(results));
    status_->setBusy(computation == Computation::running);
    status_->setUnfinished(computation == Computation::stopped || computation == Computation::failed);
    status_->setActivity(computation == Computation::done ? computedText(results.panels) : unfinishedText(*document_));
}

void MainWindow::showTitle() {
    const QString path = document_->filePath();
    const QString name =
        path.isEmpty() ? QString::fromStdString(document_->session().name) : QFileInfo(path).fileName();
    setWindowTitle(name.isEmpty() ? QStringLiteral("Heedmap[*]") : QStringLiteral("%1[*] — Heedmap").arg(name));
    setWindowModified(document_->isModified());
    setWindowFilePath(path);
}

void MainWindow::replace(MainWindow& other) {
    restoreGeometry(other.saveGeometry()); // maximized where it is
    const QByteArray layout = other.workspaces_->isExploring() ? other.saveState() : other.exploreLayout_;
    if (workspaces_->isExploring())
        restoreState(layout);
    else
        exploreLayout_ = layout;
    const ViewState& state = *other.state_;
    state_->setCrosshairLocked(state.crosshairLocked());
    state_->setViewport(state.zoom(), state.center());
    if (const auto panel = other.panels_->enlarged())
        panels_->enlarge(*panel);
    state_->setActivePanel(state.activePanel());
    state_->setCursor(state.cursor() ? std::optional(state.anchor()) : std::nullopt);
    if (state.cursor())
        state_->extendTo(*state.cursor());
}

bool MainWindow::mayClose() {
    const bool kept = autosave_ && autosave_->flush();
    if (document_->isModified() && !kept && !fileActions_->maybeSave())
        return false;
    return !lab_->hasTrained() ||
           dialogs::ask(this, tr("Close Heedmap"), tr("The models trained under Align are lost when Heedmap closes."),
                        tr("Close"), {}) == dialogs::Answer::yes;
}

void MainWindow::closeEvent(QCloseEvent* event) {
    if (!mayClose())
        return event->ignore();
    keepLayout();
    QMainWindow::closeEvent(event);
}

void MainWindow::keepLayout() {
    settings_->setValue(Setting::windowGeometry, saveGeometry());
    settings_->setValue(Setting::windowState, workspaces_->isExploring() ? saveState() : exploreLayout_);
    keepView();
}

} // namespace heedmap
