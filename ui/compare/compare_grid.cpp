#include "ui/compare/compare_grid.h"

#include "core/session/chosen_heads.h"
#include "core/session/consistency.h"
#include "ui/base/panel_text.h"
#include "ui/compare/color_bars.h"
#include "ui/compare/head_strip.h"
#include "ui/compare/head_thumbnails.h"
#include "ui/compare/panel_canvas.h"
#include "ui/compare/read_out_bubble.h"
#include "ui/document/activity_text.h"
#include "ui/document/panel_edits.h"
#include "ui/heatmap/color_bar.h"
#include "ui/heatmap/heatmap_view.h"
#include "ui/heatmap/lines_view.h"
#include "ui/settings/theme.h"

#include <QEvent>
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

constexpr int edge = 16;      // around the canvas
constexpr int barGap = 16;    // between the panels and the bars
constexpr int gridGap = 24;   // between the grid of heads and what stands beside it
constexpr int smallSide = 36; // the least size of a small panel that stands in no grid of heads
constexpr int smallGap = 4;
constexpr int leastBeside = 200; // what is worth standing beside the grid of heads

bool isDifference(const HeatmapView* view, const Results& results) {
    const auto index = static_cast<std::size_t>(view->index());
    return index < results.size() && results[index].panel.kind == files::PanelKind::difference;
}

// What is left of titles when what all have in common, up to an index, is taken away: "[110]" of "grid.npy[110]".
qsizetype sharedTitle(const Results& results) {
    const QString first = panelTitle(results.front());
    const qsizetype open = first.lastIndexOf(QLatin1Char('['));
    const bool shared = open > 0 && std::ranges::all_of(results, [&](const PanelResult& result) {
                            return panelTitle(result).startsWith(QStringView(first).left(open + 1));
                        });
    return shared ? open : 0;
}

} // namespace

CompareGrid::CompareGrid(Document* document, ViewState* state, QWidget* parent)
    : QWidget(parent)
    , document_(document)
    , state_(state)
    , back_(new QToolButton(this))
    , lookFor_(new QLabel(this))
    , waiting_(new QLabel(this))
    , header_(new QHBoxLayout)
    , body_(new QHBoxLayout)
    , scroll_(new QScrollArea(this))
    , canvas_(new PanelCanvas(scroll_))
    , lines_(new LinesView(state, this))
    , colorBars_(new ColorBars(document, state, this))
    , readOut_(new ReadOutBubble(this))
    , large_(makeView(0))
    , strip_(new HeadStrip(document, state, this)) {
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::AlternateBase);
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
    large_->hide();
    scroll_->setWidget(canvas_);
    scroll_->setWidgetResizable(true);
    scroll_->setFrameShape(QFrame::NoFrame);
    scroll_->setFocusPolicy(Qt::NoFocus);
    scroll_->viewport()->installEventFilter(this); // the room for the panels decides how many stand side by side

    header_->addWidget(back_);
    header_->addWidget(lookFor_, 1);
    body_->setSpacing(0);
    body_->addWidget(waiting_, 1);
    body_->addWidget(scroll_, 1);
    body_->addWidget(lines_, 1);
    body_->addSpacing(barGap);
    body_->addWidget(colorBars_);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(edge, 8, edge, edge);
    column->setSpacing(8);
    column->addLayout(header_);
    column->addLayout(body_, 1);
    column->addWidget(strip_);

    connect(strip_, &HeadStrip::headOpened, this, &CompareGrid::enlarge);
    connect(back_, &QToolButton::clicked, this, &CompareGrid::showAll);
    connect(lines_, &LinesView::menuRequested, this, &CompareGrid::menuRequested);
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
    connect(state_, &ViewState::activePanelChanged, this, [this] { // the head that is chosen is the one to be seen
        if (!enlarged_ || !strip_->isVisible() || *enlarged_ == state_->activePanel())
            return;
        const bool walks = strip_->hasFocus();
        enlarge(state_->activePanel());
        if (walks)
            strip_->setFocus();
    });
    connect(state_, &ViewState::activePanelChanged, this, [this] {
        showLarge();
        colorBars_->show(showsLines(), enlarged_);
        if (heads_)
            arrange();
    });
    connect(state_, &ViewState::hoverChanged, this, &CompareGrid::showReadOut);
    connect(colorBars_, &ColorBars::colorSettingsRequested, this, &CompareGrid::colorSettingsRequested);
    refresh();
}

