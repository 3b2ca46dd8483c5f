#include "ui/document/view_state.h"

#include <algorithm>
#include <cmath>

namespace heedmap {

void ViewState::setViewport(double zoom, QPointF center) {
    if (!std::isfinite(zoom) || !std::isfinite(center.x()) || !std::isfinite(center.y()))
        return;
    zoom = std::max(zoom, 1.0);
    center = {std::clamp(center.x(), 0.0, 1.0), std::clamp(center.y(), 0.0, 1.0)};
    if (zoom == zoom_ && center == center_)
        return;
    zoom_ = zoom;
    center_ = center;
    Q_EMIT viewportChanged();
}

void ViewState::setCursor(std::optional<Cell> cell) {
    const Cell anchor = cell.value_or(Cell{});
    if (cell == cursor_ && anchor == anchor_)
        return;
    cursor_ = cell;
    anchor_ = anchor;
    Q_EMIT cursorChanged();
}

void ViewState::extendTo(Cell cell) {
    if (!cursor_)
        return setCursor(cell);
    if (cell == *cursor_)
        return;
    cursor_ = cell;
    Q_EMIT cursorChanged();
}

Rows ViewState::selectedRows() const {
    if (!cursor_)
        return {};
    return {std::min(anchor_.row, cursor_->row), std::max(anchor_.row, cursor_->row) + 1};
}

Columns ViewState::selectedColumns() const {
    if (!cursor_)
        return {};
    return {std::min(anchor_.column, cursor_->column), std::max(anchor_.column, cursor_->column) + 1};
}

void ViewState::setHover(std::optional<Cell> cell) {
    if (locked_ || cell == hover_)
        return;
    hover_ = cell;
    Q_EMIT hoverChanged();
}

void ViewState::setCrosshairLocked(bool locked) {
    if (locked == locked_)
        return;
    locked_ = locked;
    Q_EMIT hoverChanged();
}

void ViewState::setActivePanel(int panel) {
    if (panel == activePanel_)
        return;
    activePanel_ = panel;
    Q_EMIT activePanelChanged();
}

void ViewState::fitTo(Index rows, Index columns) {
    const auto inside = [&](Cell cell) {
        return Cell{std::clamp<Index>(cell.row, 0, rows - 1), std::clamp<Index>(cell.column, 0, columns - 1)};
    };
    if (rows == 0 || columns == 0) {
        hover_.reset();
        return setCursor(std::nullopt);
    }
    if (hover_ && *hover_ != inside(*hover_)) {
        hover_.reset();
        Q_EMIT hoverChanged();
    }
    if (!cursor_ || (*cursor_ == inside(*cursor_) && anchor_ == inside(anchor_)))
        return;
    cursor_ = inside(*cursor_);
    anchor_ = inside(anchor_);
    Q_EMIT cursorChanged();
}

} // namespace heedmap
