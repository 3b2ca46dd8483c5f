#include "ui/compare/compare_grid.h"

#include "core/session/chosen_heads.h"
#include "core/session/consistency.h"
#include "ui/base/panel_text.h"
#include "ui/compare/head_strip.h"
#include "ui/document/activity_text.h"
#include "ui/document/panel_edits.h"
#include "ui/heatmap/color_bar.h"
#include "ui/heatmap/heatmap_view.h"
#include "ui/heatmap/lines_view.h"
#include "ui/settings/theme.h"

#include <QEvent>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QScrollArea>
#include <QScrollBar>
#include <QToolButton>

#include <algorithm>
#include <cmath>

namespace heedmap {

namespace {

constexpr int compactSide = 36; // the least size of a panel in a grid of many
constexpr int compactGap = 4;
constexpr int panelGap = 16;

} // namespace

CompareGrid::CompareGrid(Document* document, ViewState* state, QWidget* parent)
    : QWidget(parent)
    , document_(document)
    , state_(state)
    , back_(new QToolButton(this))
    , lookFor_(new QLabel(this))
    , waiting_(new QLabel(this))
    , scroll_(new QScrollArea(this))
    , panels_(new QWidget(scroll_))
    , grid_(new QGridLayout(panels_))
    , lines_(new LinesView(state, this))
    , colorBar_(new ColorBar(this))
    , strip_(new HeadStrip(document, state, this)) {
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::AlternateBase);
    panels_->setAutoFillBackground(true);
    panels_->setBackgroundRole(QPalette::AlternateBase);
    back_->setAutoRaise(true);
    back_->setToolTip(tr("Show all panels again (Esc)"));
    lookFor_->setTextFormat(Qt::PlainText); // it may speak of <s>
    waiting_->setTextFormat(Qt::PlainText);
    lookFor_->setWordWrap(true);
    lookFor_->setForegroundRole(QPalette::PlaceholderText);
    lookFor_->setAccessibleName(tr("What to look for"));
    waiting_->setAlignment(Qt::AlignCenter);
    waiting_->setForegroundRole(QPalette::PlaceholderText);
    waiting_->setAccessibleName(tr("State of the panels"));
    waiting_->setObjectName(QStringLiteral("panelsState"));
    grid_->setContentsMargins(0, 0, 0, 0);
    scroll_->setWidget(panels_);
    scroll_->setWidgetResizable(true);
    scroll_->setFrameShape(QFrame::NoFrame);
    scroll_->setFocusPolicy(Qt::NoFocus);
    scroll_->viewport()->installEventFilter(this); // the room for the panels decides how many stand side by side

    auto* header = new QHBoxLayout;
    header->addWidget(back_);
    header->addWidget(lookFor_, 1);
    auto* body = new QHBoxLayout;
    body->setSpacing(16);
    body->addWidget(waiting_, 1);
    body->addWidget(scroll_, 1);
    body->addWidget(lines_, 1);
    body->addWidget(colorBar_);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(16, 8, 16, 16);
    column->setSpacing(8);
    column->addLayout(header);
    column->addLayout(body, 1);
    column->addWidget(strip_);

    connect(strip_, &HeadStrip::headOpened, this, &CompareGrid::enlarge);
    connect(back_, &QToolButton::clicked, this, &CompareGrid::showAll);
    connect(lines_, &LinesView::menuRequested, this, &CompareGrid::menuRequested);
    connect(colorBar_, &ColorBar::clicked, this, &CompareGrid::colorSettingsRequested);
    refreshSoon_.setSingleShot(true);
    connect(&refreshSoon_, &QTimer::timeout, this, &CompareGrid::refresh);
    connect(document_, &Document::resultsChanged, &refreshSoon_, qOverload<>(&QTimer::start));
    connect(document_, &Document::changed, &refreshSoon_, qOverload<>(&QTimer::start));
    connect(document_, &Document::computingChanged, &refreshSoon_, qOverload<>(&QTimer::start));
    notYet_.setSingleShot(true);
    notYet_.setInterval(200);
    connect(document_, &Document::computingChanged, this, [this](bool computing) {
        computing ? notYet_.start() : notYet_.stop();
        showState();
    });
    connect(&notYet_, &QTimer::timeout, this, &CompareGrid::showState);
    connect(document_, &Document::progressChanged, this, &CompareGrid::showState);
    connect(state_, &ViewState::activePanelChanged, this, &CompareGrid::showColorBar);
    connect(state_, &ViewState::activePanelChanged, this, [this] { // the head that is chosen is the one to be seen
        if (!enlarged_ || !strip_->isVisible() || *enlarged_ == state_->activePanel())
            return;
        const bool walks = strip_->hasFocus();
        enlarge(state_->activePanel());
        if (walks)
            strip_->setFocus();
    });
    refresh();
}

