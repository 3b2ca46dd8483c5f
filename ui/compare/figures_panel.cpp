#include "ui/compare/figures_panel.h"

#include "core/session/shown_tokens.h"
#include "ui/base/numbers.h"
#include "ui/base/panel_text.h"
#include "ui/compare/figures_table.h"
#include "ui/document/panel_edits.h"
#include "ui/plot/plot_look.h"
#include "ui/plot/plot_view.h"
#include "ui/settings/icon.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QSplitter>
#include <QToolButton>

#include <algorithm>
#include <cmath>

namespace heedmap {

namespace {

constexpr int gapBesidePlot = 8;

QToolButton* toolButton(const QString& iconName, const QString& text, const QString& tip, QWidget* parent) {
    auto* button = new QToolButton(parent);
    button->setIcon(icon(iconName));
    button->setText(text);
    button->setToolTip(tip);
    button->setAccessibleName(text);
    button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    button->setAutoRaise(true);
    button->setFocusPolicy(Qt::TabFocus);
    return button;
}

// Values of one row against the number of the key; what is no number is left out.
std::vector<QPointF> pointsOf(const attention::AlphaSource& source, Index row) {
    const attention::AlphaRow weights = attention::readRow(source, row);
    std::vector<QPointF> points;
    for (std::size_t j = 0; j < weights.values.size(); ++j) {
        if (weights.marks[j] == attention::Mark::number)
            points.emplace_back(static_cast<double>(j), weights.values[j]);
    }
    return points;
}

// At whole numbers stands the token of the key, or its number where it has none; elsewhere nothing.
std::function<QString(double)> keyLabels(const std::vector<std::string>& tokens) {
    return [tokens](double place) -> QString {
        const auto key = static_cast<std::size_t>(std::max(0.0, std::round(place)));
        if (place < 0 || std::abs(place - std::round(place)) > 1e-6)
            return {};
        if (tokens.empty())
            return QString::number(key);
        if (key >= tokens.size())
            return {};
        return shownToken(QString::fromStdString(tokens[key]));
    };
}

} // namespace

FiguresPanel::FiguresPanel(Document* document, ViewState* state, Settings* settings, QWidget* parent)
    : QWidget(parent)
    , document_(document)
    , state_(state)
    , head_(new QLabel(this))
    , lock_(toolButton(QStringLiteral("lock"), tr("Lock"),
                       tr("Keep comparing with this panel while another one becomes active"), this))
    , swap_(toolButton(QStringLiteral("swap"), tr("Swap"),
                       tr("A − B becomes B − A; else the reference and the active panel change places"), this))
    , table_(new FiguresTable(this))
    , profile_(new PlotView(tr("Row of all panels"), settings, this))
    , halves_(new QSplitter(Qt::Horizontal, this)) {
    lock_->setCheckable(true);
    head_->setTextFormat(Qt::PlainText);
    head_->setForegroundRole(QPalette::PlaceholderText);
    table_->setToolTip(
        tr("A click on a head sorts, S sorts by the current column, Enter makes a panel the active one"));
    auto* line = new QHBoxLayout;
    line->addWidget(head_, 1);
    line->addWidget(lock_);
    line->addWidget(swap_);
    auto* left = new QWidget(this);
    auto* column = new QVBoxLayout(left);
    column->setContentsMargins(0, 0, gapBesidePlot, 0);
    column->setSpacing(4);
    column->addLayout(line);
    column->addWidget(table_, 1);
    halves_->addWidget(left);
    halves_->addWidget(profile_);
    halves_->setChildrenCollapsible(false);
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(16, 4, 16, 8);
    all->addWidget(halves_);

    refreshSoon_.setSingleShot(true);
    connect(&refreshSoon_, &QTimer::timeout, this, &FiguresPanel::refresh);
    connect(document_, &Document::resultsChanged, this, &FiguresPanel::soon);
    connect(document_, &Document::changed, this, &FiguresPanel::soon);
    connect(state_, &ViewState::activePanelChanged, this, &FiguresPanel::soon);
    connect(state_, &ViewState::cursorChanged, this, [this] {
        if (isVisible())
            showProfile();
    });
    connect(halves_, &QSplitter::splitterMoved, this, [this] { sharedByHand_ = true; });
    connect(table_->horizontalHeader(), &QHeaderView::sortIndicatorChanged, this, &FiguresPanel::shareWidth);
    connect(lock_, &QToolButton::clicked, this, &FiguresPanel::setLocked);
    connect(swap_, &QToolButton::clicked, this, &FiguresPanel::swap);
    connect(table_, &FiguresTable::panelChosen, state_, &ViewState::setActivePanel);
}

QSize FiguresPanel::sizeHint() const {
    return {800, 220};
}

int FiguresPanel::activePanel() const {
    return std::clamp(state_->activePanel(), 0, std::max(static_cast<int>(document_->results().size()) - 1, 0));
}

int FiguresPanel::reference() const {
    const bool exists = locked_ && *locked_ < static_cast<int>(document_->results().size());
    return exists ? *locked_ : activePanel();
}

void FiguresPanel::setLocked(bool locked) {
    locked_ = locked ? std::optional(activePanel()) : std::nullopt;
    refresh();
}

void FiguresPanel::swap() {
    const int active = activePanel();
    const std::optional<int> panel = document_->panelShownAs(active);
    if (panel && canBeSwapped(document_->session(), *panel))
        return swapDifference(*document_, *panel);
    const int other = reference();
    if (!locked_ || other == active)
        return;
    locked_ = active;
    state_->setActivePanel(other);
    refresh();
}

void FiguresPanel::soon() {
    if (isVisible())
        refreshSoon_.start();
}

void FiguresPanel::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    refreshSoon_.start();
}

