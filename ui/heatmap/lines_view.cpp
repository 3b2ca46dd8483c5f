#include "ui/heatmap/lines_view.h"

#include "ui/heatmap/read_out.h"
#include "ui/heatmap/token_labels.h"
#include "ui/settings/theme.h"
#include "ui/widgets/tool_tip.h"

#include <QAccessible>
#include <QAccessibleEvent>
#include <QContextMenuEvent>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>

namespace heedmap {

namespace {

constexpr double linesMargin = 8;
constexpr double reach = 5; // how far from a line the pointer may be

bool same(const LinesOverlay& a, const LinesOverlay& b) {
    return a.row == b.row && a.column == b.column && a.line == b.line && a.focused == b.focused;
}

bool isOurs(int key) {
    static constexpr int keys[] = {Qt::Key_Up, Qt::Key_Down, Qt::Key_Left, Qt::Key_Right, Qt::Key_Space};
    return std::ranges::find(keys, key) != std::end(keys) || (key >= Qt::Key_1 && key <= Qt::Key_9);
}

} // namespace

LinesView::LinesView(ViewState* state, QWidget* parent)
    : QWidget(parent)
    , state_(state) {
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setAttribute(Qt::WA_OpaquePaintEvent);
    const auto repaint = [this] {
        update();
    };
    connect(state, &ViewState::cursorChanged, this, repaint);
    connect(state, &ViewState::activePanelChanged, this, repaint);
    connect(state, &ViewState::hoverChanged, this, repaint);
}

void LinesView::setPicture(LinesPicture picture, std::vector<int> panels) {
    const bool sameSize = picture.rows() == picture_.rows() && picture.columns() == picture_.columns();
    if (picture.hidden.size() == picture_.hidden.size())
        picture.hidden = picture_.hidden;
    if (!sameSize) {
        overlay_ = {};
        state_->setCrosshairLocked(false);
    }
    picture_ = std::move(picture);
    panels_ = std::move(panels);
    layout_.reset();
    setAccessibleName(tr("Lines from %1 keys to %2 queries, %3 panels")
                          .arg(picture_.columns())
                          .arg(picture_.rows())
                          .arg(picture_.series.size()));
    update();
}

void LinesView::setDimmed(bool dimmed) {
    if (dimmed == dimmed_)
        return;
    dimmed_ = dimmed;
    update();
}

const LinesLayout& LinesView::linesLayout() {
    if (!layout_)
        layout_ = layoutLines(picture_, QRectF(rect()).adjusted(linesMargin, linesMargin, -linesMargin, -linesMargin),
                              font());
    return *layout_;
}

void LinesView::toggleSeries(int which) {
    const auto index = static_cast<std::size_t>(which);
    if (index >= picture_.hidden.size())
        return;
    picture_.hidden[index] = !picture_.hidden[index];
    update();
}

QSize LinesView::minimumSizeHint() const {
    return {280, 160};
}

LinesOverlay LinesView::pointedAt(QPointF position) {
    LinesOverlay what;
    const LinesLayout& layout = linesLayout();
    if (layout.sources.contains(position))
        what.column = layout.geometry.columnAt(position.y());
    else if (layout.targets.contains(position))
        what.row = layout.geometry.rowAt(position.y());
    else
        what.line = layout.geometry.lineAt({position.x(), position.y()}, reach, [&](Cell cell, int which) {
            return lineWidth(picture_, layout.geometry, cell, which);
        });
    return what;
}

int LinesView::activeSeries() const {
    const auto found = std::ranges::find(panels_, state_->activePanel());
    return found == panels_.end() ? 0 : static_cast<int>(found - panels_.begin());
}

// The largest weight of the token in the active panel: what the inspector is to explain.
Cell LinesView::strongest(const LinesOverlay& what) const {
    const attention::AlphaSource& source = *picture_.series[static_cast<std::size_t>(activeSeries())].source;
    Cell best{what.row.value_or(0), what.column.value_or(0)};
    Cell cell = best;
    for (Index i = 0; i < (what.row ? picture_.columns() : picture_.rows()); ++i) {
        (what.row ? cell.column : cell.row) = i;
        if (source.value(cell) > source.value(best))
            best = cell;
    }
    return best;
}

void LinesView::chooseCell(const LinesOverlay& what) {
    if (what.line) {
        state_->setActivePanel(panels_[static_cast<std::size_t>(what.line->which)]);
        state_->setCursor(what.line->cell);
    } else if (what.row || what.column) {
        state_->setCursor(strongest(what));
    }
}

void LinesView::lookAt(LinesOverlay what, bool choose) {
    if (choose)
        chooseCell(what);
    if (same(what, overlay_))
        return;
    overlay_ = what;
    tellFocus();
    update();
}

void LinesView::mouseMoveEvent(QMouseEvent* event) {
    pointer_ = event->position();
    if (picture_.hasLines() && !state_->crosshairLocked())
        lookAt(pointedAt(pointer_), false);
}

void LinesView::leaveEvent(QEvent*) {
    if (!state_->crosshairLocked() && !overlay_.focused)
        lookAt({}, false);
}

// A click on a token or line locks it; a second one, or one beside, lets go.
void LinesView::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton || !picture_.hasLines())
        return QWidget::mousePressEvent(event);
    const auto& legend = linesLayout().legend;
    const auto chip = std::ranges::find_if(legend, [&](const QRectF& r) { return r.contains(event->position()); });
    if (chip != legend.end())
        return toggleSeries(static_cast<int>(chip - legend.begin()));
    const LinesOverlay what = pointedAt(event->position());
    const bool something = what.row || what.column || what.line;
    const bool again = state_->crosshairLocked() && same(what, overlay_);
    state_->setCrosshairLocked(something && !again);
    lookAt(what, something);
}