HeatmapView* CompareGrid::activeView() const {
    if (views_.isEmpty())
        return nullptr;
    if (large_->isVisibleTo(this))
        return large_;
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
    std::vector<files::Panel> panels;
    for (const PanelResult& result : results)
        panels.push_back(result.panel);
    heads_.reset();
    if (count > mostFullPanels && !enlarged_)
        heads_ = headGridOf(results.session(), panels);
    showPictures();
    showLarge();
    if (count > 0)
        state_->fitTo(results.front().rows(), results.front().columns());
    showState();
    showHeader();
    showWaiting();
    showLines();
    colorBars_->show(showsLines(), enlarged_);
    arrange();
}

// A thumbnail of a grid of heads, or one of very many panels.
bool CompareGrid::isSmall(int panel) const {
    if (enlarged_ || views_.size() <= mostFullPanels)
        return false;
    return !heads_ || heads_->places[static_cast<std::size_t>(panel)];
}

void CompareGrid::showPictures() {
    const Results& results = document_->results();
    const qsizetype shared = views_.size() > mostFullPanels && !heads_ ? sharedTitle(results) : 0;
    for (int i = 0; i < views_.size(); ++i) {
        const auto index = static_cast<std::size_t>(i);
        const bool shown = !enlarged_ || *enlarged_ == i;
        views_[i]->setVisible(shown);
        if (!shown)
            continue;
        views_[i]->setLinked(results[index].panel.linked);
        views_[i]->setCompact(isSmall(i));
        const std::optional<int> panel = document_->panelShownAs(i);
        views_[i]->setChosen(panel && isChosen(document_->session(), *panel));
        PanelPicture picture = makePicture(results.session(), results[index], results.ranges[index], theme().dark);
        picture.title = picture.title.mid(shared);
        views_[i]->setPicture(std::move(picture));
    }
}