HeatmapView* CompareGrid::activeView() const {
    if (views_.isEmpty())
        return nullptr;
    return views_[std::clamp<qsizetype>(state_->activePanel(), 0, views_.size() - 1)];
}

void CompareGrid::enlarge(int index) {
    if (index < 0 || index >= views_.size() || views_.size() == 1)
        return;
    enlarged_ = index;
    state_->setActivePanel(index);
    refresh();
    focusActive();
}

void CompareGrid::showAll() {
    if (!enlarged_)
        return;
    enlarged_.reset();
    refresh();
    focusActive();
}

void CompareGrid::focusActive() {
    if (showsLines())
        lines_->setFocus();
    else if (HeatmapView* view = activeView()) // none where the document has no panels any more
        view->setFocus();
}

void CompareGrid::refresh() {
    const Results& results = document_->results();
    const int count = static_cast<int>(results.size());
    if (count != views_.size())
        makeViews(count);
    for (int i = 0; i < count; ++i) {
        const auto index = static_cast<std::size_t>(i);
        const bool shown = !enlarged_ || *enlarged_ == i;
        views_[i]->setVisible(shown);
        if (!shown)
            continue;
        views_[i]->setLinked(results[index].panel.linked);
        views_[i]->setCompact(!enlarged_ && count > mostFullPanels);
        views_[i]->setPicture(makePicture(results.session(), results[index], results.ranges[index], theme().dark));
    }
    if (count > 0)
        state_->fitTo(results.front().rows(), results.front().columns());
    showState();
    showHeader();
    showWaiting();
    showLines();
    showColorBar();
    arrange();
}

// Of an older problem the picture stays, dimmed, and says so.
void CompareGrid::showState() {
    PanelState state;
    if (!notYet_.isActive()) {
        state.text = unfinishedText(*document_);
        state.dimmed = document_->showsOlder();
        if (document_->computing())
            state.action = tr("Stop");
        else if (document_->computation() != Computation::done)
            state.action = tr("Compute");
    }
    for (HeatmapView* view : std::as_const(views_))
        view->setState(state);
    lines_->setDimmed(state.dimmed);
}

bool CompareGrid::showsLines() const {
    return document_->results().session().picture.drawing == files::Drawing::lines && !views_.isEmpty();
}

// All panels, or the enlarged one, in one drawing.
void CompareGrid::showLines() {
    lines_->setVisible(showsLines());
    if (!showsLines())
        return;
    scroll_->hide();
    std::vector<PanelPicture> pictures;
    std::vector<int> shown;
    for (int i = 0; i < views_.size(); ++i) {
        const PanelPicture& picture = views_[i]->picture();
        const bool fits = pictures.empty() || (picture.rows() == pictures.front().rows() &&
                                               picture.columns() == pictures.front().columns());
        if ((enlarged_ && *enlarged_ != i) || !picture.source || !fits || pictures.size() == mostLineSeries)
            continue;
        pictures.push_back(picture);
        shown.push_back(i);
    }
    lines_->setPicture(makeLines(document_->results().session(), std::move(pictures), theme().dark), std::move(shown));
}