bool LinesView::moveFocus(int key) {
    LinesOverlay to;
    to.focused = true;
    const bool onSources = overlay_.column && !overlay_.row;
    if (key == Qt::Key_Left || key == Qt::Key_Right) {
        const Cell at = state_->cursor().value_or(Cell{});
        if (key == Qt::Key_Left)
            to.column = at.column;
        else
            to.row = at.row;
    } else if (key == Qt::Key_Up || key == Qt::Key_Down) {
        const Index step = key == Qt::Key_Down ? 1 : -1;
        if (onSources)
            to.column = std::clamp<Index>(*overlay_.column + step, 0, picture_.columns() - 1);
        else
            to.row = overlay_.row ? std::clamp<Index>(*overlay_.row + step, 0, picture_.rows() - 1)
                                  : std::min(state_->cursor().value_or(Cell{}).row, picture_.rows() - 1);
    } else {
        return false;
    }
    lookAt(to, true);
    return true;
}

void LinesView::keyPressEvent(QKeyEvent* event) {
    const int key = event->key();
    if (key == Qt::Key_Menu || (key == Qt::Key_F10 && event->modifiers() == Qt::ShiftModifier)) {
        Q_EMIT menuRequested(state_->activePanel(), mapToGlobal(rect().topRight()));
        return;
    }
    if (!picture_.hasLines() || event->modifiers() & (Qt::ControlModifier | Qt::AltModifier))
        return QWidget::keyPressEvent(event);
    if (moveFocus(key))
        return;
    if (key == Qt::Key_Space)
        state_->setCrosshairLocked(!state_->crosshairLocked());
    else if (key == Qt::Key_Escape && (overlay_.focused || state_->crosshairLocked())) {
        state_->setCrosshairLocked(false);
        lookAt({}, false);
    } else if (key >= Qt::Key_1 && key <= Qt::Key_9)
        toggleSeries(key - Qt::Key_1);
    else
        QWidget::keyPressEvent(event);
}

// "爱: love 0.755": the token and its strongest partner in the active panel.
QString LinesView::spoken() const {
    const PanelPicture& panel = picture_.series[static_cast<std::size_t>(activeSeries())];
    if (overlay_.line)
        return spokenCell(picture_.series[static_cast<std::size_t>(overlay_.line->which)], overlay_.line->cell);
    if (overlay_.row || overlay_.column)
        return spokenCell(panel, strongest(overlay_));
    return {};
}

