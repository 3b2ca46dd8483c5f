#include "ui/compare/head_strip.h"

#include "core/analysis/alignment_error.h"
#include "core/session/chosen_heads.h"
#include "core/session/shown_tokens.h"
#include "ui/base/numbers.h"
#include "ui/base/panel_text.h"
#include "ui/compare/panel_comparison.h"
#include "ui/settings/theme.h"
#include "ui/widgets/quiet_button.h"
#include "ui/widgets/tool_tip.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QScrollBar>
#include <QToolTip>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace heedmap {

namespace {

constexpr int withoutGap = 384; // more heads than this stand without a gap
constexpr int widestPitch = 16;
constexpr int lowWindow = 800; // below this height only the sorted row is shown until the user asks for more
constexpr int aroundName = 12;

using Row = HeadStrip::Row;

struct RowWords {
    QString (*name)();
    QString (*explanation)();
};

const RowWords& wordsOf(Row row) {
    static const std::array<RowWords, HeadStrip::rowCount> words{{
        {[] { return HeadStrip::tr("previous"); },
         [] {
             return HeadStrip::tr("weight on the previous token");
         }},
        {[] { return HeadStrip::tr("induction"); },
         [] {
             return HeadStrip::tr("weight on the token behind an earlier copy of the row's token");
         }},
        {[] { return HeadStrip::tr("duplicate"); },
         [] {
             return HeadStrip::tr("weight on earlier copies of the row's token");
         }},
        {[] { return HeadStrip::tr("self"); },
         [] {
             return HeadStrip::tr("weight on the row's own token");
         }},
        {[] { return HeadStrip::tr("sink"); },
         [] {
             return HeadStrip::tr("weight on the first key");
         }},
        {[] { return HeadStrip::tr("diagonal"); },
         [] {
             return HeadStrip::tr("weight within one key of the diagonal");
         }},
        {[] { return HeadStrip::tr("AER"); },
         [] {
             return HeadStrip::tr("alignment error rate against the gold links");
         }},
        {[] { return HeadStrip::tr("entropy"); },
         [] {
             return HeadStrip::tr("mean entropy of the rows, in nat");
         }},
        {[] { return HeadStrip::tr("reach"); },
         [] {
             return HeadStrip::tr("mean distance from the row's own position, in tokens");
         }},
    }};
    return words[static_cast<std::size_t>(row)];
}

// The figure that names a head, where the row is of one.
std::optional<analysis::HeadRole> roleOfRow(Row row) {
    return row <= Row::diagonal ? std::optional(static_cast<analysis::HeadRole>(row)) : std::nullopt;
}

std::optional<double> valueIn(const HeadFigures& head, Row row) {
    if (const auto role = roleOfRow(row))
        return analysis::figureOf(head.roles, *role);
    return row == Row::errorRate ? head.errorRate : row == Row::entropy ? head.roles.entropy : head.roles.reach;
}

// Those of which little is much.
bool startsSmall(Row row) {
    return !roleOfRow(row);
}

std::optional<double> errorRateIn(const files::Session& session, const PanelResult& result) {
    if (!result.panel.matrix && session.problem.kind != attention::ProblemKind::cross)
        return std::nullopt;
    const auto counts =
        analysis::strongestAgainst(*result.source, shownLabels(session, result), shownGold(session, result));
    return counts ? std::optional(counts->errorRate()) : std::nullopt;
}

bool isHead(const PanelResult& result) {
    return result.panel.kind == files::PanelKind::weights && (result.panel.matrix || result.panel.head) &&
           result.panel.rollout.heads.empty();
}

bool hasFigures(const PanelResult& result) {
    return result.source && result.rows() > 0 && result.columns() > 0 &&
           result.rows() <= mostComparedCells / result.columns();
}

} // namespace

std::vector<HeadFigures> headFigures(const Results& results, const std::stop_token& stop) {
    const files::Session& session = results.session();
    std::vector<HeadFigures> heads;
    for (std::size_t i = 0; i < results.size() && !stop.stop_requested(); ++i) {
        const PanelResult& result = results[i];
        if (!isHead(result))
            continue;
        HeadFigures& head = heads.emplace_back();
        head.panel = static_cast<int>(i);
        head.title = panelTitle(result);
        if (!hasFigures(result))
            continue;
        head.roles = analysis::headRoles(*result.source, shownLabels(session, result));
        head.errorRate = errorRateIn(session, result);
    }
    return heads;
}

