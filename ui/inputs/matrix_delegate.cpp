#include "ui/inputs/matrix_delegate.h"

#include "ui/inputs/matrix_model.h"
#include "ui/settings/theme.h"

#include <QLineEdit>
#include <QPainter>

namespace heedmap {

namespace {

constexpr int padding = 4;

QColor mixed(const QColor& over, const QColor& under, double share) {
    const auto mix = [share](int a, int b) {
        return static_cast<int>(a * share + b * (1 - share) + 0.5);
    };
    return {mix(over.red(), under.red()), mix(over.green(), under.green()), mix(over.blue(), under.blue())};
}

// Strong enough to be seen, weak enough for the number to stay black (white) on it.
QColor heatColor(double heat) {
    const Theme& t = theme();
    return mixed(heat < 0 ? t.negative : t.accent, t.field, 0.36 * qMin(1.0, qAbs(heat)));
}

} // namespace

void MatrixDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
    const Theme& t = theme();
    const QVariant heat = index.data(MatrixModel::HeatRole);
    const bool selected = option.state & QStyle::State_Selected;
    const bool current = option.state & QStyle::State_HasFocus;
    painter->save();
    const QRect cell = option.rect.adjusted(0, 0, -1, -1); // the gap is the hairline
    painter->fillRect(option.rect, t.window);
    painter->fillRect(cell, heat.isValid() ? heatColor(heat.toDouble()) : t.canvas);
    if (selected && !current) {
        QColor tint = t.accent;
        tint.setAlphaF(0.16f);
        painter->fillRect(cell, tint);
    }
    painter->setFont(option.font);
    painter->setPen(heat.isValid() ? t.text : t.dimText);
    painter->drawText(cell.adjusted(1, 0, -padding, 0), static_cast<int>(Qt::AlignRight | Qt::AlignVCenter),
                      index.data().toString());
    if (current) {
        painter->setRenderHint(QPainter::Antialiasing);
        painter->setPen(QPen(t.accent, 1.5));
        painter->setBrush(Qt::NoBrush);
        painter->drawRoundedRect(QRectF(cell).adjusted(0.75, 0.75, -0.75, -0.75), 2, 2);
    }
    painter->restore();
}

QWidget* MatrixDelegate::createEditor(QWidget* parent, const QStyleOptionViewItem&, const QModelIndex& index) const {
    auto* edit = new QLineEdit(parent);
    edit->setFrame(false);
    edit->setAlignment(Qt::AlignRight);
    edit->setTextMargins(2, 0, 1, 0);
    edit->setAccessibleName(tr("number in row %1, column %2").arg(index.row()).arg(index.column()));
    return edit;
}

// Wide enough for all digits, as far as the table reaches.
void MatrixDelegate::updateEditorGeometry(QWidget* editor, const QStyleOptionViewItem& option,
                                          const QModelIndex& index) const {
    QRect place = option.rect;
    const int wanted = option.fontMetrics.horizontalAdvance(index.data(Qt::EditRole).toString()) + 16;
    if (wanted > place.width()) {
        const int right = qMin(place.left() + wanted, editor->parentWidget()->width());
        place.setRight(right - 1);
        place.setLeft(qMin(place.left(), qMax(0, right - wanted)));
    }
    editor->setGeometry(place);
}

} // namespace heedmap