void FiguresPanel::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        soon();
}

void FiguresPanel::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    shareWidth();
}

// The table has two thirds, or what all of its columns need where that is more; the plot has what is left.
void FiguresPanel::shareWidth() {
    const int width = halves_->width() - halves_->handleWidth();
    if (sharedByHand_ || width <= profile_->minimumWidth())
        return;
    const int left =
        std::max(width * 2 / 3, std::min(table_->fullWidth() + gapBesidePlot, width - profile_->minimumWidth()));
    halves_->setSizes({left, width - left});
}

void FiguresPanel::refresh() {
    table_->setRows(comparePanels(document_->results(), reference()));
    table_->markPanel(activePanel());
    shareWidth();
    showHead();
    showProfile();
}

void FiguresPanel::showHead() {
    const auto& results = document_->results();
    const int active = activePanel();
    lock_->setChecked(isLocked());
    lock_->setEnabled(results.size() > 1);
    const std::optional<int> panel = document_->panelShownAs(active);
    swap_->setEnabled((panel && canBeSwapped(document_->session(), *panel)) || (isLocked() && reference() != active));
    head_->setText(results.empty()
                       ? QString()
                       : tr("compared with %1").arg(panelTitle(results[static_cast<std::size_t>(reference())])));
}

void FiguresPanel::showProfile() {
    constexpr int mostSeries = 16;
    const auto& results = document_->results();
    reader_.cancel();
    profile_->clear();
    const std::optional<Cell> cursor = state_->cursor();
    if (!cursor || results.empty())
        return;
    const int chosen = std::max(state_->activePanel(), 0);
    const auto active = std::min(static_cast<std::size_t>(chosen), results.size() - 1);
    const Labels labels = shownLabels(results.session(), results[active]);
    const auto row = static_cast<std::size_t>(cursor->row);
    const QString token =
        row < labels.rows.size() ? shownToken(QString::fromStdString(labels.rows[row])) : QString::number(cursor->row);
    profile_->setTitle(tr("Row %1 of all panels").arg(token));
    PlotAxis keys{tr("key")};
    keys.label = keyLabels(labels.columns);
    profile_->setAxes(keys, {tr("value")});
    std::vector<std::pair<int, std::shared_ptr<const attention::AlphaSource>>> slow; // by their series
    for (int i = 0; i < std::min(static_cast<int>(results.size()), mostSeries); ++i) {
        const PanelResult& result = results[static_cast<std::size_t>(i)];
        if (!result.source || cursor->row >= result.rows())
            continue;
        SeriesStyle style{panelTitle(result)};
        style.color = i % seriesColorCount;
        style.look = i < seriesColorCount ? SeriesLook::lineAndMarkers : SeriesLook::dashedLine;
        const int series = profile_->addSeries(style);
        if (result.source->isSlow())
            slow.emplace_back(series, result.source);
        else
            profile_->setPoints(series, pointsOf(*result.source, cursor->row));
    }
    if (slow.empty())
        return;
    reader_.start(
        [slow, at = cursor->row](const std::stop_token& stop, const auto&) {
            RowsRead rows;
            for (const auto& [series, source] : slow) {
                if (!stop.stop_requested())
                    rows.emplace_back(series, pointsOf(*source, at));
            }
            return rows;
        },
        [this](RowsRead rows) {
            for (auto& [series, points] : rows)
                profile_->setPoints(series, std::move(points));
        });
}

} // namespace heedmap