void CompareGrid::makeViews(int count) {
    enlarged_.reset();
    arrangedColumns_ = 0;
    while (views_.size() > count)
        delete views_.takeLast();
    while (views_.size() < count) {
        auto* view = new HeatmapView(state_, static_cast<int>(views_.size()), panels_);
        connect(view, &HeatmapView::enlargeRequested, this,
                [this](int index) { enlarged_ ? showAll() : enlarge(index); });
        connect(view, &HeatmapView::menuRequested, this, &CompareGrid::menuRequested);
        connect(view, &HeatmapView::maskToggleRequested, this, &CompareGrid::maskToggleRequested);
        connect(view, &HeatmapView::actionRequested, document_,
                [this] { document_->computing() ? document_->stopComputing() : document_->compute(); });
        connect(view, &HeatmapView::sourceFailed, document_, &Document::dropChangedFiles, Qt::QueuedConnection);
        view->installEventFilter(this);
        views_.append(view);
    }
    state_->setActivePanel(std::clamp(state_->activePanel(), 0, std::max(count - 1, 0)));
}

// For the panels and the scroll bars: what is arranged by it does not change it, as it would change the viewport.
QSize CompareGrid::room() const {
    return scroll_->contentsRect().size();
}

// As many columns as make the cells largest; a stack of heads keeps a layer in a line.
int CompareGrid::columnsFor(int count) const {
    if (count <= 1 || enlarged_)
        return 1;
    if (document_->results().empty())
        return std::max(arrangedColumns_, 1); // these panels are about to go
    const double side = std::sqrt(count);
    if (count > mostFullPanels && side == std::floor(side))
        return static_cast<int>(side);
    const QSize space = room();
    const int most = std::max(1, (space.width() + panelGap) / (views_.front()->minimumSizeHint().width() + panelGap));
    const PanelResult& first = document_->results().front();
    const double aspect =
        first.rows() > 0 && first.columns() > 0
            ? std::clamp(static_cast<double>(first.columns()) / static_cast<double>(first.rows()), 0.2, 5.0)
            : 1.0;
    int best = 1;
    double largest = 0;
    for (int columns = 1; columns <= std::min(count, most); ++columns) {
        const int rows = (count + columns - 1) / columns;
        const double height = std::min(1.0 * space.height() / rows, space.width() / columns / aspect);
        if (height > largest * 1.02) {
            largest = height;
            best = columns;
        }
    }
    return best;
}

void CompareGrid::arrange() {
    const int count = static_cast<int>(views_.size());
    const int columns = columnsFor(count);
    const bool compact = !enlarged_ && count > mostFullPanels;
    if (columns != arrangedColumns_ || grid_->count() != (enlarged_ ? 1 : count))
        placeViews(columns, compact);
    const int spacing = compact ? compactGap : panelGap;
    const QSize space = room();
    const int rows = enlarged_ ? 1 : (count + columns - 1) / std::max(columns, 1);
    const int least = count > 0 ? rows * (views_.front()->minimumSizeHint().height() + spacing) - spacing : 0;
    const int bar = least > space.height() ? scroll_->verticalScrollBar()->sizeHint().width() : 0;
    const int width = (space.width() - bar - (columns - 1) * spacing) / std::max(columns, 1);
    int tallest = 0;
    for (const HeatmapView* view : std::as_const(views_))
        tallest = std::max(tallest, compact ? QWIDGETSIZE_MAX / (count + 1) : view->naturalHeight(width));
    // Panels that do not need the whole height stand together at the top.
    const bool spare = rows * (tallest + spacing) < space.height();
    for (HeatmapView* view : std::as_const(views_)) {
        QSize smallest = compact ? QSize(compactSide, compactSide) : view->minimumSizeHint();
        if (spare)
            smallest.setHeight(tallest);
        view->setMinimumSize(smallest);
        view->setMaximumHeight(spare ? tallest : QWIDGETSIZE_MAX);
    }
    for (int i = 0; i < std::max(grid_->rowCount(), rows + 1); ++i) {
        const int stretch = i == rows ? (spare ? 1 : 0) : (i < rows && !spare ? 1 : 0);
        if (stretch != (i < grid_->rowCount() ? grid_->rowStretch(i) : 0)) // setting it lays out all anew
            grid_->setRowStretch(i, stretch);
    }
}

void CompareGrid::placeViews(int columns, bool compact) {
    arrangedColumns_ = columns;
    while (QLayoutItem* item = grid_->takeAt(0))
        delete item;
    for (int i = 0; i < std::max(grid_->columnCount(), columns); ++i)
        grid_->setColumnStretch(i, i < columns ? 1 : 0);
    grid_->setSpacing(compact ? compactGap : panelGap);
    if (enlarged_)
        return grid_->addWidget(views_[*enlarged_], 0, 0);
    for (int i = 0; i < views_.size(); ++i)
        grid_->addWidget(views_[i], i / columns, i % columns);
}

