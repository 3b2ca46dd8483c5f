// What the mouse, the wheel, fingers and keys do in a HeatmapView.
#include "ui/heatmap/heatmap_view_private.h"
#include "ui/heatmap/token_labels.h"
#include "ui/widgets/tool_tip.h"

#include <QApplication>
#include <QContextMenuEvent>
#include <QGestureEvent>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QNativeGestureEvent>
#include <QPinchGesture>
#include <QToolTip>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace heedmap {

void HeatmapView::Private::updateHover() {
    state->setHover(drag == Drag::none && pointerInside ? cellAt(pointer) : std::nullopt);
}

void HeatmapView::Private::updateCursorShape() {
    if (drag == Drag::pan)
        view->setCursor(Qt::ClosedHandCursor);
    else if (drag == Drag::box)
        view->setCursor(Qt::CrossCursor);
    else
        view->unsetCursor();
}

void HeatmapView::Private::moveCursor(Cell to, bool extend) {
    if (extend)
        state->extendTo(to);
    else
        state->setCursor(to);
    reveal(to);
}

void HeatmapView::Private::endBox() {
    const QRectF box = boxRect().intersected(layout().cells).translated(-layout().cells.topLeft());
    if (box.isEmpty())
        return;
    const heatmap::CellGeometry g = geometry();
    const Cell first = g.nearestCell({box.left(), box.top()});
    const Cell last = g.nearestCell({box.right(), box.bottom()});
    show(g.showing({first.row, last.row + 1}, {first.column, last.column + 1}));
}

std::optional<Cell> HeatmapView::Private::target(int key, Qt::KeyboardModifiers modifiers, Cell from) {
    if (compact && (key == Qt::Key_PageUp || key == Qt::Key_PageDown))
        return std::nullopt; // from layer to layer in a grid of heads
    const bool far = modifiers.testFlag(Qt::ControlModifier);
    const Index lastRow = picture.rows() - 1;
    const Index lastColumn = picture.columns() - 1;
    const Index page = std::max<Index>(1, geometry().visibleRows().size() - 1);
    Cell to = from;
    switch (key) {
    case Qt::Key_Left:
        to.column = far ? 0 : from.column - 1;
        break;
    case Qt::Key_Right:
        to.column = far ? lastColumn : from.column + 1;
        break;
    case Qt::Key_Up:
        to.row = far ? 0 : from.row - 1;
        break;
    case Qt::Key_Down:
        to.row = far ? lastRow : from.row + 1;
        break;
    case Qt::Key_PageUp:
        to.row -= page;
        break;
    case Qt::Key_PageDown:
        to.row += page;
        break;
    case Qt::Key_Home:
        to = {far ? 0 : from.row, 0};
        break;
    case Qt::Key_End:
        to = {far ? lastRow : from.row, lastColumn};
        break;
    default:
        return std::nullopt;
    }
    return Cell{std::clamp<Index>(to.row, 0, lastRow), std::clamp<Index>(to.column, 0, lastColumn)};
}

bool HeatmapView::Private::act(int key) {
    switch (key) {
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        view->zoomIn();
        return true;
    case Qt::Key_Minus:
        view->zoomOut();
        return true;
    case Qt::Key_0:
        view->fit();
        return true;
    case Qt::Key_Space:
        state->setCrosshairLocked(!state->crosshairLocked());
        if (!state->crosshairLocked())
            updateHover();
        return true;
    case Qt::Key_Delete:
        if (inside(state->cursor()) && inside(state->anchor()))
            Q_EMIT view->maskToggleRequested(state->selectedRows(), state->selectedColumns());
        return true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        Q_EMIT view->enlargeRequested(index);
        return true;
    default:
        return false;
    }
}