HeadStrip::HeadStrip(Document* document, ViewState* state, QWidget* parent)
    : QWidget(parent)
    , document_(document)
    , state_(state)
    , more_(new QuietButton(QString(), this))
    , scroll_(new QScrollBar(Qt::Horizontal, this)) {
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAccessibleName(tr("Figures of the heads"));
    more_->setObjectName(QStringLiteral("moreFigures"));
    scroll_->hide();
    hide();
    refreshSoon_.setSingleShot(true);
    connect(&refreshSoon_, &QTimer::timeout, this, &HeadStrip::refresh);
    connect(document_, &Document::resultsChanged, &refreshSoon_, qOverload<>(&QTimer::start));
    connect(document_, &Document::changed, &refreshSoon_, qOverload<>(&QTimer::start));
    connect(state_, &ViewState::activePanelChanged, this, qOverload<>(&QWidget::update));
    connect(scroll_, &QScrollBar::valueChanged, this, qOverload<>(&QWidget::update));
    connect(more_, &QAbstractButton::clicked, this, [this] {
        foldedByHand_ = true;
        setUnfolded(!unfolded_);
    });
    refresh();
}

void HeadStrip::refresh() {
    constexpr Index readAtOnce = Index{1} << 18;
    reader_.cancel();
    const Results& results = document_->results();
    const auto heads = std::ranges::count_if(results, isHead);
    const bool isGrid =
        static_cast<std::size_t>(heads) >= fewestHeads && results.session().picture.drawing == files::Drawing::heatmap;
    setVisible(isGrid);
    if (!isGrid)
        return heads_.clear();
    Index cells = 0;
    for (const PanelResult& result : results)
        cells += result.rows() * result.columns();
    if (cells <= readAtOnce)
        return take(headFigures(results));
    reader_.start([results](const std::stop_token& stop, const auto&) { return headFigures(results, stop); },
                  [this](std::vector<HeadFigures> figures) { take(std::move(figures)); });
}

void HeadStrip::take(std::vector<HeadFigures> heads) {
    heads_ = std::move(heads);
    if (!hasBars(sorted_)) {
        sorted_ = hasBars(Row::errorRate) ? Row::errorRate : hasBars(Row::previous) ? Row::previous : Row::diagonal;
        descending_ = !startsSmall(sorted_);
    }
    foldToWindow();
    sortHeads();
    placeParts();
    updateGeometry();
    update();
}

void HeadStrip::sortHeads() {
    std::ranges::sort(heads_, {}, &HeadFigures::panel);
    std::vector<std::optional<double>> values;
    for (const HeadFigures& head : heads_)
        values.push_back(valueIn(head, sorted_));
    std::vector<HeadFigures> sorted;
    for (const std::size_t place :
         analysis::ordered(values, descending_ ? analysis::Order::descending : analysis::Order::ascending))
        sorted.push_back(std::move(heads_[place]));
    heads_ = std::move(sorted);
    QStringList first;
    for (std::size_t n = 0; n < std::min<std::size_t>(heads_.size(), 3); ++n) {
        if (const auto value = valueIn(heads_[n], sorted_))
            first.append(QStringLiteral("%1 %2").arg(heads_[n].title, numberText(*value)));
    }
    setAccessibleDescription(tr("sorted by %1: %2").arg(wordsOf(sorted_).name(), first.join(QStringLiteral(", "))));
}

void HeadStrip::sortBy(Row row) {
    descending_ = row == sorted_ ? !descending_ : !startsSmall(row);
    sorted_ = row;
    sortHeads();
    update();
}

void HeadStrip::setUnfolded(bool unfolded) {
    if (unfolded == unfolded_)
        return;
    unfolded_ = unfolded;
    placeParts();
    updateGeometry();
    update();
}

std::vector<Row> HeadStrip::shownRows() const {
    if (!unfolded_)
        return {sorted_};
    std::vector<Row> rows;
    for (int row = 0; row < rowCount; ++row)
        rows.push_back(static_cast<Row>(row));
    return rows;
}

namespace {

int rowHeight(const QWidget& widget) {
    return widget.fontMetrics().height() + 5;
}

// The head line: as high as the words of a button.
int headHeight(const QWidget& widget) {
    return widget.fontMetrics().height() + 10;
}

int widthOfCounts(const QFontMetrics& metrics) {
    return metrics.horizontalAdvance(QStringLiteral("≥ .50")) + metrics.horizontalAdvance(QStringLiteral("0000")) +
           2 * aroundName;
}

} // namespace