void CompareGrid::showHeader() {
    back_->setVisible(enlarged_.has_value());
    back_->setText(tr("← All %1 panels").arg(views_.size()));
    const QString lookFor = QString::fromStdString(document_->results().session().lookFor);
    lookFor_->setVisible(!lookFor.isEmpty() && !enlarged_);
    lookFor_->setText(lookFor);
}

void CompareGrid::showWaiting() {
    const files::Session& session = document_->session();
    const bool waits = views_.isEmpty() && !session.panels.empty();
    waiting_->setVisible(waits);
    scroll_->setVisible(!waits);
    if (!waits)
        return;
    const bool ofFile = session.panels.front().matrix.has_value();
    const files::ProblemSizes sizes = files::sizesOf(session.problem);
    Index rows = sizes.queries;
    Index columns = sizes.keys;
    if (ofFile) {
        const Shape& shape = session.matrices[*session.panels.front().matrix].tensor.shape();
        rows = shape[0];
        columns = shape[1];
    }
    const QString what =
        QStringLiteral("%1%2 × %3").arg(ofFile ? QString() : QStringLiteral("α ")).arg(rows).arg(columns);
    waiting_->setText(document_->computing() ? tr("computing %1…").arg(what) : tr("%1 was not computed").arg(what));
}

void CompareGrid::showColorBar() {
    const Results& results = document_->results();
    colorBar_->setVisible(!results.empty() && !showsLines());
    if (results.empty() || showsLines())
        return;
    const auto active =
        static_cast<std::size_t>(std::clamp<int>(state_->activePanel(), 0, static_cast<int>(results.size()) - 1));
    const files::Session& session = results.session();
    const auto& ranges = results.ranges;
    ColorBarPicture bar;
    bar.range = ranges[active];
    bar.map = colorMapOf(session, results[active].panel);
    bar.label = valueName(session, results[active].panel);
    bar.dark = theme().dark;
    for (std::size_t i = 0; i < results.size(); ++i) {
        const PanelResult& result = results[i];
        const bool colored = ranges[i] == bar.range && colorMapOf(session, result.panel) == bar.map;
        if (!result.pyramid || !(colored || i == active))
            continue;
        const heatmap::ValueSummary& summary = result.pyramid->summary();
        for (std::size_t mark = 1; mark < 5; ++mark) {
            if (summary.counts[mark] > 0)
                bar.marks =
                    static_cast<heatmap::MarkSet>(bar.marks | heatmap::setOf(static_cast<attention::Mark>(mark)));
        }
        const bool numbers = summary.count(attention::Mark::number) > 0;
        bar.clippedBelow = bar.clippedBelow || (numbers && summary.smallest < bar.range.low);
        bar.clippedAbove = bar.clippedAbove || (numbers && summary.largest > bar.range.high);
    }
    colorBar_->setPicture(bar);
}

bool CompareGrid::eventFilter(QObject* watched, QEvent* event) {
    if (auto* view = qobject_cast<HeatmapView*>(watched))
        return event->type() == QEvent::MouseButtonPress && chooseHead(*view, *static_cast<QMouseEvent*>(event));
    if (event->type() == QEvent::Resize)
        arrange();
    return QWidget::eventFilter(watched, event);
}

// Ctrl and a click: the head takes part in the mean of those that were chosen, or no longer does.
bool CompareGrid::chooseHead(HeatmapView& view, const QMouseEvent& event) {
    if (event.button() != Qt::LeftButton || event.modifiers() != Qt::ControlModifier)
        return false;
    const std::optional<int> panel = document_->panelShownAs(static_cast<int>(views_.indexOf(&view)));
    if (!panel || !canBeChosen(document_->session(), *panel))
        return false;
    toggleChosen(*document_, *panel);
    return true;
}

void CompareGrid::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        refresh();
}

void CompareGrid::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Escape && enlarged_)
        return showAll();
    QWidget::keyPressEvent(event);
}

} // namespace heedmap