// Keys that mean something here although a menu may have them as a shortcut.
bool HeatmapView::Private::isOurs(const QKeyEvent& event) const {
    static constexpr int plain[] = {Qt::Key_Plus,   Qt::Key_Equal,    Qt::Key_Minus,  Qt::Key_0,
                                    Qt::Key_Space,  Qt::Key_Delete,   Qt::Key_Return, Qt::Key_Enter,
                                    Qt::Key_Left,   Qt::Key_Right,    Qt::Key_Up,     Qt::Key_Down,
                                    Qt::Key_PageUp, Qt::Key_PageDown, Qt::Key_Home,   Qt::Key_End};
    const auto others = event.modifiers() & ~(Qt::ShiftModifier | Qt::KeypadModifier);
    return !others && std::ranges::find(plain, event.key()) != std::end(plain);
}

void HeatmapView::keyPressEvent(QKeyEvent* event) {
    const auto modifiers = event->modifiers();
    const bool plain = !(modifiers & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier));
    if (event->key() == Qt::Key_Menu || (event->key() == Qt::Key_F10 && modifiers == Qt::ShiftModifier)) {
        Q_EMIT menuRequested(d_->index, mapToGlobal(d_->menuRect().center().toPoint()));
        return;
    }
    if (!d_->hasCells() || modifiers & (Qt::AltModifier | Qt::MetaModifier))
        return QWidget::keyPressEvent(event);
    if (plain && d_->act(event->key()))
        return;
    const auto cursor = d_->inside(d_->state->cursor());
    const auto to = d_->target(event->key(), modifiers, cursor.value_or(Cell{}));
    if (!to)
        return QWidget::keyPressEvent(event);
    // The first key shows where the cursor is, the next ones move it.
    d_->moveCursor(cursor ? *to : Cell{}, cursor && modifiers.testFlag(Qt::ShiftModifier));
}

void HeatmapView::mousePressEvent(QMouseEvent* event) {
    const QPointF at = event->position();
    d_->setActive();
    if (event->button() == Qt::LeftButton && d_->menuRect().contains(at)) {
        Q_EMIT menuRequested(d_->index, mapToGlobal(d_->menuRect().bottomLeft().toPoint()));
        return;
    }
    if (event->button() == Qt::LeftButton && d_->actionRect().contains(at)) {
        Q_EMIT actionRequested();
        return;
    }
    if (event->button() != Qt::LeftButton && event->button() != Qt::MiddleButton)
        return QWidget::mousePressEvent(event);
    if (!d_->hasCells())
        return;
    d_->drag = Private::Drag::pressed;
    d_->pressedAt = d_->pointer = at;
    d_->pressedGeometry = d_->geometry();
}

void HeatmapView::mouseMoveEvent(QMouseEvent* event) {
    d_->pointer = event->position();
    d_->pointerInside = rect().contains(event->position().toPoint());
    if (d_->drag == Private::Drag::pressed &&
        (d_->pointer - d_->pressedAt).manhattanLength() >= QApplication::startDragDistance()) {
        d_->drag = event->modifiers().testFlag(Qt::ShiftModifier) ? Private::Drag::box : Private::Drag::pan;
        d_->updateCursorShape();
    }
    const QPointF moved = d_->pointer - d_->pressedAt;
    if (d_->drag == Private::Drag::pan)
        d_->show(d_->pressedGeometry.panned(moved.x(), moved.y()));
    d_->updateHover();
    const bool overMenu = d_->menuRect().united(d_->actionRect()).adjusted(-24, -24, 24, 24).contains(d_->pointer);
    if (d_->drag == Private::Drag::box || overMenu)
        update();
}

void HeatmapView::mouseReleaseEvent(QMouseEvent* event) {
    const auto drag = std::exchange(d_->drag, Private::Drag::none);
    d_->pointer = event->position();
    if (drag == Private::Drag::box) {
        d_->endBox();
        update();
    } else if (drag == Private::Drag::pressed && event->button() == Qt::LeftButton) {
        if (const auto cell = d_->cellAt(event->position()))
            d_->moveCursor(*cell, event->modifiers().testFlag(Qt::ShiftModifier));
        else if (d_->layout().title.contains(event->position()))
            Q_EMIT enlargeRequested(d_->index);
    }
    d_->updateCursorShape();
    d_->updateHover();
}

void HeatmapView::mouseDoubleClickEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton || d_->menuRect().contains(event->position()))
        return mousePressEvent(event);
    if (d_->compact)
        Q_EMIT enlargeRequested(d_->index);
    else
        fit();
}