QRect HeadStrip::nameRect(Row row) const {
    const std::vector<Row> rows = shownRows();
    const auto found = std::ranges::find(rows, row);
    if (found == rows.end())
        return {};
    int widest = 0;
    QFont bold = font();
    bold.setWeight(QFont::DemiBold);
    for (int n = 0; n < rowCount; ++n)
        widest = std::max(widest, QFontMetrics(bold).horizontalAdvance(wordsOf(static_cast<Row>(n)).name()));
    const int top = headHeight(*this) + static_cast<int>(found - rows.begin()) * rowHeight(*this);
    return {0, top, widest + fontMetrics().horizontalAdvance(QStringLiteral(" ▾")) + aroundName, rowHeight(*this)};
}

QRect HeadStrip::barsArea() const {
    const int left = nameRect(sorted_).width() + widthOfCounts(fontMetrics());
    return {left, headHeight(*this), std::max(0, width() - left),
            static_cast<int>(shownRows().size()) * rowHeight(*this)};
}

int HeadStrip::pitch() const {
    const int count = std::max(1, static_cast<int>(heads_.size()));
    return std::clamp(barsArea().width() / count, count > withoutGap ? 2 : 3, widestPitch);
}

QRect HeadStrip::barRect(Row row, std::size_t n) const {
    const QRect name = nameRect(row);
    if (name.isEmpty())
        return {};
    const int gap = static_cast<int>(heads_.size()) > withoutGap ? 0 : pitch() > 6 ? 2 : 1;
    return {barsArea().left() + static_cast<int>(n) * pitch() - scroll_->value(), name.top() + 2, pitch() - gap,
            name.height() - 4};
}

void HeadStrip::placeParts() {
    more_->setText(unfolded_ ? tr("less") : tr("more"));
    more_->setToolTip(unfolded_ ? tr("Show only the figure that heads are sorted by")
                                : tr("Show all figures of the heads"));
    more_->adjustSize();
    more_->move(width() - more_->width(), (headHeight(*this) - more_->height()) / 2);
    const QRect bars = barsArea();
    const int needed = pitch() * static_cast<int>(heads_.size());
    scroll_->setVisible(needed > bars.width());
    scroll_->setRange(0, std::max(0, needed - bars.width()));
    scroll_->setPageStep(bars.width());
    scroll_->setGeometry(bars.left(), height() - scroll_->sizeHint().height(), bars.width(),
                         scroll_->sizeHint().height());
}

QSize HeadStrip::sizeHint() const {
    const int needed = pitch() * static_cast<int>(heads_.size());
    const int bar = needed > barsArea().width() ? scroll_->sizeHint().height() : 0;
    return {400, headHeight(*this) + static_cast<int>(shownRows().size()) * rowHeight(*this) + bar};
}

QSize HeadStrip::minimumSizeHint() const {
    return {nameRect(sorted_).width() + widthOfCounts(fontMetrics()) + 120, sizeHint().height()};
}

std::optional<std::size_t> HeadStrip::headAt(const QPoint& point) const {
    const QRect bars = barsArea();
    if (!bars.contains(point))
        return std::nullopt;
    const auto n = static_cast<std::size_t>((point.x() - bars.left() + scroll_->value()) / pitch());
    return n < heads_.size() ? std::optional(n) : std::nullopt;
}

std::optional<std::size_t> HeadStrip::activeHead() const {
    const auto found = std::ranges::find(heads_, state_->activePanel(), &HeadFigures::panel);
    return found == heads_.end() ? std::nullopt : std::optional(static_cast<std::size_t>(found - heads_.begin()));
}

QString HeadStrip::textAt(const QPoint& point) const {
    for (const Row row : shownRows()) {
        const QRect name = nameRect(row);
        if (name.contains(point))
            return tr("%1: sort the heads by it", "of a figure").arg(wordsOf(row).explanation());
        if (point.y() < name.top() || point.y() > name.bottom())
            continue;
        const auto n = headAt(point);
        if (!n)
            return {};
        const HeadFigures& head = heads_[*n];
        const auto value = valueIn(head, row);
        QStringList parts{head.title};
        if (value)
            parts.append(QStringLiteral("%1 %2").arg(wordsOf(row).name(), numberText(*value)));
        if (const auto role = analysis::roleOf(head.roles); role && role != roleOfRow(row))
            parts.append(tr("role: %1").arg(roleText(*role)));
        if (value && row == sorted_)
            parts.append(tr("%1 of %2", "place in an order").arg(*n + 1).arg(heads_.size()));
        return parts.join(QStringLiteral(" · "));
    }
    return {};
}