void LinesView::tellFocus() {
    setAccessibleDescription(picture_.hasLines() ? spoken() : picture_.notice);
    if (!overlay_.focused)
        return;
    QAccessibleEvent told(this, QAccessible::DescriptionChanged);
    QAccessible::updateAccessibility(&told);
}

void LinesView::toolTip(const QPoint& position, const QPoint& globalPosition) {
    QString text;
    const LinesLayout& layout = linesLayout();
    for (std::size_t i = 0; i < layout.legend.size(); ++i) {
        if (layout.legend[i].contains(position))
            text = tr("%1 %2: click or press %3 to hide or show its lines", "panel, remark, key")
                       .arg(picture_.series[i].title, picture_.series[i].remark)
                       .arg(i + 1);
    }
    if (picture_.hasLines() && text.isEmpty()) {
        const LinesOverlay at = pointedAt(position);
        const PanelPicture& first = picture_.series.front();
        if (at.row)
            text = tr("row %1: %2").arg(*at.row).arg(labelText(first.rowLabels, *at.row));
        else if (at.column)
            text = tr("column %1: %2").arg(*at.column).arg(labelText(first.columnLabels, *at.column));
    }
    QToolTip::showText(globalPosition, toolTipText(text), this);
}

bool LinesView::event(QEvent* event) {
    if (event->type() == QEvent::ShortcutOverride) {
        const auto* key = static_cast<QKeyEvent*>(event);
        if (isOurs(key->key()) && !(key->modifiers() & ~(Qt::ShiftModifier | Qt::KeypadModifier))) {
            event->accept();
            return true;
        }
    } else if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        toolTip(help->pos(), help->globalPos());
        return true;
    } else if (event->type() == QEvent::ContextMenu) {
        const auto* menu = static_cast<QContextMenuEvent*>(event);
        if (menu->reason() == QContextMenuEvent::Mouse)
            Q_EMIT menuRequested(state_->activePanel(), menu->globalPos());
        return true;
    }
    return QWidget::event(event);
}

void LinesView::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.fillRect(rect(), panelColors(theme().dark).canvas);
    LinesOverlay shown = overlay_;
    const auto cursor = state_->cursor();
    if (cursor && cursor->row < picture_.rows() && cursor->column < picture_.columns())
        shown.cursor = cursor;
    shown.focused = overlay_.focused && hasFocus();
    paintLines(painter, picture_, linesLayout(), font(), shown);
    if (dimmed_) {
        QColor veil = panelColors(theme().dark).canvas;
        veil.setAlphaF(0.5F);
        painter.fillRect(rect(), veil);
    }
    if (!overlay_.line)
        return;
    const auto& geometry = linesLayout().geometry;
    const double middle = geometry.area.x + geometry.area.width / 2;
    const double x = underMouse() && !state_->crosshairLocked() ? pointer_.x() : middle;
    const double y = geometry.yAt(overlay_.line->cell, overlay_.line->which, x);
    ReadOut readOut = readOutOf(picture_.series[static_cast<std::size_t>(overlay_.line->which)], overlay_.line->cell);
    if (picture_.series.size() > 1)
        readOut.place.prepend(picture_.series[static_cast<std::size_t>(overlay_.line->which)].title +
                              QStringLiteral(" · "));
    paintReadOut(painter, readOut, readOutRect(readOut, QRectF(x - 4, y - 4, 8, 8), rect(), font()), font(),
                 theme().dark);
}

void LinesView::resizeEvent(QResizeEvent*) {
    layout_.reset();
}

void LinesView::changeEvent(QEvent* event) {
    if (event->type() == QEvent::FontChange || event->type() == QEvent::PaletteChange) {
        layout_.reset();
        update();
    }
    QWidget::changeEvent(event);
}

} // namespace heedmap