void HeatmapView::leaveEvent(QEvent*) {
    d_->pointerInside = false;
    d_->updateHover();
    update();
}

void HeatmapView::wheelEvent(QWheelEvent* event) {
    // A grid of many scrolls; Ctrl zooms there too.
    if (!d_->hasCells() || (d_->compact && !event->modifiers().testFlag(Qt::ControlModifier)))
        return event->ignore();
    const double notches =
        event->angleDelta().isNull() ? event->pixelDelta().y() / 60.0 : event->angleDelta().y() / 120.0;
    d_->pointer = event->position();
    d_->zoomBy(std::exp2(notches / 4), event->position());
    d_->updateHover();
    event->accept();
}

bool HeatmapView::Private::gesture(QEvent* event) {
    if (event->type() == QEvent::NativeGesture) {
        const auto* native = static_cast<QNativeGestureEvent*>(event);
        if (native->gestureType() == Qt::ZoomNativeGesture)
            zoomBy(std::max(0.1, 1 + native->value()), native->position());
        else if (native->gestureType() == Qt::SmartZoomNativeGesture)
            view->fit();
        else
            return false;
        return true;
    }
    auto* pinch = static_cast<QPinchGesture*>(static_cast<QGestureEvent*>(event)->gesture(Qt::PinchGesture));
    if (!pinch)
        return false;
    drag = Drag::none;
    if (pinch->changeFlags().testFlag(QPinchGesture::ScaleFactorChanged))
        zoomBy(pinch->scaleFactor(), view->mapFromGlobal(pinch->centerPoint()));
    return true;
}

// Labels in full, as they may be elided or skipped; over the title what it says and how to move about.
void HeatmapView::Private::toolTip(const QPoint& position, const QPoint& globalPosition) {
    const QPointF at = QPointF(position) - layout().cells.topLeft();
    const heatmap::CellGeometry g = geometry();
    QString text;
    if (menuRect().contains(position)) {
        text = HeatmapView::tr("What can be done with this panel (Menu key)");
    } else if (hasCells() && layout().rowLabels.contains(position)) {
        if (const auto cell = g.cellAt({g.origin.x + g.cellWidth / 2, at.y()}))
            text = HeatmapView::tr("row %1: %2").arg(cell->row).arg(labelText(picture.rowLabels, cell->row));
    } else if (hasCells() && layout().columnLabels.contains(position)) {
        if (const auto cell = g.cellAt({at.x(), g.origin.y + g.cellHeight / 2}))
            text =
                HeatmapView::tr("column %1: %2").arg(cell->column).arg(labelText(picture.columnLabels, cell->column));
    } else if (layout().title.contains(position)) {
        QStringList lines{picture.title, panelState.text, picture.remark};
        lines.removeAll(QString());
        if (!compact)
            lines.append(
                HeatmapView::tr("Wheel zooms · drag pans · Shift+drag zooms into a box · double click or 0 fits · "
                                "Space locks the crosshair · a click here or Enter shows only this panel"));
        text = lines.join(QLatin1Char('\n'));
    }
    QToolTip::showText(globalPosition, toolTipText(text), view);
}

bool HeatmapView::event(QEvent* event) {
    switch (event->type()) {
    case QEvent::ShortcutOverride:
        if (d_->isOurs(*static_cast<QKeyEvent*>(event))) {
            event->accept();
            return true;
        }
        break;
    case QEvent::NativeGesture:
    case QEvent::Gesture:
        if (d_->hasCells() && d_->gesture(event)) {
            event->accept();
            return true;
        }
        break;
    case QEvent::ToolTip: {
        const auto* help = static_cast<QHelpEvent*>(event);
        d_->toolTip(help->pos(), help->globalPos());
        return true;
    }
    case QEvent::ContextMenu: {
        const auto* menu = static_cast<QContextMenuEvent*>(event);
        if (menu->reason() == QContextMenuEvent::Mouse)
            Q_EMIT menuRequested(d_->index, menu->globalPos());
        return true;
    }
    default:
        break;
    }
    return QWidget::event(event);
}

} // namespace heedmap