QString HeadStrip::missingText(Row row) const {
    switch (row) {
    case Row::induction:
    case Row::duplicate:
        return heads_.empty() || document_->results().session().labelsOf(document_->results().front().panel).empty()
                   ? tr("needs tokens, and this input has none: put NAME.tokens.json beside the file")
                   : tr("no token comes twice in one sequence");
    case Row::previous:
    case Row::self:
        return tr("rows and columns are not the same tokens");
    case Row::errorRate:
        return tr("needs gold links, and this input has none");
    case Row::sink:
    case Row::diagonal:
    case Row::reach:
    case Row::entropy:
        break;
    }
    return tr("needs weights, whose rows sum to 1");
}

void HeadStrip::paintRow(QPainter& painter, Row row, const QRect& name) const {
    const auto role = roleOfRow(row);
    QFont words = font();
    words.setWeight(row == sorted_ ? QFont::DemiBold : QFont::Normal);
    painter.setFont(words);
    painter.setPen(theme().text);
    const QString order = row != sorted_ ? QString() : descending_ ? QStringLiteral(" ▾") : QStringLiteral(" ▴");
    painter.drawText(name, Qt::AlignLeft | Qt::AlignVCenter, wordsOf(row).name() + order);
    double largest = role || row == Row::errorRate ? 1 : 0;
    int above = 0;
    bool any = false;
    for (const HeadFigures& head : heads_) {
        const auto value = valueIn(head, row);
        any = any || value;
        largest = std::max(largest, value.value_or(0));
        above += role && value && *value >= analysis::roleThreshold ? 1 : 0;
    }
    const QRect bars(barsArea().left(), name.top(), barsArea().width(), name.height());
    if (!any) {
        painter.setFont(font());
        painter.setPen(theme().dimText);
        painter.drawText(bars, Qt::AlignLeft | Qt::AlignVCenter,
                         fontMetrics().elidedText(missingText(row), Qt::ElideRight, bars.width()));
        return;
    }
    const QRect counts(name.right() + 1, name.top(), widthOfCounts(fontMetrics()) - aroundName, name.height());
    if (role) {
        painter.setFont(font());
        painter.setPen(theme().dimText);
        painter.drawText(counts, Qt::AlignLeft | Qt::AlignVCenter, QStringLiteral("≥ .50"));
        painter.setFont(words);
        painter.setPen(theme().text);
        painter.drawText(counts, Qt::AlignRight | Qt::AlignVCenter, QString::number(above));
    } else if (row != Row::errorRate) {
        painter.setFont(font());
        painter.setPen(theme().dimText);
        painter.drawText(counts, Qt::AlignLeft | Qt::AlignVCenter, tr("to %1").arg(numberText(largest)));
    }
    painter.save();
    painter.setClipRect(bars);
    for (std::size_t n = 0; n < heads_.size(); ++n) {
        const auto value = valueIn(heads_[n], row);
        const QRect slot = barRect(row, n);
        if (!value || slot.right() < bars.left() || slot.left() > bars.right())
            continue;
        const int high = std::max(1, static_cast<int>(std::lround(*value / std::max(largest, 1e-12) * slot.height())));
        const bool isAbove = role && *value >= analysis::roleThreshold;
        painter.fillRect(QRect(slot.left(), slot.bottom() + 1 - high, slot.width(), high),
                         isAbove ? theme().accent : theme().neutralBar);
    }
    if (role) { // the threshold, over the bars
        painter.setPen(QPen(theme().dimText, 1, Qt::DotLine));
        const QRect slot = barRect(row, 0);
        const int y = slot.bottom() + 1 - static_cast<int>(std::lround(analysis::roleThreshold * slot.height()));
        painter.drawLine(bars.left(), y, bars.left() + pitch() * static_cast<int>(heads_.size()), y);
    }
    painter.restore();
}

bool HeadStrip::hasBars(Row row) const {
    return std::ranges::any_of(heads_, [&](const HeadFigures& head) { return valueIn(head, row).has_value(); });
}

// Through all rows, but not over the sentence of one that has no bars.
void HeadStrip::frameHead(QPainter& painter, std::size_t n) const {
    painter.setClipRect(barsArea().adjusted(-2, -2, 2, 2));
    painter.setPen(theme().text);
    QRect frame;
    const auto draw = [&] {
        if (!frame.isEmpty())
            painter.drawRect(frame.adjusted(-2, -1, 1, 1));
        frame = {};
    };
    for (const Row row : shownRows())
        hasBars(row) ? void(frame = frame.united(barRect(row, n))) : draw();
    draw();
    painter.setClipping(false);
}