// The active head, beside the grid of all.
void CompareGrid::showLarge() {
    const Results& results = document_->results();
    const int active = state_->activePanel();
    if (heads_ && active >= 0 && active < static_cast<int>(results.size())) {
        const auto index = static_cast<std::size_t>(active);
        large_->setIndex(active);
        large_->setLinked(results[index].panel.linked);
        large_->setPicture(makePicture(results.session(), results[index], results.ranges[index], theme().dark));
    }
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
    large_->setState(state);
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

HeatmapView* CompareGrid::makeView(int index) {
    auto* view = new HeatmapView(state_, index, canvas_);
    connect(view, &HeatmapView::enlargeRequested, this, [this](int panel) { enlarged_ ? showAll() : enlarge(panel); });
    connect(view, &HeatmapView::menuRequested, this, &CompareGrid::menuRequested);
    connect(view, &HeatmapView::maskToggleRequested, this, &CompareGrid::maskToggleRequested);
    connect(view, &HeatmapView::actionRequested, document_,
            [this] { document_->computing() ? document_->stopComputing() : document_->compute(); });
    connect(view, &HeatmapView::sourceFailed, document_, &Document::dropChangedFiles, Qt::QueuedConnection);
    view->installEventFilter(this);
    return view;
}

void CompareGrid::makeViews(int count) {
    enlarged_.reset();
    while (views_.size() > count)
        delete views_.takeLast();
    while (views_.size() < count)
        views_.append(makeView(static_cast<int>(views_.size())));
    state_->setActivePanel(std::clamp(state_->activePanel(), 0, std::max(count - 1, 0)));
}

const QList<ColorBar*>& CompareGrid::bars() const {
    return colorBars_->bars();
}

// What the panels have, with the bars beside them. It does not depend on how they are arranged.
QSize CompareGrid::room() const {
    const int beside = bars().isEmpty() ? 0 : bars().front()->sizeHint().width() + barGap;
    return {std::max(1, width() - 2 * edge - beside), std::max(1, scroll_->contentsRect().height())};
}

QSize CompareGrid::arrangeFull(const QList<HeatmapView*>& views, QRect place) {
    if (views.isEmpty())
        return {};
    const Results& results = document_->results();
    std::vector<PanelRoom> rooms;
    ArrangementRules rules;
    rules.room = place.size();
    rules.sharesRows = rules.sharesColumns = true;
    const PanelPicture& first = views.front()->picture();
    for (const HeatmapView* view : views) {
        const PanelPicture& picture = view->picture();
        rooms.push_back(view->panelRoom());
        rules.sharesRows = rules.sharesRows && picture.rows() == first.rows() && picture.rowLabels == first.rowLabels;
        rules.sharesColumns =
            rules.sharesColumns && picture.columns() == first.columns() && picture.columnLabels == first.columnLabels;
        rules.stretched = rules.stretched || stretchesCells(picture, place.size());
    }
    // What is compared stands in one line: A, B, A − B.
    const bool compared = views.size() == 3 && std::ranges::any_of(views, [&](const HeatmapView* view) {
                              return isDifference(view, results);
                          });
    rules.columns = compared ? 3 : 0;
    if (rooms != arrangedRooms_ || rules != arrangedRules_) {
        arrangement_ = arrangePanels(rooms, rules);
        arrangedRooms_ = std::move(rooms);
        arrangedRules_ = rules;
    }
    for (qsizetype i = 0; i < views.size(); ++i) {
        const PanelPlace& panel = arrangement_.places[static_cast<std::size_t>(i)];
        views[i]->setFrame(panel.frame);
        views[i]->setGeometry(panel.area.translated(place.topLeft()));
    }
    return arrangement_.size;
}

// Layers down, heads across, every heading once; beside them the active head, large, and what was derived from several.
QSize CompareGrid::arrangeHeads(QSize space) {
    QList<HeatmapView*> beside;
    Index rows = 0;
    Index columns = 0;
    int heads = 0;
    for (int i = 0; i < views_.size(); ++i) {
        if (!heads_->places[static_cast<std::size_t>(i)]) {
            beside.append(views_[i]);
            continue;
        }
        ++heads;
        rows = std::max(rows, views_[i]->picture().rows());
        columns = std::max(columns, views_[i]->picture().columns());
    }
    const QFontMetrics metrics(font());
    const int line = metrics.height();
    const int left = metrics.horizontalAdvance(QStringLiteral("L%1").arg(heads_->layers.back())) + 12;
    const int title = line + 8;
    const int top = title + line + 4;
    const bool roomBeside = space.width() * 2 / 5 - gridGap >= leastBeside;
    const int most = roomBeside ? space.width() * 3 / 5 : space.width();
    const HeadThumbnails grid = thumbnailsIn({most, space.height()}, *heads_, rows, columns, left, top);
    QList<Heading> headings{{QRectF(0, 0, std::max(grid.size.width(), 200), line),
                             tr("%1 heads of %2 × %3").arg(heads).arg(rows).arg(columns),
                             Qt::AlignLeft | Qt::AlignVCenter, false, true}};
    const int active = state_->activePanel();
    HeadGrid::Place open{-1, -1};
    if (active >= 0 && active < views_.size())
        open = heads_->places[static_cast<std::size_t>(active)].value_or(open);
    for (int row = 0; row < static_cast<int>(heads_->layers.size()); ++row) {
        const QRect area = grid.area({row, 0});
        const bool chosen = open.row == row;
        const int every = std::max(1, (line + area.height() - 1) / area.height());
        if (row % every == 0 || chosen)
            headings.append({QRectF(0, area.center().y() - line / 2.0, left - 4, line),
                             QStringLiteral("L%1").arg(heads_->layers[static_cast<std::size_t>(row)]),
                             Qt::AlignRight | Qt::AlignVCenter, chosen});
    }
    for (int column = 0; column < static_cast<int>(heads_->heads.size()); ++column) {
        const QRect area = grid.area({0, column});
        const bool chosen = open.column == column;
        const double wide = std::max(area.width(), 20);
        if (column % grid.headingEvery == 0 || chosen)
            headings.append({QRectF(area.center().x() - wide / 2, title, wide, line),
                             QString::number(heads_->heads[static_cast<std::size_t>(column)]), Qt::AlignCenter,
                             chosen});
    }
    // Of neighbors that would touch, the chosen one stays.
    for (qsizetype i = headings.size() - 1; i > 0; --i) {
        const bool crowded = std::ranges::any_of(headings, [&](const Heading& other) {
            return other.chosen && !headings[i].chosen && other.area.intersects(headings[i].area);
        });
        if (crowded)
            headings.removeAt(i);
    }
    canvas_->setHeadings(headings);
    for (int i = 0; i < views_.size(); ++i) {
        if (const auto place = heads_->places[static_cast<std::size_t>(i)]) {
            views_[i]->setFrame(grid.frame);
            views_[i]->setGeometry(grid.area(*place));
        }
    }
    large_->setVisible(roomBeside);
    if (!roomBeside) {
        const QSize below = arrangeFull(beside, {0, grid.size.height() + gridGap, space.width(), space.height()});
        return {std::max(grid.size.width(), below.width()),
                grid.size.height() + (beside.isEmpty() ? 0 : gridGap + below.height())};
    }
    beside.prepend(large_);
    const int x = grid.size.width() + gridGap;
    const QSize right = arrangeFull(beside, {x, 0, space.width() - x, space.height()});
    return {x + std::max(right.width(), leastBeside), std::max(grid.size.height(), right.height())};
}

// Many panels that are no heads of one stack: as large as makes all of them fit, and scrolled where they would be too
// small.
void CompareGrid::arrangeSmall(QSize space) {
    const int count = static_cast<int>(views_.size());
    int columns = std::max(1, space.width() / (smallSide + smallGap));
    for (int side = space.width(); side >= smallSide; --side) {
        const int across = std::max(1, (space.width() + smallGap) / (side + smallGap));
        const int down = (count + across - 1) / across;
        if (down * (side + smallGap) - smallGap <= space.height()) {
            columns = across;
            break;
        }
    }
    const int side = std::max(smallSide, (space.width() + smallGap) / columns - smallGap);
    const int down = (count + columns - 1) / columns;
    const int height = std::max(smallSide + 12, std::min(side + 20, (space.height() + smallGap) / down - smallGap));
    for (int i = 0; i < count; ++i) {
        views_[i]->setFrame(std::nullopt);
        views_[i]->setGeometry(i % columns * (side + smallGap), i / columns * (height + smallGap), side, height);
    }
    center({columns * (side + smallGap) - smallGap, down * (height + smallGap) - smallGap});
}

// The group stands in the middle of what is left over, with its heading and its bars.
void CompareGrid::center(QSize group) {
    group = group.expandedTo({0, 0}); // no panel takes no room
    const QSize space = room();
    const int bar = group.height() > space.height() ? scroll_->verticalScrollBar()->sizeHint().width() : 0;
    const int width = std::min(group.width() + bar, space.width());
    const int left = (space.width() - width) / 2;
    canvas_->setMinimumSize(group);
    scroll_->setMaximumWidth(showsLines() ? QWIDGETSIZE_MAX : width);
    body_->setContentsMargins(left, 0, space.width() - width - left, 0);
    header_->setContentsMargins(left, 0, 0, 0);
    colorBars_->setHeight(std::min(group.height(), space.height()));
}

void CompareGrid::arrange() {
    const QSize space = room();
    if (!heads_) {
        large_->hide();
        canvas_->setHeadings({});
    }
    if (heads_)
        return center(arrangeHeads(space));
    QList<HeatmapView*> shown;
    for (int i = 0; i < views_.size(); ++i) {
        if (!enlarged_ || *enlarged_ == i)
            shown.append(views_[i]);
    }
    if (shown.size() > mostFullPanels)
        return arrangeSmall(space);
    QSize group = arrangeFull(shown, QRect(QPoint(0, 0), space));
    if (group.height() > space.height()) // the bar that scrolls takes its part
        group = arrangeFull(
            shown, QRect(0, 0, space.width() - scroll_->verticalScrollBar()->sizeHint().width(), space.height()));
    center(group);
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

// Of a small picture, beside it and as large as its text needs.
void CompareGrid::showReadOut() {
    for (int i = 0; i < views_.size(); ++i) {
        HeatmapView* view = views_[i];
        const auto cell = state_->hover();
        const PanelPicture& picture = view->picture();
        if (!isSmall(i) || !view->underMouse() || !cell || !picture.source || cell->row >= picture.rows() ||
            cell->column >= picture.columns())
            continue;
        return readOut_->show(picture, *cell, QRect(view->mapTo(this, QPoint(0, 0)), view->size()));
    }
    readOut_->hide();
}

bool CompareGrid::eventFilter(QObject* watched, QEvent* event) {
    if (auto* view = qobject_cast<HeatmapView*>(watched)) {
        if (event->type() == QEvent::KeyPress && view != large_) { // the scroll area would take Page Up and Page Down
            const auto* key = static_cast<QKeyEvent*>(event);
            if (key->modifiers() == Qt::NoModifier && walkHeads(key->key()))
                return true;
        }
        if (event->type() == QEvent::Leave)
            readOut_->hide();
        return event->type() == QEvent::MouseButtonPress && chooseHead(*view, *static_cast<QMouseEvent*>(event));
    }
    if (event->type() == QEvent::Resize)
        arrange();
    return QWidget::eventFilter(watched, event);
}

// Ctrl and a click: the head takes part in the mean of those that were chosen, or no longer does.
bool CompareGrid::chooseHead(HeatmapView& view, const QMouseEvent& event) {
    if (event.button() != Qt::LeftButton || event.modifiers() != Qt::ControlModifier)
        return false;
    const std::optional<int> panel = document_->panelShownAs(view.index());
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

void CompareGrid::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    arrange();
}

// [ and ] go from head to head, Page Up and Page Down from layer to layer.
bool CompareGrid::walkHeads(int key) {
    const int active = state_->activePanel();
    if (!heads_ || active < 0 || active >= views_.size())
        return false;
    const int across = key == Qt::Key_BracketRight ? 1 : key == Qt::Key_BracketLeft ? -1 : 0;
    const int down = key == Qt::Key_PageDown ? 1 : key == Qt::Key_PageUp ? -1 : 0;
    const auto from = heads_->places[static_cast<std::size_t>(active)];
    if ((across == 0 && down == 0) || !from)
        return false;
    const auto to =
        std::ranges::find(heads_->places, std::optional<HeadGrid::Place>({from->row + down, from->column + across}));
    if (to != heads_->places.end()) {
        state_->setActivePanel(static_cast<int>(to - heads_->places.begin()));
        scroll_->ensureWidgetVisible(views_[state_->activePanel()]);
    }
    return true;
}

void CompareGrid::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Escape && enlarged_)
        return showAll();
    if (event->modifiers() == Qt::NoModifier && walkHeads(event->key()))
        return;
    QWidget::keyPressEvent(event);
}

} // namespace heedmap
