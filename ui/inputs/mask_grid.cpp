#include "ui/inputs/mask_grid.h"

#include "ui/settings/theme.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace heedmap {

namespace {

constexpr qreal largestCell = 14;

} // namespace

MaskGrid::MaskGrid(QWidget* parent)
    : QWidget(parent) {
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void MaskGrid::setMask(const BoolMatrix& others, const BoolMatrix& custom) {
    HEEDMAP_EXPECTS(others.rows() == custom.rows() && others.cols() == custom.cols());
    const bool resized = others.rows() != rows() || others.cols() != columns();
    others_ = others;
    custom_ = custom;
    setAccessibleName(tr("custom mask"));
    setToolTip(tr("Rows are queries, columns are keys. Click or drag to allow or forbid; arrow keys and Space do the "
                  "same"));
    fit(resized);
}

void MaskGrid::setShares(const MatrixF& shares) {
    const bool resized = shares.rows() != rows() || shares.cols() != columns();
    custom_ = others_ = BoolMatrix();
    shares_ = shares;
    setAccessibleName(tr("picture of the mask"));
    setToolTip(tr("Rows are queries, columns are keys; what is colored is allowed"));
    fit(resized);
}

void MaskGrid::fit(bool resized) {
    setFocusPolicy(canPaint() ? Qt::StrongFocus : Qt::NoFocus);
    if (resized) {
        cursor_ = {};
        fitHeight();
    }
    update();
}

bool MaskGrid::canPaint() const {
    return custom_.size() > 0 && custom_.rows() <= mostCells && custom_.cols() <= mostCells;
}

qreal MaskGrid::cellSize(int width) const {
    return columns() > 0 ? std::min(largestCell, static_cast<qreal>(width) / static_cast<qreal>(columns())) : 0;
}

QRectF MaskGrid::cellRect(Cell cell) const {
    const qreal size = cellSize(width());
    return {static_cast<qreal>(cell.column) * size, static_cast<qreal>(cell.row) * size, size, size};
}

void MaskGrid::fitHeight() {
    setFixedHeight(static_cast<int>(std::ceil(cellSize(width()) * static_cast<qreal>(rows()))) + 1);
}

void MaskGrid::resizeEvent(QResizeEvent*) {
    fitHeight();
}

std::optional<Cell> MaskGrid::cellAt(const QPointF& point) const {
    const qreal size = cellSize(width());
    if (!canPaint() || size <= 0 || point.x() < 0 || point.y() < 0)
        return std::nullopt;
    const Cell cell{static_cast<Index>(point.y() / size), static_cast<Index>(point.x() / size)};
    if (cell.row >= custom_.rows() || cell.column >= custom_.cols())
        return std::nullopt;
    return cell;
}

// Many cells of the full accent are loud.
QColor MaskGrid::cellColor(Index row, Index column) const {
    constexpr float strength = 0.75F;
    const Theme& t = theme();
    const bool open = !canPaint() || others_(row, column) != 0;
    const float share = canPaint() ? static_cast<float>(custom_(row, column) != 0) : shares_(row, column);
    if (!open || share == 0)
        return open && canPaint() ? t.neutralBar : t.hover;
    QColor color = t.accent;
    color.setAlphaF(strength * std::max(share, 0.12F)); // a little is still seen
    return color;
}

void MaskGrid::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const qreal gap = cellSize(width()) >= 6 ? 1 : 0;
    for (Index row = 0; row < rows(); ++row) {
        for (Index column = 0; column < columns(); ++column)
            painter.fillRect(cellRect({row, column}).adjusted(0, 0, -gap, -gap), cellColor(row, column));
    }
    if (canPaint() && hasFocus()) {
        painter.setPen(QPen(theme().text, 1.5));
        painter.drawRect(cellRect(cursor_).adjusted(0.5, 0.5, -gap - 0.5, -gap - 0.5));
    }
}

void MaskGrid::paintCell(Cell cell) {
    cursor_ = cell;
    update();
    if (others_(cell.row, cell.column) == 0 || custom_(cell.row, cell.column) == brush_)
        return;
    custom_(cell.row, cell.column) = brush_;
    Q_EMIT painted(custom_, stroke_);
}

void MaskGrid::mousePressEvent(QMouseEvent* event) {
    const auto cell = cellAt(event->position());
    if (!cell || event->button() != Qt::LeftButton)
        return;
    ++stroke_;
    brush_ = custom_(cell->row, cell->column) != 0 ? 0 : 1;
    paintCell(*cell);
}

void MaskGrid::mouseMoveEvent(QMouseEvent* event) {
    if (!(event->buttons() & Qt::LeftButton))
        return;
    if (const auto cell = cellAt(event->position()))
        paintCell(*cell);
}

bool MaskGrid::event(QEvent* event) {
    if (event->type() == QEvent::ShortcutOverride && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Space) {
        event->accept();
        return true;
    }
    return QWidget::event(event);
}

void MaskGrid::keyPressEvent(QKeyEvent* event) {
    if (!canPaint())
        return QWidget::keyPressEvent(event);
    const auto move = [&](Index rows, Index columns) {
        cursor_.row = std::clamp<Index>(cursor_.row + rows, 0, custom_.rows() - 1);
        cursor_.column = std::clamp<Index>(cursor_.column + columns, 0, custom_.cols() - 1);
        update();
    };
    switch (event->key()) {
    case Qt::Key_Left:
        return move(0, -1);
    case Qt::Key_Right:
        return move(0, 1);
    case Qt::Key_Up:
        return move(-1, 0);
    case Qt::Key_Down:
        return move(1, 0);
    case Qt::Key_Space:
        ++stroke_;
        brush_ = custom_(cursor_.row, cursor_.column) != 0 ? 0 : 1;
        return paintCell(cursor_);
    default:
        return QWidget::keyPressEvent(event);
    }
}

} // namespace heedmap