void HeadStrip::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    QFont bold = font();
    bold.setWeight(QFont::DemiBold);
    QRect head(0, 0, more_->x() - aroundName, headHeight(*this));
    painter.setPen(theme().dimText);
    painter.setFont(bold);
    const QString title = tr("figures").toUpper();
    painter.drawText(head, Qt::AlignLeft | Qt::AlignVCenter, title);
    head.setLeft(QFontMetrics(bold).horizontalAdvance(title) + aroundName);
    QString named;
    const auto active = activeHead();
    if (active) {
        const auto role = analysis::roleOf(heads_[*active].roles);
        const QString what = role ? QStringLiteral("%1 %2").arg(
                                        roleText(*role), numberText(*analysis::figureOf(heads_[*active].roles, *role)))
                                  : tr("no role from .50 on");
        named = QStringLiteral("%1: %2").arg(heads_[*active].title, what);
    }
    const int room = head.width() - QFontMetrics(bold).horizontalAdvance(named) - aroundName;
    painter.setFont(font());
    const QString order = tr("every head a column, sorted by %1").arg(wordsOf(sorted_).name());
    if (fontMetrics().horizontalAdvance(order) <= room)
        painter.drawText(head, Qt::AlignLeft | Qt::AlignVCenter, order);
    painter.setFont(bold);
    painter.setPen(theme().text);
    painter.drawText(head, Qt::AlignRight | Qt::AlignVCenter, named);
    for (const Row row : shownRows())
        paintRow(painter, row, nameRect(row));
    if (active)
        frameHead(painter, *active);
    if (hasFocus()) {
        painter.setPen(QPen(theme().accent, 1));
        painter.drawRect(nameRect(sorted_).adjusted(-1, 0, -aroundName / 2, -1));
    }
}

bool HeadStrip::event(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        QToolTip::showText(help->globalPos(), toolTipText(textAt(help->pos())), this);
        return true;
    }
    return QWidget::event(event);
}

void HeadStrip::foldToWindow() {
    if (!foldedByHand_)
        setUnfolded(window()->height() >= lowWindow);
}

void HeadStrip::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    foldToWindow();
    placeParts();
}

// A window that becomes higher moves what stands below.
void HeadStrip::moveEvent(QMoveEvent* event) {
    QWidget::moveEvent(event);
    foldToWindow();
}

void HeadStrip::showHead(std::size_t n) {
    if (n >= heads_.size())
        return;
    state_->setActivePanel(heads_[n].panel);
    const int left = static_cast<int>(n) * pitch();
    scroll_->setValue(std::clamp(scroll_->value(), left + pitch() - scroll_->pageStep(), left));
}

void HeadStrip::mousePressEvent(QMouseEvent* event) {
    const QPoint point = event->position().toPoint();
    if (event->button() != Qt::LeftButton)
        return QWidget::mousePressEvent(event);
    for (const Row row : shownRows()) {
        if (nameRect(row).contains(point))
            return sortBy(row);
    }
    if (const auto n = headAt(point))
        showHead(*n);
}

void HeadStrip::mouseDoubleClickEvent(QMouseEvent* event) {
    if (const auto n = headAt(event->position().toPoint()))
        Q_EMIT headOpened(heads_[*n].panel);
}

void HeadStrip::wheelEvent(QWheelEvent* event) {
    if (!scroll_->isVisible())
        return QWidget::wheelEvent(event);
    const QPoint turned = event->angleDelta();
    scroll_->setValue(scroll_->value() - (turned.x() != 0 ? turned.x() : turned.y()));
    event->accept();
}

// Left and right walk the heads in their order, S sorts by the next figure, Enter opens the head.
void HeadStrip::keyPressEvent(QKeyEvent* event) {
    const auto active = activeHead();
    switch (event->key()) {
    case Qt::Key_Left:
        return showHead(active && *active > 0 ? *active - 1 : 0);
    case Qt::Key_Right:
        return showHead(active ? std::min(*active + 1, heads_.size() - 1) : 0);
    case Qt::Key_Home:
        return showHead(0);
    case Qt::Key_End:
        return showHead(heads_.size() - 1);
    case Qt::Key_S:
        return sortBy(static_cast<Row>((static_cast<int>(sorted_) + 1) % rowCount));
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (active)
            Q_EMIT headOpened(heads_[*active].panel);
        return;
    default:
        QWidget::keyPressEvent(event);
    }
}

void HeadStrip::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) {
        placeParts();
        updateGeometry();
        update();
    }
}

} // namespace heedmap
